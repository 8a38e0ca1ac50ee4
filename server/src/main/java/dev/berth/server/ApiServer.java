package dev.berth.server;

import dev.berth.api.Api;
import dev.berth.api.Endpoint;
import dev.berth.api.Gate;
import dev.berth.api.Relay;
import dev.berth.api.RequestLimits;
import dev.berth.api.SiteAccess;
import dev.berth.api.accounts.AccountsResource;
import dev.berth.api.accounts.PasswordsResource;
import dev.berth.api.accounts.ProjectsResource;
import dev.berth.api.accounts.SessionsResource;
import dev.berth.api.accounts.SignInResource;
import dev.berth.api.accounts.TokensResource;
import dev.berth.api.hosts.AdoptionsResource;
import dev.berth.api.hosts.SightingsResource;
import dev.berth.api.mcp.McpResource;
import dev.berth.api.notices.NoticeQueueResource;
import dev.berth.api.notices.NoticesResource;
import dev.berth.api.notices.WebhooksResource;
import dev.berth.api.operation.AuditResource;
import dev.berth.api.operation.ClockResource;
import dev.berth.api.operation.HistoryResource;
import dev.berth.api.operation.InstancesResource;
import dev.berth.api.operation.OperationResource;
import dev.berth.api.operation.PolicyResource;
import dev.berth.api.operation.ReportsResource;
import dev.berth.api.planning.CalendarLinkResource;
import dev.berth.api.planning.CalendarResource;
import dev.berth.api.planning.EventsResource;
import dev.berth.api.planning.OffersResource;
import dev.berth.api.planning.Seats;
import dev.berth.api.planning.TimetableResource;
import dev.berth.api.planning.WhatIfResource;
import dev.berth.api.planning.WordsResource;
import dev.berth.api.pools.PoolsResource;
import dev.berth.api.provisioning.ProvisionJson;
import dev.berth.api.provisioning.ProvisionsResource;
import dev.berth.api.provisioning.SearchesResource;
import dev.berth.api.provisioning.SlotsResource;
import dev.berth.api.reservations.AsksResource;
import dev.berth.api.reservations.ChangesResource;
import dev.berth.api.reservations.FollowOpportunistResource;
import dev.berth.api.reservations.FollowResource;
import dev.berth.api.reservations.HoldsResource;
import dev.berth.api.reservations.LossesResource;
import dev.berth.api.reservations.OpportunistsResource;
import dev.berth.api.reservations.PeopleResource;
import dev.berth.api.reservations.RequestsResource;
import dev.berth.api.reservations.ReservationsResource;
import dev.berth.api.reservations.RunsResource;
import dev.berth.api.reservations.SeriesResource;
import dev.berth.api.reservations.UseResource;
import dev.berth.api.reservations.WaitingResource;
import dev.berth.api.watch.ChangeFeed;
import dev.berth.api.watch.Metrics;
import dev.berth.api.watch.UsageHistory;
import dev.berth.api.web.AccessLog;
import dev.berth.api.web.Documents;
import dev.berth.api.web.Listener;
import dev.berth.api.workflows.PlanningResource;
import dev.berth.api.workflows.PlansResource;
import dev.berth.api.workflows.TasksResource;
import dev.berth.api.workflows.WorkflowsResource;
import dev.berth.broker.Broker;
import dev.berth.broker.api.DealsResource;
import dev.berth.broker.api.NoSite;
import dev.berth.directory.ldap.LdapDirectory;
import dev.berth.directory.oidc.OpenId;
import dev.berth.directory.oidc.OpenIdResource;
import dev.berth.engine.model.Pool;
import dev.berth.journal.instance.Instance;
import dev.berth.journal.instance.Instances;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.account.Keys;
import dev.berth.service.booking.IntakeSettings;
import dev.berth.service.booking.PriorityRule;
import dev.berth.service.booking.RecentOffers;
import dev.berth.service.guard.GuardWatch;
import dev.berth.service.guard.Sightings;
import dev.berth.service.notice.Mailing;
import dev.berth.service.notice.SigningKey;
import dev.berth.service.provision.Adverts;
import dev.berth.service.provision.Searches;
import dev.berth.service.signin.Directory;
import dev.berth.service.signin.FailedSignIns;
import dev.berth.service.signin.PasswordSignIn;
import dev.berth.service.use.UseMeters;
import dev.berth.service.use.UseWatch;
import dev.berth.service.workflow.LongWork;
import dev.berth.service.workflow.SitePlanner;
import dev.berth.service.workflow.TaskReporting;
import dev.berth.service.workflow.Uploads;
import dev.berth.service.workflow.Workshop;
import dev.berth.site.Site;
import dev.berth.site.TrustedClock;
import dev.berth.slurm.ClusterFigures;
import dev.berth.slurm.ClusterPools;
import dev.berth.slurm.ClusterSettings;
import dev.berth.slurm.ClusterStatus;
import dev.berth.slurm.Reconciler;
import dev.berth.slurm.api.ClusterResource;
import dev.berth.words.build.Build;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Puts the API together around a site. */
public final class ApiServer implements AutoCloseable {
    private final Api api;
    private final SiteAccess access;
    private final SiteWatch watch;
    private final GuardWatch guards;
    private final UseWatch uses;
    private final AccessLog log;
    private final Listener listener;

