// Lines in, lines out: how a bot talks, whichever game it plays. What the lines mean is said in protocol.c.
//
// All of it is `static inline`, so that only the file that includes it knows these names.
#ifndef LINES_H
#define LINES_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 1024, MAX_WORDS = 64 };

// One line of the arena, taken apart.
typedef struct {
    char text[LINE_SIZE];
    char *words[MAX_WORDS];
    int count;
} Line;

// Waits for the next line. False, and no words, when there are no more.
static inline bool read_line(Line *line) {
    line->count = 0;
    if (!fgets(line->text, sizeof line->text, stdin)) return false;
    if (!strchr(line->text, '\n')) {
        // It is longer than any line of the arena: the rest is left out.
        for (int letter = getchar(); letter != '\n' && letter != EOF;) letter = getchar();
    }
    const char *blanks = " \t\r\n";
    char *word = strtok(line->text, blanks);
    for (; word && line->count < MAX_WORDS; word = strtok(NULL, blanks)) line->words[line->count++] = word;
    return true;
}

// The word at that place of a line, counted from 0; an empty one if there is none.
static inline const char *word(const Line *line, int place) {
    return place < line->count ? line->words[place] : "";
}

// The number at that place of a line, 0 if there is none.
static inline int number(const Line *line, int place) {
    return atoi(word(line, place));
}

// The number at the beginning of the next line.
static inline int read_number(void) {
    Line line;
    read_line(&line);
    return number(&line, 0);
}

// Whether there are no more lines: the match is over.
static inline bool has_ended(void) {
    return feof(stdin);
}

// Whether two words are the same.
static inline bool is(const char *one, const char *other) {
    return strcmp(one, other) == 0;
}

// Prints a line, in the way of printf, and sends it with everything that was printed before.
static inline void say(const char *format, ...) {
    va_list values;
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    putchar('\n');
    // Without this the lines stay in a buffer, and the arena waits for them until your time is over.
    fflush(stdout);
}

#endif
