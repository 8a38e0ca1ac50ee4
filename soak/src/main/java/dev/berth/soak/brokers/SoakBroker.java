package dev.berth.soak.brokers;

import dev.berth.service.Server;
import dev.berth.service.settings.SiteFile;
import dev.berth.service.settings.SitesFile;
import dev.berth.soak.service.FaultyClock;
import java.io.IOException;
import java.nio.file.Path;

/** A broker, as {@code berth broker} runs it. It ends with its standard input. */
public final class SoakBroker {
    private SoakBroker() {}

    /**
     * Serves. Says {@code ready PORT TOKEN} when it does.
     *
     * @param arguments the settings, the sites, and the directory for data
     */
    public static void main(String[] arguments) throws IOException {
        FaultyClock clock = new FaultyClock();
        try (Server server = Server.start(
                SiteFile.read(Path.of(arguments[0])).withBroker(SitesFile.read(Path.of(arguments[1]))),
                Path.of(arguments[2]),
                clock)) {
            System.out.println("ready " + server.port() + " " + server.oneTimeToken("admin"));
            clock.obey(System.in);
        }
    }
}