    private ApiServer(
            Api api,
            SiteAccess access,
            SiteWatch watch,
            SiteSettings settings,
            Relay relay,
            GuardWatch guards,
            UseWatch uses) {
        this.guards = guards;
        this.uses = uses;
        this.api = api;
        this.access = access;
        this.watch = watch;
        this.log = new AccessLog(settings.log().access());
        this.listener = Listener.start(api, settings.web(), relay, log, watch::letGo);
    }

    /**
     * Listens for requests to a site that was opened with {@link dev.berth.server.SiteFacts#keepers}.
     *
     * @param keys follow the site since before the watch does: a stream that is woken by the end of a token finds it ended
     */
    public static ApiServer open(Site site, SiteSettings settings, Keys keys, SiteWatch watch) {
        return open(site, settings, keys, watch, SigningKey.temporary());
    }

    /** The same with the key that signs what is sent to webhooks. */
    public static ApiServer open(Site site, SiteSettings settings, Keys keys, SiteWatch watch, SigningKey signing) {
        return open(site, settings, keys, watch, signing, Relay.NONE, alone(settings, site), Optional.empty());
    }

    /** The same for one of several instances of a site, or of a broker. */
    public static ApiServer open(
            Site site,
            SiteSettings settings,
            Keys keys,
            SiteWatch watch,
            SigningKey signing,
            Relay relay,
            Instances instances,
            Optional<Broker> broker) {
        return open(site, settings, keys, watch, signing, watch.status(), relay, instances, broker);
    }

    /** The same with another way to learn how the cluster stands, such as one of a test. */
    public static ApiServer open(
            Site site, SiteSettings settings, Keys keys, SiteWatch watch, Optional<Supplier<ClusterStatus>> cluster) {
        return open(
                site,
                settings,
                keys,
                watch,
                SigningKey.temporary(),
                cluster,
                Relay.NONE,
                alone(settings, site),
                Optional.empty());
    }

