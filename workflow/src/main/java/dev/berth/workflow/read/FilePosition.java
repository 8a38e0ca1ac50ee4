package dev.berth.workflow.read;

/** Where in a file something is, in one number, because there are many of them. */
final class FilePosition {
    private FilePosition() {}

    static long of(int line, int column) {
        return ((long) line << 32) | (column & 0xFFFF_FFFFL);
    }

    static String text(long place) {
        return "line " + (place >>> 32) + ", column " + (int) place;
    }
}
