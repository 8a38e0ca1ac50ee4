package dev.berth.cli.run.ssh;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Standard error of {@code ssh}, which is read at once so that {@code ssh} never waits for it. Its beginning is kept, because it may say why
 * {@code ssh} failed; what is longer than that is no complaint and is passed on as it comes.
 */
public final class Complaints {
    private static final int MOST_KEPT = 16 << 10;

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final OutputStream rest;
    private final Thread reader;
    private boolean isPassedOn;

    /** @param rest what is passed on goes there */
    public Complaints(InputStream from, OutputStream rest) {
        this.rest = rest;
        this.reader = Thread.ofPlatform().daemon().name("berth-ssh-says").start(() -> read(from));
    }

    private void read(InputStream from) {
        byte[] buffer = new byte[1024];
        try {
            for (int length = from.read(buffer); length >= 0; length = from.read(buffer)) {
                take(buffer, length);
            }
        } catch (IOException e) {
            // It has ended, or nobody takes what is passed on.
        }
    }

    private synchronized void take(byte[] buffer, int length) throws IOException {
        if (!isPassedOn && kept.size() + length <= MOST_KEPT) {
            kept.write(buffer, 0, length);
            return;
        }
        passOn();
        rest.write(buffer, 0, length);
        rest.flush();
    }

    /** Returns the beginning, once all was read or this time is over. */
    public String text(Duration patience) throws InterruptedException {
        reader.join(patience);
        synchronized (this) {
            return kept.toString(StandardCharsets.UTF_8);
        }
    }

    /** Passes on what was kept, unless that was done. */
    public synchronized void passOn() throws IOException {
        if (!isPassedOn) {
            isPassedOn = true;
            kept.writeTo(rest);
            rest.flush();
        }
    }
}