    private static ApiServer open(
            Site site,
            SiteSettings settings,
            Keys keys,
            SiteWatch watch,
            SigningKey signing,
            Optional<Supplier<ClusterStatus>> cluster,
            Relay relay,
            Instances instances,
            Optional<Broker> broker) {
        TrustedClock clock = site.clock();
        ChangeFeed changes = watch.changes();
        Metrics metrics = watch.metrics();
        UsageHistory history = watch.history();
        RequestLimits limits = settings.limits();
        RequestLimits.Shares shares = limits.shares();
        SiteAccess access = new SiteAccess(
                site, new RecentOffers(clock, shares.offersPerUser()), clock, history, metrics, keeper(settings));
        Gate gate = new Gate(keys, clock, limits);
        FailedSignIns failed = new FailedSignIns(site, System::nanoTime);
        PasswordSignIn passwords = new PasswordSignIn(site, directory(settings), failed, System::nanoTime);
        Seats seats = new Seats(shares.streamsPerUser(), shares.streams());
        Uploads uploads = new Uploads(clock);
        OpenId openId = OpenId.of(settings.signIn().openid(), settings.address());
        Sightings sightings = new Sightings(settings.noShows(), settings.unixUsers());
        UseWatch uses = UseWatch.start(
                site, new UseMeters(settings.idle(), settings.unixUsers(), clock::elapsed), watch::mayBeInUse);
        metrics.count(sightings, clock);
        metrics.brake("runners", () -> watch.heldBack().isPresent());
        metrics.brake("guards", () -> !sightings.heldBack(clock.millis()).isEmpty());
        cluster.ifPresent(status -> metrics.add(new ClusterFigures(status, clock)));
        LongWork longWork = new LongWork(new Workshop("berth-planner", Workshop.Room.usual()));
        SitePlanner planner = new SitePlanner(site, longWork);
        Searches searches = new Searches(
                new Workshop("berth-search", Workshop.Room.usual()),
                search -> changes.say(ProvisionJson.remark(search, clock.millis())));
        Adverts adverts = new Adverts(settings.adverts());
        AtomicReference<Api> whole = new AtomicReference<>();
        CalendarResource calendars = new CalendarResource(access, settings.name());
        List<Endpoint> endpoints = Stream.of(
                        new PoolsResource(access).endpoints(),
                        new OffersResource(access, limits.longestHold().toMillis()).endpoints(),
                        new HoldsResource(access, limits.longestHold().toMillis()).endpoints(),
                        new DealsResource(access, broker, uploads).endpoints(),
                        new ReservationsResource(access, priorities(settings), watch::refused).endpoints(),
                        new LossesResource(access).endpoints(),
                        new RequestsResource(access).endpoints(),
                        new AsksResource(access, settings.asks()).endpoints(),
                        new WaitingResource(access, settings.waiting()).endpoints(),
                        new ChangesResource(access).endpoints(),
                        new PeopleResource(access).endpoints(),
                        new FollowResource(
                                        access,
                                        watch.followers(),
                                        watch.beats(),
                                        Math.max(1, settings.connections().most() / 2))
                                .endpoints(),
                        new RunsResource(access, watch.beats(), settings.silence()).endpoints(),
                        new UseResource(access, watch.beats(), uses).endpoints(),
                        new OpportunistsResource(access, watch.opportunists(), settings.silence()).endpoints(),
                        new FollowOpportunistResource(
                                        access,
                                        watch.followers(),
                                        watch.opportunists(),
                                        Math.max(1, settings.connections().most() / 4))
                                .endpoints(),
                        new SightingsResource(
                                        access, sightings, uses, watch::heldBack, watch::mayBeInUse, metrics::acted)
                                .endpoints(),
                        new AdoptionsResource(access, settings.unixUsers()).endpoints(),
                        new ClusterResource(
                                        access,
                                        cluster,
                                        () -> watch.cluster()
                                                .map(Reconciler::release)
                                                .orElse(List.of()),
                                        clock)
                                .endpoints(),
                        new SeriesResource(access).endpoints(),
                        new WorkflowsResource(uploads, longWork).endpoints(),
                        new PlanningResource(access, uploads, planner).endpoints(),
                        new PlansResource(access).endpoints(),
                        new TasksResource(access, new TaskReporting(site, planner)).endpoints(),
                        new SlotsResource(access, adverts).endpoints(),
                        new SearchesResource(site, uploads, searches, adverts).endpoints(),
                        new ProvisionsResource(access, searches, adverts).endpoints(),
                        new WhatIfResource(access).endpoints(),
                        new WordsResource(access).endpoints(),
                        new McpResource(request -> whole.get().answer(request)).endpoints(),
                        new TimetableResource(access).endpoints(),
                        new EventsResource(changes, access, gate, seats).endpoints(),
                        calendars.endpoints(),
                        new CalendarLinkResource(access, gate, keys, calendars, settings.address()).endpoints(),
                        new AccountsResource(access, keys, priorities(settings)).endpoints(),
                        new ProjectsResource(access, keys).endpoints(),
                        new TokensResource(access, keys, passwords, shares.tokensPerUser()).endpoints(),
                        new OpenIdResource(access, gate, keys, openId, failed).endpoints(),
                        new SignInResource(access, gate, keys, passwords, failed, openId.names()).endpoints(),
                        new PasswordsResource(
                                        access,
                                        keys,
                                        passwords,
                                        settings.address().map(URI::toString).orElse(""))
                                .endpoints(),
                        new SessionsResource(access, gate, keys).endpoints(),
                        new NoticesResource(
                                        access,
                                        gate,
                                        signing,
                                        Mailing.of(
                                                site, settings.name(), settings.notices(), settings.address(), signing))
                                .endpoints(),
                        new NoticeQueueResource(
                                        access, settings.notices().mail().isPresent())
                                .endpoints(),
                        new WebhooksResource(access, signing, settings.notices().privateNetworks()).endpoints(),
                        new AuditResource(access).endpoints(),
                        new HistoryResource(access, history).endpoints(),
                        new ReportsResource(access).endpoints(),
                        new InstancesResource(access, instances).endpoints(),
                        new ClockResource(access, clock).endpoints(),
                        new PolicyResource(access).endpoints(),
                        new OperationResource(
                                        access,
                                        metrics,
                                        settings.name(),
                                        clock,
                                        cluster.isPresent(),
                                        broker.isPresent())
                                .endpoints())
                .flatMap(List::stream)
                .map(endpoint -> broker.isPresent() ? NoSite.of(endpoint) : endpoint)
                .toList();
        Api api = new Api(endpoints, gate, access, metrics, watch.room()::isFull, new Documents()::get, relay);
        whole.set(api);
        return new ApiServer(api, access, watch, settings, relay, GuardWatch.start(site, sightings), uses);
    }

