// A minimal program that shows a prompt with libedit. The benchmarks compare with it.
#include <histedit.h>
#include <locale.h>
#include <stdio.h>

static const char *prompt(EditLine *editor) {
  (void)editor;
  return "Username? ";
}

int main(void) {
  setlocale(LC_ALL, "");
  EditLine *editor = el_init("bare", stdin, stdout, stderr);
  el_set(editor, EL_PROMPT, prompt);
  el_set(editor, EL_EDITOR, "emacs");
  int count;
  el_gets(editor, &count);
  el_end(editor);
  return 0;
}
