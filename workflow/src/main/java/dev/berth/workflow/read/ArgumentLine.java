package dev.berth.workflow.read;

import java.util.ArrayList;
import java.util.List;

/**
 * The arguments of a command in one line. Blanks separate them; quotation marks of either kind keep what is between them
 * together. Nothing is expanded: no shell reads it.
 */
final class ArgumentLine {
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    /** The quotation mark that is open; 0 if none is. */
    private char open;

    private boolean isInWord;

    void append(String text) {
        for (int at = 0; at < text.length(); at++) {
            append(text.charAt(at));
        }
    }

    private void append(char letter) {
        if (open != 0) {
            if (letter == open) {
                open = 0;
            } else {
                word.append(letter);
            }
        } else if (letter == '"' || letter == '\'') {
            open = letter;
            isInWord = true;
        } else if (Character.isWhitespace(letter)) {
            endWord();
        } else {
            word.append(letter);
            isInWord = true;
        }
    }

    /** The name of a file, whatever letters are in it. */
    void appendFile(String path) {
        word.append(path);
        isInWord = true;
    }

    private void endWord() {
        if (isInWord) {
            words.add(word.toString());
            word.setLength(0);
            isInWord = false;
        }
    }

    List<String> words() {
        endWord();
        return List.copyOf(words);
    }
}
