package dev.berth.soak.service;

import dev.berth.broker.remote.BrokerSettings;
import dev.berth.broker.remote.SitesFile;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteFile;
import dev.berth.server.settings.SiteSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The service, as {@code berth serve} and {@code berth broker} run it, except that lines on its standard input move its wall clock: each is a
 * number of milliseconds to add to the real time. It ends with its standard input.
 */
public final class SoakInstance {
    private SoakInstance() {}

    /**
     * Serves a site or a broker; says {@code ready PORT TOKEN} when it does.
     *
     * @param arguments the settings, the directory for data and, for a broker, its sites
     */
    public static void main(String[] arguments) throws IOException {
        FaultyClock clock = new FaultyClock();
        SiteSettings settings = SiteFile.read(Path.of(arguments[0]));
        Optional<BrokerSettings> broker =
                arguments.length > 2 ? Optional.of(SitesFile.read(Path.of(arguments[2]))) : settings.broker();
        SiteSettings served = settings.with(draft -> draft.broker = broker);
        try (Server server = Server.start(served, Path.of(arguments[1]), clock)) {
            System.out.println("ready " + server.port() + " " + server.oneTimeToken("admin"));
            clock.obey(System.in);
        }
    }
}
