package dev.berth.cli.console;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** The machine did not let us: the message names the file and the cause. */
public final class Failed extends RuntimeException {
    public Failed(String message) {
        super(message);
    }

    public Failed(String message, @Nullable IOException cause) {
        super(message + ": " + reason(cause), cause);
    }

    /** Many messages of the file system are a bare file name; this says what is wrong with it. */
    private static String reason(@Nullable IOException cause) {
        return switch (cause) {
            case null -> "unknown";
            case NoSuchFileException e -> e.getFile() + " does not exist";
            case AccessDeniedException e -> "permission denied for " + e.getFile();
            case FileAlreadyExistsException e -> e.getFile() + " already exists";
            case FileSystemException e -> String.valueOf(e.getReason() == null ? e.getMessage() : e.getReason());
            default -> String.valueOf(cause.getMessage());
        };
    }
}
