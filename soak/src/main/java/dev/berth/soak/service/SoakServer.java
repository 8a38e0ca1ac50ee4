package dev.berth.soak.service;

import dev.berth.service.Server;
import dev.berth.service.settings.SiteFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The service, as {@code berth serve} runs it, except that lines on its standard input move its wall clock: each is a
 * number of milliseconds to add to the real time. It ends with its standard input.
 */
public final class SoakServer {
    private SoakServer() {}

    /** Serves {@code site.yaml} from a data directory; says {@code ready PORT TOKEN} when it does. */
    public static void main(String[] arguments) throws IOException {
        FaultyClock clock = new FaultyClock();
        try (Server server = Server.start(SiteFile.read(Path.of(arguments[0])), Path.of(arguments[1]), clock)) {
            System.out.println("ready " + server.port() + " " + server.oneTimeToken("admin"));
            clock.obey(System.in);
        }
    }
}
