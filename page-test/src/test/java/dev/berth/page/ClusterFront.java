package dev.berth.page;

import dev.berth.server.ApiServer;
import dev.berth.server.SiteWatch;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.account.Keys;
import dev.berth.site.Site;
import dev.berth.slurm.ClusterStatus;
import java.util.Optional;
import java.util.function.Supplier;

/** A site as it is served where there is a cluster, of which a test says how it stands. */
record ClusterFront(SiteWatch watch, ApiServer api) implements AutoCloseable {
    static ClusterFront open(Site site, SiteSettings settings, Supplier<ClusterStatus> cluster) {
        SiteWatch watch = SiteWatch.start(site, settings);
        return new ClusterFront(watch, ApiServer.open(site, settings, Keys.of(site), watch, Optional.of(cluster)));
    }

    int port() {
        return api.port();
    }

    @Override
    public void close() {
        api.close();
        watch.close();
    }
}
