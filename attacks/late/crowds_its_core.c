/* attack: many threads that keep its core busy, so that each of them is ready and waits, and the referee wakes late */
/* needs: pids */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *spin(void *unused) {
    for (volatile unsigned long i = 0;; i++) {
    }
    return unused;
}

int main(void) {
    char line[65536];
    alarm(10);
    if (fgets(line, sizeof line, stdin)) {
        puts("ok");
        fflush(stdout);
    }
    for (int i = 0; i < 30; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, spin, NULL);
    }
    spin(NULL);
}
