package dev.berth.soak.service;

import dev.berth.service.Server;
import dev.berth.service.settings.SiteFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * The service, as {@code berth serve} runs it, except that lines on its standard input move its wall clock: each is a
 * number of milliseconds to add to the real time. It ends with its standard input.
 */
public final class SoakServer {
    private SoakServer() {}

    /** The wall clock of a machine whose administrator, or whose time server, makes mistakes. */
    private static final class FaultyClock extends Clock {
        private volatile long offset;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(millis());
        }

        @Override
        public long millis() {
            return System.currentTimeMillis() + offset;
        }
    }

    /** Serves {@code site.yaml} from a data directory; says {@code ready PORT TOKEN} when it does. */
    public static void main(String[] arguments) throws IOException {
        FaultyClock clock = new FaultyClock();
        try (Server server = Server.start(SiteFile.read(Path.of(arguments[0])), Path.of(arguments[1]), clock)) {
            System.out.println("ready " + server.port() + " " + server.oneTimeToken("admin"));
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                clock.offset = Long.parseLong(line.strip());
            }
        }
    }
}
