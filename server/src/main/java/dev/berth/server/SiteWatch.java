package dev.berth.server;

import dev.berth.api.watch.ChangeFeed;
import dev.berth.api.watch.Followers;
import dev.berth.api.watch.Metrics;
import dev.berth.api.watch.SiteLog;
import dev.berth.api.watch.UsageHistory;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.ReservationId;
import dev.berth.server.duty.Duty;
import dev.berth.server.duty.LeaderDuties;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.ask.RoomSeeker;
import dev.berth.service.runs.Beats;
import dev.berth.service.runs.HeldBack;
import dev.berth.service.runs.OpportunistBeats;
import dev.berth.service.runs.OpportunistWatch;
import dev.berth.service.runs.SilenceWatch;
import dev.berth.site.MemoryRoom;
import dev.berth.site.Site;
import dev.berth.slurm.Cluster;
import dev.berth.slurm.ClusterStatus;
import dev.berth.slurm.Reconciler;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Everything that watches a site from the moment it is opened. */
public final class SiteWatch implements AutoCloseable {
    private final ChangeFeed changes;
    private final Followers followers;
    private final Metrics metrics;
    private final UsageHistory history;
    private final MemoryRoom room;
    private final Beats beats;
    private final Site site;
    private final SiteSettings settings;
    private final Optional<Duty<Reconciler>> cluster;
    private final Duty<SilenceWatch> silence;
    private final OpportunistBeats opportunists;
    private final Duty<OpportunistWatch> opportunistSilence;
    private final Duty<RoomSeeker> asks;

    private SiteWatch(
            Site site,
            SiteSettings settings,
            Optional<Cluster> kept,
            ChangeFeed changes,
            Followers followers,
            Metrics metrics,
            UsageHistory history,
            MemoryRoom room,
            Beats beats) {
        this.site = site;
        this.settings = settings;
        this.changes = changes;
        this.followers = followers;
        this.metrics = metrics;
        this.history = history;
        this.room = room;
        this.beats = beats;
        this.cluster = kept.map(each -> new Duty<>(
                "cluster",
                () -> Reconciler.start(
                        site,
                        each,
                        settings.name(),
                        settings.unixUsers(),
                        settings.cluster().orElseThrow())));
        this.silence = new Duty<>("silence", this::watchSilence);
        this.opportunists = new OpportunistBeats(site);
        this.opportunistSilence =
                new Duty<>("opportunists", () -> OpportunistWatch.start(site, opportunists, settings.silence()));
        this.asks = new Duty<>("asks", () -> RoomSeeker.start(site, settings.asks()));
    }

    /** Begins to watch a site behind which there is no cluster. */
    public static SiteWatch start(Site site, SiteSettings settings) {
        return start(site, settings, Optional.empty());
    }

    /**
     * Begins to watch a site, and to do something about what is seen.
     *
     * @param cluster what keeps what is booked there; the settings must say how
     */
    public static SiteWatch start(Site site, SiteSettings settings, Optional<Cluster> cluster) {
        SiteWatch watch = of(site, settings, cluster);
        new LeaderDuties(watch.duties()).start();
        return watch;
    }

    /** Begins to watch a site. Nothing is done about what is seen before the {@link #duties} begin. */
    public static SiteWatch of(Site site, SiteSettings settings, Optional<Cluster> cluster) {
        ChangeFeed changes = ChangeFeed.of(site);
        Followers followers = Followers.of(site);
        Metrics metrics = new Metrics(site);
        site.listen(metrics::committed);
        UsageHistory history = new UsageHistory(site);
        site.listen(history::committed);
        SiteLog.keep(site);
        Beats beats = Beats.of(site);
        return new SiteWatch(site, settings, cluster, changes, followers, metrics, history, MemoryRoom.of(site), beats);
    }

    /** Duties of the instance that leads the site: to make the cluster keep what is booked, and to give back what silent runners hold. */
    public List<Duty<?>> duties() {
        return Stream.concat(cluster.stream(), Stream.of(silence, opportunistSilence, asks))
                .toList();
    }

    private SilenceWatch watchSilence() {
        beats.countAnew(site.clock().millis());
        return SilenceWatch.start(site, beats, settings.silence(), this::mayBeInUse);
    }

    /** Whether the cluster may run jobs in a reservation. */
    public boolean mayBeInUse(ReservationId id) {
        return cluster().filter(each -> each.mayBeInUse(id)).isPresent();
    }

    /** The runs that keep their servers because their runners fell silent together; empty if there are none, or another instance leads. */
    public Optional<HeldBack> heldBack() {
        return silence.running().flatMap(SilenceWatch::heldBack);
    }

    /** A job was refused for want of room: owners may be asked for some, if this instance leads. */
    public void refused(Job job) {
        asks.running().ifPresent(seeker -> seeker.refused(job));
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

    public MemoryRoom room() {
        return room;
    }

    public Beats beats() {
        return beats;
    }

    public OpportunistBeats opportunists() {
        return opportunists;
    }

    /** The keeper of what is booked in the cluster; empty if there is no cluster, or another instance leads. */
    public Optional<Reconciler> cluster() {
        return cluster.flatMap(Duty::running);
    }

    /** How the cluster stands, whenever it is asked; empty if there is none. */
    public Optional<Supplier<ClusterStatus>> status() {
        return cluster.map(any -> this::statusNow);
    }

    private ClusterStatus statusNow() {
        return cluster()
                .map(Reconciler::status)
                .orElseGet(() ->
                        ClusterStatus.none(settings.cluster().orElseThrow().mode()));
    }

    /** Ends the waiting of all who listen or follow. */
    public void letGo() {
        changes.close();
        followers.close();
    }

    @Override
    public void close() {
        letGo();
        new LeaderDuties(duties()).close();
        metrics.close();
    }
}
