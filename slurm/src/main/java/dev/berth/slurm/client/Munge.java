package dev.berth.slurm.client;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The munge of this machine, with which Slurm's programs prove who asks.
 *
 * @param socket where munged listens
 * @param isNamed whether slurm.conf names the socket; else it is the usual one, and another may be right
 */
record Munge(Path socket, boolean isNamed) {
    private static final Path USUAL = Path.of("/run/munge/munge.socket.2");
    private static final Pattern TYPE = Pattern.compile("(?im)^\\s*AuthType\\s*=\\s*(\\S+)");
    private static final Pattern SOCKET =
            Pattern.compile("(?im)^\\s*AuthInfo\\s*=\\s*\"?(?:[^#\\s\"]*,)?socket=([^,\\s#\"\\x00]+)");

    /** Munge as a slurm.conf configures it; empty if the file cannot be read, or names another kind of authentication. */
    static Optional<Munge> of(Path configuration) {
        String text;
        try {
            // Every byte is a character: whoever wrote a comment may have used any encoding.
            text = Files.readString(configuration, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return Optional.empty();
        }
        Matcher type = TYPE.matcher(text);
        if (type.find() && !type.group(1).equalsIgnoreCase("auth/munge")) {
            return Optional.empty();
        }
        Matcher socket = SOCKET.matcher(text);
        return Optional.of(socket.find() ? new Munge(Path.of(socket.group(1)), true) : new Munge(USUAL, false));
    }

    /** Why nobody listens there; empty if somebody does. */
    Optional<String> fault() {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            // Whoever is too busy to take a connection is there.
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(socket));
            return Optional.empty();
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.of("munge does not answer on this machine: cannot connect to %s: %s; start munged"
                    .formatted(socket, SlurmOutput.quoted(String.valueOf(e.getMessage()))));
        }
    }
}
