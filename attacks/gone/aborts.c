/* attack: crashes, and would like to leave a core file */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

int main(void) {
    char line[65536];
    struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(RLIMIT_CORE, &all) == 0) {
        fprintf(stderr, "BREACH: the limit on core files could be raised\n");
    }
    if (fgets(line, sizeof line, stdin)) {
        puts("ok");
        fflush(stdout);
    }
    abort();
}
