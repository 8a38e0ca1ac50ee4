package dev.berth.cli.deal;

import dev.berth.broker.remote.BrokerSettings;
import dev.berth.broker.remote.SitesFile;
import dev.berth.cli.remote.Shop;
import dev.berth.site.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A real broker over the real sites north and south. */
final class BrokerShop implements AutoCloseable {
    final Map<String, Shop> sites = new LinkedHashMap<>();
    final Shop broker;

    BrokerShop(Path directory) throws IOException {
        for (String name : List.of("north", "south")) {
            sites.put(name, new Shop(Files.createDirectory(directory.resolve(name))));
        }
        BrokerSettings settings = SitesFile.read(BrokerFiles.write(directory, sites));
        broker = new Shop(
                directory,
                TimeSource.following(Shop.CLOCK),
                site -> site.with(draft -> draft.pools = List.of())
                        .with(draft -> draft.broker = Optional.of(settings)));
    }

    @Override
    public void close() {
        broker.close();
        sites.values().forEach(Shop::close);
    }
}
