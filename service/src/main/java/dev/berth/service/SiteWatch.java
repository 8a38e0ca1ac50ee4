package dev.berth.service;

import dev.berth.engine.model.ReservationId;
import dev.berth.service.cluster.Cluster;
import dev.berth.service.cluster.ClusterStatus;
import dev.berth.service.cluster.Reconciler;
import dev.berth.service.runs.Beats;
import dev.berth.service.runs.HeldBack;
import dev.berth.service.runs.SilenceWatch;
import dev.berth.service.settings.SiteSettings;
import dev.berth.service.site.Headroom;
import dev.berth.service.site.Site;
import dev.berth.service.watch.ChangeFeed;
import dev.berth.service.watch.Followers;
import dev.berth.service.watch.Metrics;
import dev.berth.service.watch.SiteLog;
import dev.berth.service.watch.UsageHistory;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Everything that watches a site from the moment it is opened. */
public final class SiteWatch implements AutoCloseable {
    private final ChangeFeed changes;
    private final Followers followers;
    private final Metrics metrics;
    private final UsageHistory history;
    private final Headroom headroom;
    private final Beats beats;
    private final Site site;
    private final SiteSettings settings;
    /** What only the leader of the site does. */
    private volatile @Nullable SilenceWatch silence;

    private volatile @Nullable Reconciler cluster;

    private SiteWatch(
            Site site,
            SiteSettings settings,
            ChangeFeed changes,
            Followers followers,
            Metrics metrics,
            UsageHistory history,
            Headroom headroom,
            Beats beats) {
        this.site = site;
        this.settings = settings;
        this.changes = changes;
        this.followers = followers;
        this.metrics = metrics;
        this.history = history;
        this.headroom = headroom;
        this.beats = beats;
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
        SiteWatch watch = follow(site, settings);
        watch.lead(cluster);
        return watch;
    }

    /** Begins to watch a site that another server leads: nothing is done about what is seen. */
    public static SiteWatch follow(Site site, SiteSettings settings) {
        ChangeFeed changes = ChangeFeed.of(site);
        Followers followers = Followers.of(site);
        Metrics metrics = new Metrics(site);
        site.listen(metrics::committed);
        UsageHistory history = new UsageHistory(site);
        site.listen(history::committed);
        Headroom headroom = Headroom.watch();
        site.listen(headroom::committed);
        SiteLog.follow(site);
        Beats beats = Beats.of(site);
        return new SiteWatch(site, settings, changes, followers, metrics, history, headroom, beats);
    }

    /** This server leads from now on: it gives back what silent runners hold, and makes the cluster keep what is booked. */
    public void lead(Optional<Cluster> kept) {
        beats.countAnew(site.clock().millis());
        cluster = kept.map(each -> Reconciler.start(
                        site,
                        each,
                        settings.name(),
                        settings.unixUsers(),
                        settings.slurm().orElseThrow()))
                .orElse(null);
        silence = SilenceWatch.start(site, beats, settings.silence(), this::mayBeInUse);
    }

    /** Another server leads from now on. */
    public void follow() {
        Optional.ofNullable(silence).ifPresent(SilenceWatch::close);
        cluster().ifPresent(Reconciler::close);
        silence = null;
        cluster = null;
    }

    /** Whether the cluster may run jobs in a reservation. */
    public boolean mayBeInUse(ReservationId id) {
        return cluster().filter(reconciler -> reconciler.mayBeInUse(id)).isPresent();
    }

    /** The runs that keep their servers because their runners fell silent together; empty if there are none, or another server leads. */
    public Optional<HeldBack> heldBack() {
        return Optional.ofNullable(silence).flatMap(SilenceWatch::heldBack);
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
        return Optional.ofNullable(cluster);
    }

    /** How the cluster stands, whenever it is asked; empty if there is none. */
    public Optional<Supplier<ClusterStatus>> status() {
        boolean mayCome = site.isFollowing() && settings.slurm().isPresent();
        return mayCome || cluster().isPresent() ? Optional.of(this::statusNow) : Optional.empty();
    }

    private ClusterStatus statusNow() {
        return cluster()
                .map(Reconciler::status)
                .orElseGet(
                        () -> ClusterStatus.none(settings.slurm().orElseThrow().mode()));
    }

    /** Ends the waiting of all who listen or follow. */
    public void letGo() {
        changes.close();
        followers.close();
    }

    @Override
    public void close() {
        letGo();
        follow();
        headroom.close();
        metrics.close();
    }
}
