package dev.berth.slurm.client;

/** Output of a program of Slurm, and its exit code. */
record SlurmOutput(int code, String out, String err) {
    /** Enough for all that scontrol writes about one failure, such as four lines about munge. */
    private static final int LONGEST_QUOTE = 600;

    boolean isGood() {
        return code == 0;
    }

    /** Why it failed, in its own words: the last thing it said, without the part that repeats what was asked. */
    String words() {
        String last = said().lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .reduce((first, second) -> second)
                .orElse("exit code " + code);
        int colon = last.lastIndexOf(": ");
        return Line.cut(colon < 0 ? last : last.substring(colon + 2));
    }

    /** All that it said about its failure. */
    String quote() {
        String quoted = quoted(said());
        return quoted.isEmpty() ? "exit code " + code : quoted;
    }

    private String said() {
        return err.isBlank() ? out : err;
    }

    /** A text of others as one line that a terminal and a log can show. */
    static String quoted(String text) {
        StringBuilder line = new StringBuilder();
        text.lines().map(String::strip).filter(each -> !each.isEmpty()).forEach(each -> {
            line.append(line.isEmpty() ? "" : "; ");
            each.codePoints()
                    .forEach(point ->
                            line.append(isPlain(point) ? Character.toString(point) : "\\u%04x".formatted(point)));
        });
        return line.length() <= LONGEST_QUOTE ? line.toString() : line.substring(0, LONGEST_QUOTE) + "...";
    }

    private static boolean isPlain(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
