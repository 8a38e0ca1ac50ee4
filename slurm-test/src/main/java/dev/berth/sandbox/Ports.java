package dev.berth.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports that nobody listens on. */
final class Ports {
    /** The kernel hands out ports from here on. */
    private static final int EPHEMERAL = 32_768;

    private static final int LOWEST = 10_000;

    private Ports() {}

    /** The first of some consecutive ports. Whoever asks at the same time should get others: the place is random. */
    static int freeRun(int length) {
        for (int attempt = 0; attempt < 100; attempt++) {
            int first = ThreadLocalRandom.current().nextInt(LOWEST, EPHEMERAL - length);
            if (isFree(first, length)) {
                return first;
            }
        }
        throw new IllegalStateException("Found no %d consecutive free ports".formatted(length));
    }

    private static boolean isFree(int first, int length) {
        for (int port = first; port < first + length; port++) {
            try {
                new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
            } catch (IOException e) {
                return false;
            }
        }
        return true;
    }
}
