/* attack: computes for ever instead of answering */
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char line[65536];
    alarm(10);
    if (fgets(line, sizeof line, stdin)) {
        puts("ok");
        fflush(stdout);
    }
    for (volatile unsigned long i = 0;; i++) {
    }
}
