package dev.berth.service;

import dev.berth.engine.book.Book;
import dev.berth.service.account.Keys;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Role;
import dev.berth.service.cluster.slurm.Slurm;
import dev.berth.service.journal.Journal;
import dev.berth.service.notice.Sender;
import dev.berth.service.notice.SigningKey;
import dev.berth.service.settings.SiteSettings;
import dev.berth.service.site.Settings;
import dev.berth.service.site.Site;
import dev.berth.service.site.TimeSource;
import dev.berth.service.site.TrustedClock;
import dev.berth.service.watch.SiteWatch;
import dev.berth.service.web.ApiServer;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
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
    private static final Logger LOG = LoggerFactory.getLogger(Server.class);

    private final Journal journal;
    private final Site site;
    private final SiteWatch watch;
    private final ApiServer api;
    private final Sender sender;
    private final SiteSetup setup;
    private final List<String> notices;

    private Server(
            Journal journal,
            Site site,
            SiteWatch watch,
            ApiServer api,
            Sender sender,
            SiteSetup setup,
            List<String> notices) {
        this.journal = journal;
        this.site = site;
        this.watch = watch;
        this.api = api;
        this.sender = sender;
        this.setup = setup;
        this.notices = notices;
    }

    /**
     * Opens the site in a directory, which is made if it is not there, and listens.
     *
     * @throws dev.berth.service.journal.JournalInUse if another process has it open
     * @throws dev.berth.service.journal.DamagedJournal if not all of it can be read
     * @throws dev.berth.service.web.PortTaken if another program listens there
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
     * The same with a journal that is open; it is closed with the server, or if that cannot start.
     *
     * @param data where the server keeps its keys
     */
    static Server start(SiteSettings settings, Path data, Journal journal, TimeSource source) {
        try {
            Site site = Site.open(
                    journal,
                    () -> new Book(settings.policy(), settings.admission()),
                    new TrustedClock(source, settings.clock()),
                    Facts.keepers(),
                    Settings.DEFAULT
                            .withRetention(
                                    settings.journal().retention(),
                                    settings.journal().bytes())
                            .withVisibility(settings.visibility()));
            try {
                SiteSetup setup = new SiteSetup(settings);
                return open(
                        journal, site, setup, SigningKey.open(data.resolve("webhooks.key")), logged(setup.apply(site)));
            } catch (RuntimeException e) {
                site.close();
                throw e;
            }
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    /** What watches the site runs from now on, also if nobody could ask for anything. */
    private static Server open(Journal journal, Site site, SiteSetup setup, SigningKey signing, List<String> notices) {
        Keys keys = Keys.of(site);
        SiteWatch watch = SiteWatch.start(
                site, setup.settings(), setup.settings().slurm().map(slurm -> Slurm.of(slurm, site.clock()::millis)));
        try {
            ApiServer api = ApiServer.open(site, setup.settings(), keys, watch, signing);
            Sender sender = Sender.start(site, signing, setup.settings());
            return new Server(journal, site, watch, api, sender, setup, notices);
        } catch (RuntimeException e) {
            watch.close();
            throw e;
        }
    }

    /** What the settings ask for and the site does not do, with the reason; found when it was opened. */
    public List<String> notices() {
        return notices;
    }

    /**
     * Brings the site in line with settings that have changed, as far as that is possible while it is open.
     *
     * @return what they ask for and the site does not do, with the reason
     */
    public List<String> reload(SiteSettings changed) {
        return logged(setup.change(site, changed));
    }

    private static List<String> logged(List<String> notices) {
        notices.forEach(LOG::warn);
        return notices;
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

    /** Finishes what is under way, then closes the journal. */
    @Override
    public void close() {
        api.close();
        sender.close();
        watch.close();
        site.close();
        journal.close();
    }
}
