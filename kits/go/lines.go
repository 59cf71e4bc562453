// Lines in, lines out: how a bot talks, whichever game it plays. What the lines mean is said in protocol.go.

package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Line is one line of the arena, taken apart. Places are counted from 0; words after those that you know are left
// alone.
type Line struct {
	Words []string
	IsEnd bool // there are no more lines: the match is over
}

var input = bufio.NewReader(os.Stdin)

// ReadLine waits for the next line.
func ReadLine() Line {
	text, err := input.ReadString('\n')
	return Line{strings.Fields(text), err != nil}
}

// Word is the one at that place, empty if there is none.
func (line Line) Word(place int) string {
	if place < len(line.Words) {
		return line.Words[place]
	}
	return ""
}

// Number is the one at that place, 0 if there is none.
func (line Line) Number(place int) int {
	number, _ := strconv.Atoi(line.Word(place))
	return number
}

// Numbers are so many, from that place on.
func (line Line) Numbers(first, count int) []int {
	numbers := make([]int, count)
	for i := range numbers {
		numbers[i] = line.Number(first + i)
	}
	return numbers
}

// Say sends an answer.
func Say(lines string) {
	// This goes out at once. There is no buffer to flush, as there is in most languages.
	fmt.Println(lines)
}
