package dev.berth.cli.workflow;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Streams;
import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.read.FileLimits;
import dev.berth.workflow.read.MachineFiles;
import dev.berth.workflow.read.ReadWorkflow;
import dev.berth.workflow.read.WorkflowFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The files that a command names. */
public final class Inputs {
    private static final String STANDARD_INPUT = "-";

    private Inputs() {}

    @FunctionalInterface
    private interface Reader<T> {
        T read(InputStream in) throws IOException;
    }

    /** A workflow; what was assumed about it goes to standard error. */
    public static ReadWorkflow workflow(String file, Streams streams) {
        ReadWorkflow read = read(file, streams, in -> WorkflowFiles.read(in, FileLimits.USUAL));
        read.notes().forEach(note -> streams.err().println(name(file) + ": " + note));
        return read;
    }

    /** A workflow with the commands of its tasks; what was assumed about it is said by the service that plans it. */
    static ReadWorkflow runnable(String file, Streams streams) {
        if (file.equals(STANDARD_INPUT)) {
            throw new BadInput("A workflow that is run must be a file, because it is read twice; name a file");
        }
        return read(file, streams, in -> WorkflowFiles.read(in, FileLimits.USUAL.withCommands()));
    }

    /** A number of machines of rate 1, or a file that describes them. */
    static Machines machines(String given, Streams streams) {
        if (!given.matches("-?\\d+")) {
            return read(given, streams, MachineFiles::read);
        }
        if (!given.matches("[1-9]\\d{0,4}") || Integer.parseInt(given) > MachineFiles.MOST_MACHINES) {
            throw new BadInput("--machines: \"%s\" must be a number from 1 to %d, or a file"
                    .formatted(given, MachineFiles.MOST_MACHINES));
        }
        return Machines.of(Integer.parseInt(given), MachineFiles.USUAL_LINK);
    }

    static WorkflowProblem problem(ReadWorkflow read, Machines machines) {
        try {
            return read.on(machines);
        } catch (BadWorkflow e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    private static String name(String file) {
        return file.equals(STANDARD_INPUT) ? "standard input" : file;
    }

    private static <T> T read(String file, Streams streams, Reader<T> reader) {
        try {
            if (file.equals(STANDARD_INPUT)) {
                return reader.read(streams.in());
            }
            Path path = Path.of(file);
            if (!Files.exists(path)) {
                throw new BadInput(file + ": file not found; name a file, or - for standard input");
            }
            if (Files.isDirectory(path)) {
                throw new BadInput(file + ": is a directory; name a file, or - for standard input");
            }
            try (InputStream in = Files.newInputStream(path)) {
                return reader.read(in);
            }
        } catch (BadWorkflow e) {
            throw new BadInput(name(file) + ": " + e.getMessage());
        } catch (InvalidPathException e) {
            throw new BadInput("\"" + file + "\" is not a file name: " + e.getReason());
        } catch (IOException e) {
            throw new Failed(name(file) + ": cannot be read", e);
        }
    }
}
