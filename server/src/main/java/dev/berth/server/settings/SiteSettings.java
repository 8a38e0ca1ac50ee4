package dev.berth.server.settings;

import dev.berth.api.RequestLimits;
import dev.berth.api.connection.AddressRange;
import dev.berth.api.connection.ConnectionLimits;
import dev.berth.api.log.LogSettings;
import dev.berth.api.web.WebSettings;
import dev.berth.broker.remote.BrokerSettings;
import dev.berth.engine.admission.Admissions;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Amounts;
import dev.berth.service.account.Quota;
import dev.berth.service.ask.AskSettings;
import dev.berth.service.booking.IntakeSettings;
import dev.berth.service.curve.CurveSettings;
import dev.berth.service.guard.NoShowLimits;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.service.notice.NoticeSettings;
import dev.berth.service.provision.AdvertSettings;
import dev.berth.service.runs.SilenceLimits;
import dev.berth.service.use.IdleRules;
import dev.berth.service.waitlist.WaitlistSettings;
import dev.berth.site.ClockLimits;
import dev.berth.site.Keeping;
import dev.berth.site.Visibility;
import dev.berth.slurm.ClusterSettings;
import dev.berth.wire.PoolJson;
import dev.berth.wire.tls.Tls;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Settings of a site.
 *
 * @param policy how jobs are placed, and {@code admission} what may move to make room for them; both count when the
 *     site is new
 * @param pools those that are added at the start if the site does not have them yet
 * @param licences of the site, by name; no others
 * @param clock when the clock of the machine is not believed
 * @param intake how queued requests are decided; empty if none are taken, or as they were
 * @param trustedProxies proxies that are believed about the address of a client
 * @param journal how much of the past stays in the journal
 * @param visibility what users see of each other's reservations
 * @param noShows after which reservations that nobody uses are given back
 * @param idle what is done about reservations that are idle, by pool
 * @param unixUsers the Unix user of each account on the hosts of the site
 * @param cluster the cluster that keeps what is booked; empty if nothing but this service does
 * @param silence after which the servers of a run are given back, because its runner is dead
 * @param address where people find the service, such as {@code https://berth.example.org}; empty if it has not been set
 * @param signIn identity providers and directory with which users sign in
 * @param notices how people are told about their reservations
 * @param quota of users who have none of their own
 * @param log content and format of the log
 * @param broker the sites that it books at; empty if it is no broker
 * @param adverts how often slots are advertised
 * @param asks how owners are asked for flexibility
 * @param curves hours and dates by which pools cost more or less
 */
public record SiteSettings(
        String name,
        InetSocketAddress listen,
        Optional<Tls> tls,
        boolean allowPublic,
        String policy,
        String admission,
        List<PoolJson.Planned> pools,
        Amounts licences,
        RequestLimits limits,
        Optional<IntakeSettings> intake,
        List<AddressRange> trustedProxies,
        ClockLimits clock,
        ConnectionLimits connections,
        Keeping journal,
        Visibility visibility,
        SilenceLimits silence,
        NoShowLimits noShows,
        IdleRules idle,
        UnixUsers unixUsers,
        Optional<ClusterSettings> cluster,
        Optional<URI> address,
        SignInSettings signIn,
        NoticeSettings notices,
        Optional<Quota> quota,
        LogSettings log,
        Optional<BrokerSettings> broker,
        AdvertSettings adverts,
        AskSettings asks,
        WaitlistSettings waiting,
        List<CurveSettings> curves) {
    public static final int PORT = 7117;

    public SiteSettings {
        pools = List.copyOf(pools);
        trustedProxies = List.copyOf(trustedProxies);
        curves = List.copyOf(curves);
    }

    /** A site without pools, on loopback. */
    public static SiteSettings of(String name, int port) {
        return new SiteSettings(
                name,
                InetSocketAddress.createUnresolved("127.0.0.1", port),
                Optional.empty(),
                false,
                Calendars.DEFAULT,
                Admissions.OF_NEW_SITES,
                List.of(),
                Amounts.NONE,
                RequestLimits.DEFAULT,
                Optional.empty(),
                List.of(),
                ClockLimits.DEFAULT,
                ConnectionLimits.DEFAULT,
                Keeping.DEFAULT,
                Visibility.NAMES,
                new SilenceLimits(Map.of()),
                NoShowLimits.NONE,
                IdleRules.NONE,
                UnixUsers.SAME,
                Optional.empty(),
                Optional.empty(),
                SignInSettings.NONE,
                NoticeSettings.DEFAULT,
                Optional.empty(),
                LogSettings.DEFAULT,
                Optional.empty(),
                AdvertSettings.ON_DEMAND,
                AskSettings.DEFAULT,
                WaitlistSettings.DEFAULT,
                List.of());
    }

    /** Copies these settings, changed: {@code settings.with(draft -> draft.tls = Optional.of(tls))}. */
    public SiteSettings with(Consumer<SettingsDraft> change) {
        SettingsDraft draft = new SettingsDraft();
        change.accept(draft);
        return draft.settings();
    }

    /** Copy of these settings whose parts can be replaced. */
    public final class SettingsDraft {
        public InetSocketAddress listen = SiteSettings.this.listen;
        public Optional<Tls> tls = SiteSettings.this.tls;
        public String policy = SiteSettings.this.policy;
        public List<PoolJson.Planned> pools = SiteSettings.this.pools;
        public Amounts licences = SiteSettings.this.licences;
        public RequestLimits limits = SiteSettings.this.limits;
        public Optional<IntakeSettings> intake = SiteSettings.this.intake;
        public List<AddressRange> trustedProxies = SiteSettings.this.trustedProxies;
        public ConnectionLimits connections = SiteSettings.this.connections;
        public Visibility visibility = SiteSettings.this.visibility;
        public SilenceLimits silence = SiteSettings.this.silence;
        public NoShowLimits noShows = SiteSettings.this.noShows;
        public IdleRules idle = SiteSettings.this.idle;
        public UnixUsers unixUsers = SiteSettings.this.unixUsers;
        public Optional<ClusterSettings> cluster = SiteSettings.this.cluster;
        public Optional<URI> address = SiteSettings.this.address;
        public SignInSettings signIn = SiteSettings.this.signIn;
        public NoticeSettings notices = SiteSettings.this.notices;
        public Optional<Quota> quota = SiteSettings.this.quota;
        public LogSettings log = SiteSettings.this.log;
        public Optional<BrokerSettings> broker = SiteSettings.this.broker;
        public AdvertSettings adverts = SiteSettings.this.adverts;
        public AskSettings asks = SiteSettings.this.asks;
        public WaitlistSettings waiting = SiteSettings.this.waiting;
        public List<CurveSettings> curves = SiteSettings.this.curves;

        private SettingsDraft() {}

        private SiteSettings settings() {
            return new SiteSettings(
                    name,
                    listen,
                    tls,
                    allowPublic,
                    policy,
                    admission,
                    pools,
                    licences,
                    limits,
                    intake,
                    trustedProxies,
                    clock,
                    connections,
                    journal,
                    visibility,
                    silence,
                    noShows,
                    idle,
                    unixUsers,
                    cluster,
                    address,
                    signIn,
                    notices,
                    quota,
                    log,
                    broker,
                    adverts,
                    asks,
                    waiting,
                    curves);
        }
    }

    /** The part that the listener reads. */
    public WebSettings web() {
        return new WebSettings(listen, tls, address, trustedProxies, connections, limits.bodyBytes());
    }

    /** Why the site must not listen where it is told to; empty if it may. */
    public Optional<String> exposed() {
        return tls.isPresent() || allowPublic || isLoopback(listen.getHostString())
                ? Optional.empty()
                : Optional.of("listen is " + listen.getHostString()
                        + ", which others can reach, and tokens would cross the network unprotected;"
                        + " set tls, or allowPublic: true if something in front does");
    }

    private static boolean isLoopback(String host) {
        try {
            return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
