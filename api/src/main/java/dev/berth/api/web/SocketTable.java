package dev.berth.api.web;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Which connections their clients have closed. Helidon reads from a connection only between requests, so it does not know
 * while a request is being answered; the kernel does, and on Linux says so in {@code /proc/net/tcp}. Where there is no
 * such file nobody is ever known to be gone.
 */
final class SocketTable {
    private static final List<Path> LINUX = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final long FRESH = Duration.ofMillis(500).toNanos();
    /** The other end has sent all that it will send; we have not closed yet. */
    private static final String CLOSE_WAIT = "08";

    private static final String MAPPED = "0000000000000000FFFF0000";

    private final List<Path> files;
    private Set<String> closed = Set.of();
    private long read = System.nanoTime() - FRESH;

    SocketTable() {
        this(LINUX);
    }

    SocketTable(List<Path> files) {
        this.files = files;
    }

    /** Whether the other end has closed the connection between these addresses; to be asked when that matters. */
    BooleanSupplier closedByPeer(SocketAddress local, SocketAddress remote) {
        return local instanceof InetSocketAddress here
                        && remote instanceof InetSocketAddress there
                        && there.getAddress() != null
                ? () -> closed().contains(key(here.getPort(), there))
                : () -> false;
    }

    private static String key(int local, InetSocketAddress remote) {
        return "%04X %s:%04X".formatted(local, hex(remote.getAddress()), remote.getPort());
    }

    /** Address as the kernel writes it: 32 bits at a time, in the order of the processor. IPv4 within IPv6 is written as IPv4. */
    private static String hex(InetAddress address) {
        byte[] bytes = address.getAddress();
        byte[] ordered = new byte[bytes.length];
        for (int k = 0; k < bytes.length; k++) {
            ordered[k] = bytes[ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? k ^ 3 : k];
        }
        String hex = HexFormat.of().withUpperCase().formatHex(ordered);
        return address instanceof Inet4Address || !hex.startsWith(MAPPED) ? hex : hex.substring(MAPPED.length());
    }

    /** Read at most twice a second, however many ask: the table has a line for each connection of the machine. */
    private synchronized Set<String> closed() {
        if (System.nanoTime() - read >= FRESH) {
            Set<String> found = new HashSet<>();
            for (Path file : files) {
                readInto(file, found);
            }
            closed = found;
            read = System.nanoTime();
        }
        return closed;
    }

    private static void readInto(Path file, Set<String> found) {
        if (!Files.isReadable(file)) {
            return;
        }
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                // "  0: 0100007F:1BCD 0100007F:C350 08 ..."
                String[] fields = line.strip().split(" +", 5);
                if (fields.length == 5 && fields[3].equals(CLOSE_WAIT)) {
                    String remote = fields[2].startsWith(MAPPED) ? fields[2].substring(MAPPED.length()) : fields[2];
                    found.add(fields[1].substring(fields[1].indexOf(':') + 1) + " " + remote);
                }
            }
        } catch (IOException e) {
            // The table is a help, not a promise: without it work ends by its budget.
            found.clear();
        }
    }
}
