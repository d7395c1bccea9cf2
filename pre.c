#include <fcntl.h>
__attribute__((constructor)) static void f(void){ open("/tmp/rx/canary2", O_CREAT|O_WRONLY,0600);}
