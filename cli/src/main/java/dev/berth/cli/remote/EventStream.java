package dev.berth.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Server-sent events of a service, one after the other. */
public final class EventStream implements Closeable {
    private static final int LONGEST_LINE = 8 << 20;

    private final Exchange.Streamed streamed;
    private final InputStream in;

    /**
     * A message of the service.
     *
     * @param id its id, after which the stream can be resumed; empty if it has none
     */
    public record Message(String id, JsonNode data) {}

    /** The service does not report events. */
    public static final class Refused extends IOException {
        private static final long serialVersionUID = 1;
        private final transient Reply reply;

        Refused(Reply reply) {
            super("status " + reply.status());
            this.reply = reply;
        }

        /** Whether it may do so in a while. */
        public boolean isForNow() {
            return reply.status() == 429 || reply.status() / 100 == 5;
        }

        /** Answer by which the service refused. */
        public Reply reply() {
            return reply;
        }
    }

    EventStream(Exchange.Streamed streamed) {
        this.streamed = streamed;
        this.in = streamed.body();
    }

    /** Waits for the next one; empty when the service has ended the stream. */
    public Optional<Message> next() throws IOException {
        String id = "";
        String data = "";
        for (Optional<String> line = line(); line.isPresent(); line = line()) {
            String text = line.get();
            if (text.startsWith("id: ")) {
                id = text.substring(4);
            } else if (text.startsWith("data: ")) {
                data = text.substring(6);
            } else if (text.isEmpty() && !data.isEmpty()) {
                return Optional.of(new Message(id, JsonTree.read(data)));
            }
        }
        return Optional.empty();
    }

    private Optional<String> line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return Optional.empty();
            }
            if (line.size() >= LONGEST_LINE) {
                throw new IOException("the message is too long");
            }
            line.write(next);
        }
        return Optional.of(line.toString(StandardCharsets.UTF_8));
    }

    /** May be called while another thread waits for the next one. */
    @Override
    public void close() throws IOException {
        streamed.close();
    }
}
