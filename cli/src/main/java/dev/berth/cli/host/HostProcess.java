package dev.berth.cli.host;

import java.util.regex.Pattern;

/**
 * A process of this machine.
 *
 * @param born when it began, in ticks since boot: together with its number this is the same process and no other
 * @param user the name of its owner; {@code uid_1234} if that is not of the usual form. Of a container: its user, where its control group
 *     tells
 * @param ticks how long it has computed, in hundredths of a second
 * @param childTicks how long its children have computed that are over, in hundredths of a second
 * @param mebibytes of memory that it has
 * @param terminal the device of its terminal, such as {@code /dev/pts/3}; empty if it has none
 * @param container that it runs in; empty if it is in none, or nobody has looked
 */
public record HostProcess(
        long pid,
        String born,
        String user,
        int uid,
        long ticks,
        long childTicks,
        long mebibytes,
        String name,
        String terminal,
        String container) {
    private static final Pattern USER = Pattern.compile("[a-z_][a-z0-9_-]{0,31}");
    /** Below are root and the accounts of daemons. */
    private static final int FIRST_PERSON = 1_000;

    private static final int LONGEST_NAME = 60;

    public boolean isSystem() {
        return uid < FIRST_PERSON;
    }

    /** Name of the process, with its container. */
    public String label() {
        return container.isEmpty() ? name : name + " in container " + container;
    }

    HostProcess in(ControlGroup group, int owner, String ownerName) {
        return new HostProcess(
                pid,
                born,
                user(ownerName, owner),
                owner,
                ticks,
                childTicks,
                mebibytes,
                name,
                terminal,
                group.container().orElse(""));
    }

    static String user(String name, int uid) {
        return USER.matcher(name).matches() ? name : "uid_" + uid;
    }

    /** A name that can be shown anywhere: the user who starts a program chooses its name. */
    public static String printable(String name) {
        String last = name.substring(name.lastIndexOf('/') + 1).replaceAll("[^\\x20-\\x7E]", "?");
        String shown = last.isBlank() ? "?" : last.strip();
        return shown.length() > LONGEST_NAME ? shown.substring(0, LONGEST_NAME) : shown;
    }
}
