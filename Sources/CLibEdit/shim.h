#pragma once
#include <histedit.h>
#include <stdlib.h>

// Swift can't call C's variadic functions, and nearly all of libedit hides behind two of them
// (el_wset and el_wget). Each wrapper here fixes the arguments of one such call.

/// Reads keys through our function: libedit's own drops what is not UTF-8.
static inline int editline_set_reader(
    EditLine *editor, int (*reader)(EditLine *, wchar_t *)) {
  return el_wset(editor, EL_GETCFN, reader);
}

/// The prompt, asked for by libedit at each redrawing.
static inline int editline_set_prompt(
    EditLine *editor, wchar_t *(*prompt)(EditLine *)) {
  return el_wset(editor, EL_PROMPT, prompt);
}

/// The prompt at the right end of the line.
static inline int editline_set_right_prompt(
    EditLine *editor, wchar_t *(*prompt)(EditLine *)) {
  return el_wset(editor, EL_RPROMPT, prompt);
}

/// What our functions find their own state by.
static inline int editline_set_owner(EditLine *editor, void *owner) {
  return el_wset(editor, EL_CLIENTDATA, owner);
}

static inline void *editline_owner(EditLine *editor) {
  void *owner = NULL;
  el_wget(editor, EL_CLIENTDATA, &owner);
  return owner;
}

/// libedit must not handle signals: it would send them on to the whole process group.
static inline int editline_ignore_signals(EditLine *editor) {
  return el_wset(editor, EL_SIGNAL, 0);
}

/// Chooses the key map ("emacs") whatever $EDITOR and .editrc say.
static inline int editline_set_keys(EditLine *editor, const wchar_t *name) {
  return el_wset(editor, EL_EDITOR, name);
}

/// The terminal's kind. This one takes a narrow string, in el_wset too.
static inline int editline_set_terminal(EditLine *editor, const char *name) {
  return el_wset(editor, EL_TERMINAL, name);
}

/// Lets libedit ask another terminal for its size and mode.
static inline int editline_set_input(EditLine *editor, FILE *input) {
  return el_wset(editor, EL_SETFP, 0, input);
}

/// Binds a key to one of libedit's functions, or to one that editline_add_function named.
static inline int editline_bind(
    EditLine *editor, const wchar_t *key, const wchar_t *function) {
  return el_wset(editor, EL_BIND, key, function, (const wchar_t *)NULL);
}

/// Adds an editing function of our own under the name "signup-edit". It answers one of the CC_ values.
/// libedit keeps the address of the name, not a copy: so the name is a literal here.
static inline int editline_add_function(
    EditLine *editor, unsigned char (*function)(EditLine *, wint_t)) {
  return el_wset(editor, EL_ADDFN, L"signup-edit", L"Changes the line", function);
}

/// Changes a flag ("-echo") of the mode that libedit edits in ("-d") or leaves the terminal in
/// between two lines ("-x").
static inline int editline_set_mode_flag(
    EditLine *editor, const wchar_t *mode, const wchar_t *flag) {
  return el_wset(editor, EL_SETTY, mode, flag, (const wchar_t *)NULL);
}

/// Makes el_end leave the terminal's mode alone. It would set the mode that it met at el_init and
/// flush what was typed.
static inline int editline_leave_mode(EditLine *editor) {
  return el_wset(editor, EL_EDITMODE, 0);
}

/// Draws prompt and line afresh. libedit then takes the cursor to be at column 0 of an empty line.
static inline int editline_redraw(EditLine *editor) {
  return el_wset(editor, EL_REFRESH);
}

/// A string capability of the terminal ("up", "ce"), or NULL where it has none.
static inline const char *editline_capability(EditLine *editor, const char *name) {
  char *value = NULL;
  if (el_wget(editor, EL_GETTC, name, &value) != 0) return NULL;
  return value;
}
