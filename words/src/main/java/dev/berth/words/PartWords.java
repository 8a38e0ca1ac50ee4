package dev.berth.words;

/** Amounts of parts as people say them: {@code 4 gpus}, {@code 64 GiB of memory}, {@code 16 cores}. */
public final class PartWords {
    /** The part that is counted in MiB. */
    public static final String MEMORY = "memory";

    private static final long GIB = 1024;

    private PartWords() {}

    /** An amount of a part. */
    public static String counted(String part, long amount) {
        if (part.equals(MEMORY)) {
            return (amount % GIB == 0 ? amount / GIB + " GiB" : amount + " MiB") + " of memory";
        }
        String name = part.endsWith("s") ? part.substring(0, part.length() - 1) : part;
        return amount + " " + (amount == 1 ? name : name + "s");
    }
}
