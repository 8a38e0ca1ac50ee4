package dev.berth.server;

import dev.berth.api.Relay;
import dev.berth.broker.Broker;
import dev.berth.engine.admission.Admissions;
import dev.berth.engine.book.Book;
import dev.berth.engine.calendar.Calendars;
import dev.berth.journal.Journal;
import dev.berth.journal.ReadableJournal;
import dev.berth.journal.instance.Instances;
import dev.berth.journal.store.Journals;
import dev.berth.server.duty.Duty;
import dev.berth.server.duty.LeaderDuties;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.account.Keys;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Role;
import dev.berth.service.curve.CurveKeeper;
import dev.berth.service.notice.Mailing;
import dev.berth.service.notice.Sender;
import dev.berth.service.notice.SigningKey;
import dev.berth.site.Settings;
import dev.berth.site.Site;
import dev.berth.site.TimeSource;
import dev.berth.site.TrustedClock;
import dev.berth.slurm.Cluster;
import dev.berth.slurm.ClusterSettings;
import dev.berth.slurm.SlurmSettings;
import dev.berth.slurm.client.Slurm;
import dev.berth.words.build.Build;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A site that is open for business: journal, book and HTTP API.
 *
 * <pre>{@code
 * try (Server server = Server.start(SiteFile.read(file), data, Clock.systemUTC())) {
 *     System.out.println(server.port() + " " + server.oneTimeToken("admin"));
 * }
 * }</pre>
 */
public final class Server implements AutoCloseable {
    /** Default policy before there was {@link Calendars#DEFAULT}. */
    private static final String EARLIER_DEFAULT = "prompt";

    private static final Logger LOG = LoggerFactory.getLogger(Server.class);

    private final Site site;
    private final SiteWatch watch;
    private final ApiServer api;
    private final SiteSetup setup;
    private final LeaderDuties duties;
    /** The journal that this instance writes; null while it does not lead. */
    private volatile @Nullable Journal journal;

    /** One of several instances says of itself when it starts and stops. */
    private boolean isAlone;

    private volatile List<String> notices = List.of();

    private Server(Site site, SiteWatch watch, ApiServer api, SiteSetup setup, LeaderDuties duties) {
        this.site = site;
        this.watch = watch;
        this.api = api;
        this.setup = setup;
        this.duties = duties;
    }

    /**
     * Opens the site in a directory, which is made if it is not there, and listens.
     *
     * @throws dev.berth.journal.JournalInUse if another process has it open
     * @throws dev.berth.journal.DamagedJournal if not all of it can be read
     * @throws dev.berth.api.web.PortTaken if another program listens there
     * @throws IllegalArgumentException if it would listen where others can reach it, unprotected
     */
    public static Server start(SiteSettings settings, Path data, Clock clock) {
        return start(settings, data, TimeSource.measured(clock));
    }

    /** The same with a time of one's own, such as one that a test moves. */
    public static Server start(SiteSettings settings, Path data, TimeSource source) {
        settings.exposed().ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        return start(settings, data, Journals.open(data.toAbsolutePath().toString()), source);
    }

