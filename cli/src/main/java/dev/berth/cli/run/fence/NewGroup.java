package dev.berth.cli.run.fence;

import dev.berth.wire.program.Ending;
import dev.berth.wire.program.Program;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Making of a control group for one command. */
final class NewGroup {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int MOST_BYTES = 1_000;

    /** Enters the groups, whose number and directories are the first arguments, and then becomes the command. */
    private static final String ENTER = """
            n=$0
            while [ "$n" -gt 0 ]; do
                echo $$ >"$1/cgroup.procs" || { echo "berth: cannot enter the control group $1; the command was not started" >&2; exit 126; }
                shift
                n=$((n - 1))
            done
            exec "$@"
            """;

    private NewGroup() {}

    /** Sets the limits of a new group. */
    @FunctionalInterface
    interface Setting {
        void set(GroupDirectory group) throws IOException;
    }

    /** One whose limits are set before anything is in it; it is removed again if that fails. */
    static GroupDirectory below(GroupDirectory parent, String mark, Setting setting) throws IOException {
        GroupDirectory group = new GroupDirectory(parent.path().resolve("berth-limits-" + mark));
        Files.createDirectory(group.path());
        try {
            setting.set(group);
            // A group may be made and yet not be entered, as where the processes come from a group of somebody else's.
            Ending ending = Program.of(List.of(
                            "sh",
                            "-c",
                            "echo $$ >\"$0\"",
                            group.path().resolve(GroupDirectory.PROCESSES).toString()))
                    .run(PATIENCE, MOST_BYTES);
            if (!(ending instanceof Ending.Exited exited && exited.isGood())) {
                throw new IOException("processes cannot enter " + group.path());
            }
            return group;
        } catch (IOException e) {
            group.remove();
            throw e;
        }
    }

    /** The words that, before a command, start it in all of these groups. */
    static List<String> entry(List<GroupDirectory> groups) {
        if (groups.isEmpty()) {
            return List.of();
        }
        List<String> words = new ArrayList<>(List.of("sh", "-c", ENTER, Integer.toString(groups.size())));
        groups.forEach(each -> words.add(each.path().toString()));
        return words;
    }

    /** Why none could be made below a group. */
    static String why(GroupDirectory parent, IOException e) {
        if (e instanceof AccessDeniedException) {
            return "this user may not make control groups in " + parent.path();
        }
        return e instanceof FileSystemException system && system.getReason() != null
                ? "%s: %s".formatted(system.getFile(), system.getReason())
                : String.valueOf(e.getMessage());
    }
}
