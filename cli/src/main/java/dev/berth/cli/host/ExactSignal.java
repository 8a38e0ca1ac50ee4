package dev.berth.cli.host;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * A signal to a process that was seen, and to no other that may have its number by now.
 *
 * <p>It goes by a descriptor of the process (pidfd): once that is open and the process behind it is the one that was seen, its number may
 * be given to anybody. Where there is none (Linux before 5.3, or a Java that may not call Linux) it goes by Java's handle, which
 * looks at the birth of the process once more right before it sends: what is left to chance there are microseconds.
 */
public enum ExactSignal {
    TERM(15),
    KILL(9);

    private final int number;

    ExactSignal(int number) {
        this.number = number;
    }

    /** Sends it; false if the process is gone or another one by now, and then nobody gets it. */
    public boolean send(HostProcess process) {
        Optional<SystemCalls> calls = SystemCalls.find();
        if (calls.isPresent()) {
            OptionalInt descriptor = calls.get().openProcess(process.pid());
            if (descriptor.isPresent()) {
                try {
                    return ProcessTable.isStill(process) && calls.get().signal(descriptor.getAsInt(), number);
                } finally {
                    calls.get().close(descriptor.getAsInt());
                }
            }
        }
        return sendByHandle(process);
    }

    boolean sendByHandle(HostProcess process) {
        // First the handle, which remembers the birth of the process that it is of.
        Optional<ProcessHandle> handle = ProcessHandle.of(process.pid());
        return handle.isPresent()
                && ProcessTable.isStill(process)
                && (this == KILL ? handle.get().destroyForcibly() : handle.get().destroy());
    }
}
