package dev.berth.service.watch;

import dev.berth.service.cluster.Cluster;
import dev.berth.service.cluster.Reconciler;
import dev.berth.service.runs.Beats;
import dev.berth.service.runs.SilenceWatch;
import dev.berth.service.settings.SiteSettings;
import dev.berth.service.site.Headroom;
import dev.berth.service.site.Site;
import java.util.Optional;

/** Everything that watches a site from the moment it is opened. */
public final class SiteWatch implements AutoCloseable {
    private final ChangeFeed changes;
    private final Followers followers;
    private final Metrics metrics;
    private final UsageHistory history;
    private final Headroom headroom;
    private final Beats beats;
    private final SilenceWatch silence;
    private final Optional<Reconciler> cluster;

    private SiteWatch(
            ChangeFeed changes,
            Followers followers,
            Metrics metrics,
            UsageHistory history,
            Headroom headroom,
            Beats beats,
            SilenceWatch silence,
            Optional<Reconciler> cluster) {
        this.changes = changes;
        this.followers = followers;
        this.metrics = metrics;
        this.history = history;
        this.headroom = headroom;
        this.beats = beats;
        this.silence = silence;
        this.cluster = cluster;
    }

    /** Begins to watch a site behind which there is no cluster. */
    public static SiteWatch start(Site site, SiteSettings settings) {
        return start(site, settings, Optional.empty());
    }

    /**
     * Begins to watch a site.
     *
     * @param cluster what keeps what is booked there; the settings must say how
     */
    public static SiteWatch start(Site site, SiteSettings settings, Optional<Cluster> cluster) {
        ChangeFeed changes = ChangeFeed.of(site);
        Followers followers = Followers.of(site);
        Metrics metrics = new Metrics(site);
        site.listen(metrics::committed);
        UsageHistory history = new UsageHistory(site);
        site.listen(history::committed);
        Headroom headroom = Headroom.watch();
        site.listen(headroom::committed);
        Beats beats = Beats.of(site);
        SilenceWatch silence = SilenceWatch.start(site, beats, settings.silence());
        Optional<Reconciler> reconciler = cluster.map(
                each -> Reconciler.start(site, each, settings, settings.slurm().orElseThrow()));
        return new SiteWatch(changes, followers, metrics, history, headroom, beats, silence, reconciler);
    }

    public ChangeFeed changes() {
        return changes;
    }

    public Followers followers() {
        return followers;
    }

    public Metrics metrics() {
        return metrics;
    }

    public UsageHistory history() {
        return history;
    }

    public Headroom headroom() {
        return headroom;
    }

    public Beats beats() {
        return beats;
    }

    /** What makes the cluster keep what is booked; empty if there is none. */
    public Optional<Reconciler> cluster() {
        return cluster;
    }

    /** Ends the waiting of all who listen or follow. */
    public void letGo() {
        changes.close();
        followers.close();
    }

    @Override
    public void close() {
        letGo();
        silence.close();
        cluster.ifPresent(Reconciler::close);
        headroom.close();
    }
}
