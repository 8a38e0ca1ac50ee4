package dev.berth.service;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Pool;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Keys;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Role;
import dev.berth.service.journal.Journal;
import dev.berth.service.settings.SiteSettings;
import dev.berth.service.site.Settings;
import dev.berth.service.site.Site;
import dev.berth.service.site.TimeSource;
import dev.berth.service.site.Transaction;
import dev.berth.service.site.TrustedClock;
import dev.berth.service.site.View;
import dev.berth.service.watch.SiteWatch;
import dev.berth.service.web.ApiServer;
import dev.berth.service.wire.PoolJson;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
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

    private Server(Journal journal, Site site, SiteWatch watch, ApiServer api) {
        this.journal = journal;
        this.site = site;
        this.watch = watch;
        this.api = api;
    }

    /**
     * Opens the site in a directory, which is made if it is not there, and listens.
     *
     * @throws dev.berth.service.journal.JournalInUse if another process has it open
     * @throws dev.berth.service.journal.DamagedJournal if not all of it can be read
     * @throws dev.berth.service.web.PortTaken if somebody else listens there
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
        Journal journal = Journals.open(data.toAbsolutePath().toString());
        try {
            Site site = Site.open(
                    journal,
                    () -> new Book(settings.policy(), settings.admission()),
                    new TrustedClock(source, settings.clock()),
                    Facts.keepers(),
                    Settings.DEFAULT.withRetention(
                            settings.journal().retention(), settings.journal().bytes()));
            try {
                site.write("site", transaction -> addPools(transaction, settings) && setRounds(transaction, settings))
                        .join();
                tellWhatStays(site, settings);
                return open(journal, site, settings);
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
    private static Server open(Journal journal, Site site, SiteSettings settings) {
        Keys keys = Keys.of(site);
        SiteWatch watch = SiteWatch.start(site);
        try {
            return new Server(journal, site, watch, ApiServer.open(site, settings, keys, watch));
        } catch (RuntimeException e) {
            watch.close();
            throw e;
        }
    }

    /** How a site decides is settled when it is made: what is booked there counts on it. */
    private static void tellWhatStays(Site site, SiteSettings settings) {
        String policy = site.read(View::policy);
        String admission = site.read(View::admission);
        if (!policy.equals(settings.policy()) || !admission.equals(settings.admission())) {
            LOG.warn(
                    "this site was made with policy {} and admission {}, and keeps them; the settings say {} and {}",
                    policy,
                    admission,
                    settings.policy(),
                    settings.admission());
        }
    }

    /** Pools that the site has already stay as they are: what is booked there counts on it. */
    private static boolean addPools(Transaction transaction, SiteSettings settings) {
        for (PoolJson.Planned planned : settings.pools()) {
            Pool pool = planned.pool();
            if (transaction.view().pools().stream()
                    .noneMatch(known -> known.id().equals(pool.id()))) {
                transaction.submit(new Command.AddPool(pool));
                planned.tariff().ifPresent(tariff -> transaction.submit(new Command.SetTariff(pool.id(), tariff)));
                AuditLog.add(transaction, "add-pool", pool.id().name(), "by the settings of the site");
            }
        }
        return true;
    }

    /** The book keeps its rounds itself: a replay must not depend on the settings of today. */
    private static boolean setRounds(Transaction transaction, SiteSettings settings) {
        settings.intake().map(SiteSettings.Intake::rounds).ifPresent(rounds -> {
            if (!transaction.view().rounds().equals(Optional.of(rounds))) {
                transaction.submit(new Command.SetRounds(rounds));
                AuditLog.add(transaction, "set-rounds", rounds.toString(), "by the settings of the site");
            }
        });
        return true;
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
        watch.close();
        site.close();
        journal.close();
    }
}
