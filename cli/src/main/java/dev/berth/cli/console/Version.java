package dev.berth.cli.console;

import org.jspecify.annotations.Nullable;

/** The version of this program. */
public final class Version {
    /** Such as {@code berth 1.2.0}. */
    public static final String TEXT = text(Version.class.getPackage().getImplementationVersion());

    private Version() {}

    private static String text(@Nullable String version) {
        return "berth " + (version == null ? "(not packaged)" : version);
    }
}
