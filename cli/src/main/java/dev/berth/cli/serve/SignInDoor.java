package dev.berth.cli.serve;

import dev.berth.cli.console.Failed;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A socket in the data directory at which a running service gives out sign-in tokens. The owner of the data could make one anyway. The
 * socket is in a directory that only the owner can enter, so there is no moment in which others can connect.
 */
final class SignInDoor implements AutoCloseable {
    private static final String REQUEST = "sign-in\n";
    private static final int LONGEST = 10_000;

    private final ServerSocketChannel listening;
    private final Path socket;
    private final Supplier<Answer> answers;

    /**
     * Answer of a service to a request for a token.
     *
     * @param done whether the text contains a token; if not, it says why
     */
    record Answer(boolean done, String text) {}

    private SignInDoor(ServerSocketChannel listening, Path socket, Supplier<Answer> answers) {
        this.listening = listening;
        this.socket = socket;
        this.answers = answers;
    }

    /**
     * Opens the door of a service that has this data directory.
     *
     * @throws IOException if it cannot be opened; the service can run without it
     */
    static SignInDoor open(Path data, Supplier<Answer> answers) throws IOException {
        Path socket = socket(data);
        if (isAnswered(socket)) {
            throw new IOException("another service has opened it");
        }
        prepare(socket);
        ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            listening.bind(UnixDomainSocketAddress.of(socket));
            if (isPosix(socket)) {
                Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
            }
        } catch (IOException e) {
            listening.close();
            throw e;
        }
        SignInDoor door = new SignInDoor(listening, socket, answers);
        Thread.ofPlatform().daemon().name("berth-sign-in").start(door::listen);
        return door;
    }

    static Path socket(Path data) {
        return data.resolve("sign-in").resolve("socket");
    }

    private static boolean isAnswered(Path socket) {
        try (SocketChannel probe = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return probe.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Makes the directory, and takes away what a service left that was killed. */
    private static void prepare(Path socket) throws IOException {
        Path directory = socket.resolveSibling("");
        Files.deleteIfExists(socket);
        Files.deleteIfExists(directory);
        if (isPosix(directory)) {
            Files.createDirectory(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectory(directory);
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private void listen() {
        while (listening.isOpen()) {
            try {
                SocketChannel client = listening.accept();
                Thread.startVirtualThread(() -> serve(client));
            } catch (IOException e) {
                // Closed, or a client that has gone.
            }
        }
    }

    private void serve(SocketChannel client) {
        try (client) {
            if (read(client, REQUEST.length()).equals(REQUEST)) {
                Answer answer = answers.get();
                write(client, (answer.done() ? "+" : "-") + answer.text());
            }
        } catch (IOException e) {
            // The client has gone.
        }
    }

    /**
     * Asks the service that has this data directory for a token.
     *
     * @return empty if no service runs there
     */
    static Optional<Answer> ask(Path data) {
        Path socket = socket(data);
        if (!Files.exists(socket)) {
            return Optional.empty();
        }
        try (SocketChannel service = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            write(service, REQUEST);
            String said = read(service, LONGEST);
            if (said.isEmpty()) {
                throw new IOException("the service has stopped");
            }
            return Optional.of(new Answer(said.charAt(0) == '+', said.substring(1)));
        } catch (ConnectException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new Failed("Cannot ask the service at %s: %s; run this as the user of the service"
                    .formatted(socket, e.getMessage()));
        }
    }

    private static void write(SocketChannel channel, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static String read(SocketChannel channel, int most) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(most);
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            // Until all of it is there.
        }
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try {
            listening.close();
            Files.deleteIfExists(socket);
            Files.deleteIfExists(socket.resolveSibling(""));
        } catch (IOException e) {
            // The next service takes away what is left.
        }
    }
}