    /** One instance that has the site to itself. */
    public static Instances alone(SiteSettings settings, Site site) {
        String name =
                settings.listen().getHostString() + ":" + settings.listen().getPort();
        String address = settings.address()
                .map(URI::toString)
                .orElse((settings.tls().isPresent() ? "https://" : "http://") + name);
        long since = site.clock().millis();
        return Instances.alone(() -> {
            long now = site.clock().millis();
            return new Instance(
                    name,
                    address,
                    true,
                    false,
                    true,
                    since,
                    now,
                    site.known(),
                    0,
                    Build.own().toString(),
                    0);
        });
    }

    /** Which pools a cluster keeps, and runs what is booked there; one that is only watched does neither. */
    private static Optional<Predicate<Pool>> keeper(SiteSettings settings) {
        return settings.cluster()
                .filter(cluster -> cluster.mode() == ClusterSettings.Mode.KEEP)
                .map(cluster -> ClusterPools::isOne);
    }

    private static Optional<Directory> directory(SiteSettings settings) {
        // Not LdapDirectory::new, which would load the library for LDAP where no directory is. Its jar is sealed: once
        // the program has been moved, Java does not start with classes of it among those kept by the rehearsal.
        return settings.signIn().ldap().map(ldap -> new LdapDirectory(ldap));
    }

    private static PriorityRule priorities(SiteSettings settings) {
        return settings.intake().map(IntakeSettings::priorities).orElse(PriorityRule.USUAL);
    }

    public int port() {
        return listener.port();
    }

    public List<Endpoint> endpoints() {
        return api.endpoints();
    }

    /** Whether every request is a record in the log from now on. */
    public void logRequests(boolean wanted) {
        log.set(wanted);
    }

    /** Makes durable what is only counted so far. */
    public void keepCounts() {
        access.keepRefusals();
    }

    /** Takes no more requests and finishes those that are under way. */
    @Override
    public void close() {
        watch.letGo();
        listener.close();
        guards.close();
        uses.close();
        keepCounts();
    }
}
