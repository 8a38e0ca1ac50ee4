package dev.berth.lab.experiment;

import java.nio.file.Path;

/** Results of a run with other settings are kept where a run would keep its own: they may have taken hours. */
public final class UnfinishedRun extends RuntimeException {
    UnfinishedRun(Path file, String settings, String wanted) {
        super(
                ("%s keeps results of an unfinished run with other options or of another version, %s, and this is %s. Continue"
                                + " that run with its own options, write to another directory, or delete the file")
                        .formatted(file, settings, wanted));
    }
}
