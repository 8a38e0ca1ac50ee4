package dev.berth.cli.run.ssh;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.cli.host.Executables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The {@code ssh} of the user, with the user's own keys and configuration, and how {@code berth} is called on the other side.
 *
 * @param words the command line before the host
 * @param program where {@code berth} is on other hosts; empty to look for it there
 * @param folder of this program, where it may be on other hosts as well, as in a shared home directory; empty if not known
 */
public record SshCommand(List<String> words, String program, String folder) {
    /** Variable with the command line of ssh, or {@code none} to stay on this machine. */
    public static final String VARIABLE = "BERTH_SSH";

    /** Variable that says where {@code berth} is on other hosts. */
    public static final String PROGRAM = "BERTH_REMOTE";

    /** Set for what runs on another host on behalf of somebody, which goes no further to find a run. */
    public static final String SENT = "BERTH_SENT";

    private static final String NONE = "none";
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,252}");
    /** Needs no quotes in any shell. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./+@:-]+");

    /**
     * Options beside the user's configuration. Nobody is there to type a password, because the run may be detached; forwardings and a shared
     * connection of the user's are not to begin or end with a run.
     */
    private static final List<String> OPTIONS = List.of(
            "-T",
            "-e",
            "none",
            "-o",
            "BatchMode=yes",
            "-o",
            "ClearAllForwardings=yes",
            "-o",
            "ControlMaster=no",
            "-o",
            "RemoteCommand=none",
            "-o",
            "ConnectTimeout=20");

    /** The command; empty if there is none, or the user wants to stay on this machine. */
    public static Optional<SshCommand> find(Environment environment) {
        String given = environment.variable(VARIABLE).strip();
        if (given.equals(NONE)) {
            return Optional.empty();
        }
        List<String> words = given.isEmpty() ? List.of("ssh") : Arrays.asList(given.split("\\s+", -1));
        if (!new Executables(environment.variable("PATH")).has(words.getFirst())) {
            if (given.isEmpty()) {
                return Optional.empty();
            }
            throw new BadInput(
                    "%s: \"%s\" is not a command on this machine; correct it, or set %1$s=none to run commands on this machine only"
                            .formatted(VARIABLE, words.getFirst()));
        }
        String program = environment.variable(PROGRAM);
        if (!program.isEmpty() && !PLAIN.matcher(program).matches()) {
            throw new BadInput("%s: \"%s\" must be a path without spaces and quotes, such as /opt/berth/bin/berth"
                    .formatted(PROGRAM, program));
        }
        return Optional.of(new SshCommand(List.copyOf(words), program, launcherFolder()));
    }

    /** The launcher says where it is, since Java cannot know. */
    private static String launcherFolder() {
        String launcher = System.getProperty("berth.program", "");
        Path parent = launcher.isEmpty()
                ? null
                : Path.of(launcher).toAbsolutePath().normalize().getParent();
        return parent != null && PLAIN.matcher(parent.toString()).matches() ? parent.toString() : "";
    }

    /** Words that call {@code berth} on a host, with arguments that need no quotes. */
    private List<String> berth(String host, String... arguments) {
        if (!HOST.matcher(host).matches()) {
            throw new Failed("\"%s\" cannot be the name of a host for ssh; ask the operator of the site to correct it"
                    .formatted(host));
        }
        for (String argument : arguments) {
            if (!PLAIN.matcher(argument).matches()) {
                throw new BadInput("\"%s\" has characters that cannot be passed to %s".formatted(argument, host));
            }
        }
        String path = folder.isEmpty() ? "" : "PATH=\"$PATH:" + folder + "\"; export PATH; ";
        List<String> all = new ArrayList<>(words);
        all.addAll(OPTIONS);
        all.addAll(List.of("--", host));
        // The login shell there may be any; what is within these quotes is for sh.
        all.add("sh -c '%s=1; export %1$s; %sexec %s %s'"
                .formatted(SENT, path, program.isEmpty() ? "berth" : program, String.join(" ", arguments)));
        return all;
    }

    /** Starts {@code berth} on a host; the token stays here. */
    public ProcessBuilder calling(Environment environment, String host, String... arguments) {
        ProcessBuilder builder = new ProcessBuilder(berth(host, arguments));
        builder.environment().putAll(environment.variables());
        builder.environment().remove(Environment.TOKEN);
        return builder;
    }

    /** The command line that its user can try by hand. */
    public String toTry(String host) {
        return String.join(" ", words) + " " + host + " true";
    }
}
