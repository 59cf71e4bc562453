/* attack: computes at the lowest priority, so that everybody else goes first and it seems to be kept from answering */
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void) {
    char line[65536];
    alarm(10);
    if (fgets(line, sizeof line, stdin)) {
        puts("ok");
        fflush(stdout);
    }
    setpriority(PRIO_PROCESS, 0, 19);
    for (volatile unsigned long i = 0;; i++) {
    }
}
