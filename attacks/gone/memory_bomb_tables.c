/* attack: makes the kernel remember pages that lie far apart, up to one GiB of page tables for pages that cost nothing */
/* needs: memory */
/* says: used more memory than it may */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#define FAR (2UL << 20)
#define COUNT (1UL << 18)

int main(void) {
    alarm(20);
    volatile char *room = mmap(0, FAR * COUNT, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) {
        return 1;
    }
    madvise((void *)room, FAR * COUNT, MADV_NOHUGEPAGE);
    for (unsigned long i = 0; i < COUNT; i++) {
        (void)room[i * FAR];
    }
    fprintf(stderr, "BREACH: one GiB of page tables was there to take\n");
    return 0;
}
