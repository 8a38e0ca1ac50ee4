package dev.berth.soak.instances;

import dev.berth.journal.postgres.PostgresAddress;
import dev.berth.server.Standby;
import dev.berth.server.settings.SiteFile;
import dev.berth.site.TimeSource;
import dev.berth.soak.service.FaultyClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * One of several instances of a site, as {@code berth serve --journal} runs it, except that lines on its standard input move
 * its wall clock: each is a number of milliseconds to add to the real time. It ends with its standard input.
 */
public final class SharedInstance {
    private SharedInstance() {}

    /**
     * Serves a site. Says {@code ready PORT -} at once, or {@code ready PORT TOKEN} when it leads if it is the first.
     *
     * @param arguments the settings, the directory for keys, the journal, the port, and whether it is the first
     */
    public static void main(String[] arguments) throws IOException {
        FaultyClock clock = new FaultyClock();
        CompletableFuture<String> token = new CompletableFuture<>();
        boolean isFirst = Boolean.parseBoolean(arguments[4]);
        try (Standby standby = Standby.start(
                SiteFile.read(Path.of(arguments[0])),
                Path.of(arguments[1]),
                PostgresAddress.of(arguments[2]),
                TimeSource.measured(clock),
                "http://127.0.0.1:" + arguments[3],
                server -> {
                    if (isFirst && !token.isDone()) {
                        token.complete(server.oneTimeToken("admin"));
                    }
                })) {
            CompletableFuture<Boolean> unused = standby.over().whenComplete((stopped, why) -> {
                if (why != null) {
                    why.printStackTrace();
                    Runtime.getRuntime().halt(3);
                }
            });
            System.out.println("ready " + arguments[3] + " " + (isFirst ? token.join() : "-"));
            clock.obey(System.in);
        }
    }
}
