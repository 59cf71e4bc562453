/* attack: is always ready to run and lets everybody else go first, as if the machine kept it from answering */
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char line[65536];
    alarm(10);
    if (fgets(line, sizeof line, stdin)) {
        puts("ok");
        fflush(stdout);
    }
    for (;;) {
        sched_yield();
    }
}