    /**
     * The same with a journal that is open; it is closed with the instance, or if that cannot start.
     *
     * @param data where the instance keeps its keys
     */
    static Server start(SiteSettings settings, Path data, Journal journal, TimeSource source) {
        try {
            Site site = Site.open(
                    journal,
                    book(settings),
                    new TrustedClock(source, settings.clock()),
                    SiteFacts.keepers(settings.quota()),
                    kept(settings));
            try {
                SiteSetup setup = new SiteSetup(settings);
                List<String> notices = logged(setup.apply(site));
                Server server = open(site, setup, data, Relay.NONE, ApiServer.alone(settings, site), List.of());
                server.journal = journal;
                server.notices = notices;
                server.isAlone = true;
                server.logged("Service started", server.port());
                return server;
            } catch (RuntimeException e) {
                site.close();
                throw e;
            }
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    /** Site that another instance leads, read from its journal. */
    static Site load(SiteSettings settings, ReadableJournal journal, TimeSource source, BooleanSupplier isUpToDate) {
        return Site.follow(
                journal,
                book(settings),
                new TrustedClock(source, settings.clock()),
                SiteFacts.keepers(settings.quota()),
                kept(settings),
                isUpToDate);
    }

    /**
     * Answers for a site that another instance leads: reads here, writes there.
     *
     * @param data where the instance keeps its keys
     * @param more the duties of one of several instances, begun after those of every instance
     */
    static Server standBy(
            SiteSettings settings, Path data, Site site, Relay relay, Instances instances, List<Duty<?>> more) {
        return open(site, new SiteSetup(settings), data, relay, instances, more);
    }

    /** Tells in the metrics how far this instance is behind while it follows. */
    void measureLag(DoubleSupplier seconds) {
        watch.metrics().lag(site, seconds);
    }

    /** Leads from now on: all that the journal holds is in the site. The journal is closed with the instance. */
    void lead(Journal leading) {
        site.lead(leading);
        journal = leading;
        notices = logged(setup.apply(site));
        duties.start();
    }

    /**
     * Leaves the site to another instance at once. This one answers nothing by itself from now on, and passes everything on.
     *
     * @param heir the name of that instance; empty for the first that comes
     */
    void handOver(String heir) {
        Optional.ofNullable(journal).ifPresent(each -> each.leaveTo(heir));
        leave();
    }

    /** Ends the duties of the leader, finishes the writes that are under way, and lets another instance write. */
    private void leave() {
        duties.close();
        Journal last = journal;
        if (last != null && last.isShared()) {
            journal = null;
            api.keepCounts();
            site.close();
            last.close();
        }
    }

    private static Optional<Cluster> cluster(Site site, SiteSettings settings) {
        return settings.cluster().map(each -> cluster(each, site.clock()::millis));
    }

    /** Kinds of clusters, each by the type of its settings. */
    private static Cluster cluster(ClusterSettings settings, LongSupplier clock) {
        if (settings instanceof SlurmSettings slurm) {
            return Slurm.of(slurm, clock);
        }
        throw new IllegalArgumentException("no kind of cluster has the settings " + settings);
    }

    /** Duties of every instance that leads, in the order in which they begin. */
    private static Stream<Duty<?>> duties(
            Site site, SiteSetup setup, SiteWatch watch, SigningKey signing, Optional<Broker> broker) {
        Stream<Duty<?>> notices = Stream.of(new Duty<>("notices", () -> sender(site, setup.settings(), signing)));
        Stream<Duty<?>> deals = broker.stream()
                .map(each -> new Duty<>("deals", () -> {
                    each.lead();
                    return each;
                }));
        Stream<Duty<?>> curves = Stream.of(new Duty<>("curves", () -> CurveKeeper.start(site, setup::curves)));
        return Stream.of(watch.duties().stream(), notices, deals, curves).flatMap(each -> each);
    }

    private static Sender sender(Site site, SiteSettings settings, SigningKey signing) {
        return Sender.start(
                site,
                signing,
                settings.notices(),
                Mailing.of(site, settings.name(), settings.notices(), settings.address(), signing));
    }

    /**
     * Book that a journal without a snapshot begins with. Policies of today are journaled by the first transaction of a new site
     * ({@link SiteSetup}); a journal that does not say them was begun when they did not exist yet.
     */
    private static Supplier<Book> book(SiteSettings settings) {
        return () -> new Book(
                settings.policy().equals(Calendars.DEFAULT) ? EARLIER_DEFAULT : settings.policy(),
                settings.admission().equals(Admissions.OF_NEW_SITES) ? Admissions.DEFAULT : settings.admission());
    }

    private static Settings kept(SiteSettings settings) {
        return Settings.DEFAULT
                .withRetention(
                        settings.journal().retention(), settings.journal().bytes())
                .withVisibility(settings.visibility());
    }

    private static Server open(
            Site site, SiteSetup setup, Path data, Relay relay, Instances instances, List<Duty<?>> more) {
        SigningKey signing = SigningKey.open(data.resolve("webhooks.key"));
        Keys keys = Keys.of(site);
        SiteWatch watch = SiteWatch.of(site, setup.settings(), cluster(site, setup.settings()));
        Optional<Broker> broker = setup.settings().broker().map(settings -> Broker.of(site, settings));
        LeaderDuties duties = new LeaderDuties(Stream.concat(duties(site, setup, watch, signing, broker), more.stream())
                .toList());
        try {
            if (!site.isFollowing()) {
                // Before anybody can ask for anything: one of the duties is a rule about who may book.
                duties.start();
            }
            ApiServer api = ApiServer.open(site, setup.settings(), keys, watch, signing, relay, instances, broker);
            return new Server(site, watch, api, setup, duties);
        } catch (RuntimeException e) {
            duties.close();
            watch.close();
            throw e;
        }
    }

    /** Notices of settings that the site does not follow, with the reason; found when it was opened. */
    public List<String> notices() {
        return notices;
    }

    /**
     * Brings the site in line with settings that have changed, as far as that is possible while it is open.
     *
     * @return what they ask for and the site does not do, with the reason
     */
    public List<String> reload(SiteSettings changed) {
        api.logRequests(changed.log().access());
        return logged(setup.change(site, changed));
    }

    private static List<String> logged(List<String> notices) {
        notices.forEach(LOG::warn);
        return notices;
    }

    private void logged(String words, int port) {
        SiteSettings settings = setup.settings();
        LOG.atInfo()
                .addKeyValue("site", settings.name())
                .addKeyValue("address", settings.listen().getHostString() + ":" + port)
                .addKeyValue("version", Build.own().toString())
                .log(words);
    }

    public int port() {
        return api.port();
    }

    public Site site() {
        return site;
    }

    /** A token that signs in once as an administrator, within an hour. Nobody can ask for it twice. */
    public String oneTimeToken(String administrator) {
        return NewToken.oneTime(site, administrator, Role.ADMINISTRATOR);
    }

    /** Finishes what is under way, then closes the journal; one that others wait for first of all. */
    @Override
    public void close() {
        int port = port();
        leave();
        api.close();
        watch.close();
        site.close();
        Optional.ofNullable(journal).ifPresent(Journal::close);
        if (isAlone) {
            logged("Service stopped", port);
        }
    }
}
