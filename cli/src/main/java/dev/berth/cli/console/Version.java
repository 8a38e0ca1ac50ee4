package dev.berth.cli.console;

import dev.berth.words.build.Build;

/** The version of this program. */
public final class Version {
    private Version() {}

    /** Such as {@code berth 1.2.0}, for what depends on the version alone. */
    public static String text() {
        return "berth " + Build.own().version();
    }

    /** Such as {@code berth 1.2.0+1a2b3c4d5e}: with the commit of the sources. */
    public static String withCommit() {
        return "berth " + Build.own();
    }
}
