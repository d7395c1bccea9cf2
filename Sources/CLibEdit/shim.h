#pragma once
#include <histedit.h>
#include <stdlib.h>

// Swift can't call variadic C functions, and most of libedit is only available through two of them
// (el_wset and el_wget). Each wrapper here fixes the arguments of one such call.

/// Reads keys with our function. libedit's own drops input that is not UTF-8.
static inline int editline_set_reader(
    EditLine *editor, int (*reader)(EditLine *, wchar_t *)) {
  return el_wset(editor, EL_GETCFN, reader);
}

/// Sets the prompt. libedit asks for it each time it redraws.
static inline int editline_set_prompt(
    EditLine *editor, wchar_t *(*prompt)(EditLine *)) {
  return el_wset(editor, EL_PROMPT, prompt);
}

/// Sets the prompt at the right end of the line.
static inline int editline_set_right_prompt(
    EditLine *editor, wchar_t *(*prompt)(EditLine *)) {
  return el_wset(editor, EL_RPROMPT, prompt);
}

/// Stores the pointer by which our callbacks find their state.
static inline int editline_set_owner(EditLine *editor, void *owner) {
  return el_wset(editor, EL_CLIENTDATA, owner);
}

static inline void *editline_owner(EditLine *editor) {
  void *owner = NULL;
  el_wget(editor, EL_CLIENTDATA, &owner);
  return owner;
}

/// Keeps libedit from handling signals: it would forward them to the whole process group.
static inline int editline_ignore_signals(EditLine *editor) {
  return el_wset(editor, EL_SIGNAL, 0);
}

/// Sets the key map ("emacs"), regardless of $EDITOR and .editrc.
static inline int editline_set_keys(EditLine *editor, const wchar_t *name) {
  return el_wset(editor, EL_EDITOR, name);
}

/// Sets the terminal type. Unlike the others, this takes a narrow string, even in el_wset.
static inline int editline_set_terminal(EditLine *editor, const char *name) {
  return el_wset(editor, EL_TERMINAL, name);
}

/// Makes libedit query another terminal for its size and mode.
static inline int editline_set_input(EditLine *editor, FILE *input) {
  return el_wset(editor, EL_SETFP, 0, input);
}

/// Binds a key to one of libedit's functions, or to one added with editline_add_function.
static inline int editline_bind(
    EditLine *editor, const wchar_t *key, const wchar_t *function) {
  return el_wset(editor, EL_BIND, key, function, (const wchar_t *)NULL);
}

/// Adds our own editing function under the name "signup-edit". It returns one of the CC_ values.
/// libedit keeps a pointer to the name rather than a copy, so the name must be a literal.
static inline int editline_add_function(
    EditLine *editor, unsigned char (*function)(EditLine *, wint_t)) {
  return el_wset(editor, EL_ADDFN, L"signup-edit", L"Changes the line", function);
}

/// Changes a flag ("-echo") of the mode in which libedit edits ("-d"), or of the mode in which it
/// leaves the terminal between lines ("-x").
static inline int editline_set_mode_flag(
    EditLine *editor, const wchar_t *mode, const wchar_t *flag) {
  return el_wset(editor, EL_SETTY, mode, flag, (const wchar_t *)NULL);
}

/// Makes el_end leave the terminal mode alone. Otherwise it would restore the mode that it found at
/// el_init and discard pending input.
static inline int editline_leave_mode(EditLine *editor) {
  return el_wset(editor, EL_EDITMODE, 0);
}

/// Redraws the prompt and the line. libedit then assumes that the cursor is in column 0 of an empty
/// line.
static inline int editline_redraw(EditLine *editor) {
  return el_wset(editor, EL_REFRESH);
}

/// Returns a string capability of the terminal ("up", "ce"), or NULL if it has none.
static inline const char *editline_capability(EditLine *editor, const char *name) {
  char *value = NULL;
  if (el_wget(editor, EL_GETTC, name, &value) != 0) return NULL;
  return value;
}
