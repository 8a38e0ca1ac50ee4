package dev.berth.cli.run.ssh;

import java.util.Locale;

/** Explanation of why {@code berth} could not be started on another host, from what {@code ssh} and the shell there have printed. */
public final class SshFailure {
    /** Exit code of ssh when it could not connect. */
    private static final int NO_CONNECTION = 255;

    /** Exit code of a shell that has not found a command. */
    private static final int NOT_FOUND = 127;

    private SshFailure() {}

    /**
     * The reason, and what to do about it.
     *
     * @param code exit code of ssh
     * @param said what was printed on standard error
     */
    public static String explain(String host, int code, String said, SshCommand ssh) {
        String small = said.toLowerCase(Locale.ROOT);
        String last = said.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .reduce((before, line) -> line)
                .orElse("ssh ended with exit code %d".formatted(code));
        if (code == NO_CONNECTION && small.contains("remote host identification has changed")) {
            return "The key of host %s is not the one that ssh knows. If the host was installed anew, remove the old key: ssh-keygen -R %1$s"
                    .formatted(host);
        }
        if (code == NO_CONNECTION && small.contains("host key verification failed")) {
            return "ssh does not know the key of host %s yet. Connect once and accept it: %s"
                    .formatted(host, ssh.toTry(host));
        }
        if (code == NO_CONNECTION && small.contains("permission denied")) {
            return "Host %s does not accept your ssh key. Install it there with ssh-copy-id %1$s, or load it with ssh-add; this must work without a question: %s"
                    .formatted(host, ssh.toTry(host));
        }
        if (code == NO_CONNECTION) {
            return "Cannot connect to host %s by ssh: %s. Try: %s".formatted(host, withoutStop(last), ssh.toTry(host));
        }
        if (code == NOT_FOUND || (small.contains("not found") && small.contains("berth"))) {
            return "Host %s has no command berth where ssh looks for it. Install it there, or set %s to its path there, such as /opt/berth/bin/berth"
                    .formatted(host, SshCommand.PROGRAM);
        }
        if (small.contains("relay")) {
            return "The berth on host %s is too old to take a run from here: %s. Install the same version there"
                    .formatted(host, withoutStop(last));
        }
        return "berth does not start on host %s: %s".formatted(host, withoutStop(last));
    }

    private static String withoutStop(String line) {
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }
}
