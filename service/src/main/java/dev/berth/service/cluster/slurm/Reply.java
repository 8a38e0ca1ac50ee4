package dev.berth.service.cluster.slurm;

/** What a program of Slurm printed, and its exit code. */
record Reply(int code, String out, String err) {
    boolean isGood() {
        return code == 0;
    }

    /** Why it failed, in its own words: the last thing it said, without the part that repeats what was asked. */
    String words() {
        String all = err.isBlank() ? out : err;
        String last = all.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .reduce((first, second) -> second)
                .orElse("exit code " + code);
        int colon = last.lastIndexOf(": ");
        return Line.cut(colon < 0 ? last : last.substring(colon + 2));
    }
}
