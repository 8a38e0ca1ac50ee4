package dev.berth.cli.run.slurm;

import dev.berth.cli.slurm.UserSlurm;
import java.util.List;

/** The script of a job. It outlives the signals that its command gets, to tell how the command ended. */
record BatchScript(List<String> words, JobFiles files) {
    /** Text of the script for {@code sbatch}. The command is started by {@code exec}, which knows no builtins of the shell. */
    String text() {
        String half = quoted(files.halfExit().toString());
        return """
                #!/bin/sh
                exec 3>&2 2>/dev/null
                trap : HUP INT QUIT ALRM TERM USR1 USR2
                (exec %s 2>&3 3>&-)
                code=$?
                echo "$code" >%s && mv %s %s
                exit "$code"
                """.formatted(
                        UserSlurm.quoted(words), half, half, quoted(files.exit().toString()));
    }

    private static String quoted(String word) {
        return UserSlurm.quoted(List.of(word));
    }
}
