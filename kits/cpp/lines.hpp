// Lines in, lines out: how a bot talks, whichever game it plays. What the lines mean is said in protocol.hpp.
#pragma once

#include <cstdlib>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

/// One line of the arena, taken apart. Places are counted from 0; words after those that you know are left alone.
class Line {
public:
    std::vector<std::string> words;
    bool is_end = false;  // there are no more lines: the match is over

    /// Waits for the next line.
    static Line read() {
        std::string text;
        Line line;
        line.is_end = !std::getline(std::cin, text);
        std::istringstream stream(text);
        line.words = {std::istream_iterator<std::string>(stream), {}};
        return line;
    }

    /// The word at that place, empty if there is none.
    std::string word(std::size_t place) const { return place < words.size() ? words[place] : ""; }

    /// The number at that place, 0 if there is none.
    int number(std::size_t place) const { return std::atoi(word(place).c_str()); }

    /// So many numbers, from that place on.
    std::vector<int> numbers(std::size_t first, std::size_t count) const {
        std::vector<int> found;
        for (std::size_t place = first; place < first + count; place++) found.push_back(number(place));
        return found;
    }

    /// Sends an answer.
    static void say(const std::string& lines) {
        // std::endl flushes. With "\n" the lines stay in a buffer, and the arena waits until your time is over.
        std::cout << lines << std::endl;
    }
};
