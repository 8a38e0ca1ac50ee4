package dev.berth.api.watch;

import dev.berth.engine.book.Event;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.AuditLog;
import dev.berth.service.loss.Loss;
import dev.berth.site.Actor;
import dev.berth.site.Committed;
import dev.berth.site.Past;
import dev.berth.site.Site;
import dev.berth.wire.Names;
import dev.berth.wire.Times;
import dev.berth.words.Phrase;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Writes to the log what operators must not miss: reservations that cannot be kept, servers that are gone or back, failed
 * sign-ins. Bookings and their ordinary ends are written at the level {@code debug}. Only the leader writes, or every instance
 * would say the same.
 */
public final class SiteLog {
    private static final Logger LOG = LoggerFactory.getLogger(SiteLog.class);
    private static final String WHY = "why";

    private final Site site;

    private SiteLog(Site site) {
        this.site = site;
    }

    public static void keep(Site site) {
        site.listen(new SiteLog(site)::committed);
    }

    private void committed(Committed change) {
        if (site.isFollowing()) {
            return;
        }
        new OutageLog(site, change).write(LOG);
        change.events().forEach(event -> write(event, change));
        signIns(change);
    }

    private void write(Event event, Committed change) {
        switch (event) {
            case Event.Degraded e ->
                about(Level.WARN, e.reservation(), change)
                        .addKeyValue(WHY, loss(change, e.reservation().id()))
                        .log("Reservation degraded: it lost its servers and waits for others");
            case Event.Recovered e ->
                placed(Level.INFO, e.reservation(), change).log("Reservation recovered");
            case Event.Closed e -> closed(e, change);
            case Event.PoolAdded e ->
                LOG.atInfo()
                        .addKeyValue("pool", e.pool().id().name())
                        .addKeyValue("servers", e.pool().servers())
                        .addKeyValue("by", by(change))
                        .log("Pool added");
            case Event.ServersAdded e ->
                LOG.atInfo()
                        .addKeyValue("pool", e.pool().name())
                        .addKeyValue("servers", e.count())
                        .addKeyValue("by", by(change))
                        .log("Servers added");
            // Bookings and their course, which are many.
            case Event.Reserved e -> ordinary("Reservation booked", e.reservation(), change);
            case Event.Held e -> ordinary("Offer held", e.reservation(), change);
            case Event.Changed e -> ordinary("Reservation changed", e.reservation(), change);
            case Event.StartsEarly e -> ordinary("Reservation starts early", e.reservation(), change);
            case Event.Moved e -> e.reservations().forEach(each -> ordinary("Reservation moved", each, change));
            case Event.Started e ->
                LOG.atDebug()
                        .addKeyValue("reservation", e.reservation())
                        .addKeyValue("servers", () -> e.servers().ranges())
                        .log("Reservation started");
            // Told by the outages.
            case Event.OutagePlanned e -> {}
            case Event.OutageEnded e -> {}
            // Steps on the way, and settings, which are in the audit log.
            case Event.RoundsSet e -> {}
            case Event.LicencesSet e -> {}
            case Event.PolicySet e -> {}
            case Event.Queued e -> {}
            case Event.Deferred e -> {}
            case Event.TurnedAway e -> {}
            case Event.Confirmed e -> {}
            case Event.TariffSet e -> {}
            case Event.Renamed e -> {}
            case Event.Repacked e -> {}
            case Event.Bound e -> {}
            case Event.Shunned e -> {}
            case Event.TimeAdvanced e -> {}
            case Event.Opportunistic e -> {}
            case Event.Waitlist e -> {}
        }
    }

    private void closed(Event.Closed event, Committed change) {
        switch (event.cause()) {
            case DISPLACED ->
                past(event)
                        .ifPresent(reservation -> about(Level.WARN, reservation, change)
                                .addKeyValue(WHY, loss(change, event.reservation()))
                                .log("Reservation displaced: it cannot be kept"));
            case NO_SHOW ->
                past(event)
                        .ifPresent(reservation -> about(Level.INFO, reservation, change)
                                .addKeyValue(WHY, detail(change, event.reservation()))
                                .log("Reservation given back: nobody used it"));
            case CANCELLED, ENDED, FINISHED_EARLY, EXPIRED -> {
                if (LOG.isDebugEnabled()) {
                    past(event)
                            .ifPresent(reservation -> about(Level.DEBUG, reservation, change)
                                    .addKeyValue("cause", Names.of(event.cause()))
                                    .log("Reservation closed"));
                }
            }
        }
    }

    /** Logs an event that happens all the time. */
    private static void ordinary(String words, Reservation reservation, Committed change) {
        if (LOG.isDebugEnabled()) {
            placed(Level.DEBUG, reservation, change).log(words);
        }
    }

    private Optional<Reservation> past(Event.Closed event) {
        return site.read(view -> view.past(event.reservation())).map(Past::reservation);
    }

    private static LoggingEventBuilder placed(Level level, Reservation reservation, Committed change) {
        return about(level, reservation, change)
                .addKeyValue("start", Times.instant(reservation.window().start()))
                .addKeyValue("end", Times.instant(reservation.window().end()));
    }

    private static LoggingEventBuilder about(Level level, Reservation reservation, Committed change) {
        return LOG.atLevel(level)
                .addKeyValue("reservation", reservation.id())
                .addKeyValue("name", reservation.job().id().name())
                .addKeyValue("user", reservation.job().user())
                .addKeyValue("pool", reservation.placement().pool().name())
                .addKeyValue("by", by(change));
    }

    /** Author of a change: an account, a part of the service, or the passing of time. */
    static String by(Committed change) {
        return change.actor().isEmpty() ? "time" : change.actor();
    }

    /** Which servers a reservation lost and why, as it is recorded beside the event. */
    private static String loss(Committed change, ReservationId id) {
        return change.facts().stream()
                .map(Committed.Fact::value)
                .filter(Loss.class::isInstance)
                .map(Loss.class::cast)
                .filter(loss -> loss.reservation() == id.number())
                .map(Loss::sentence)
                .map(Phrase::toString)
                .findFirst()
                .orElse("");
    }

    private static String detail(Committed change, ReservationId id) {
        return deeds(change).stream()
                .filter(deed -> deed.subject().equals(id.toString()))
                .map(AuditLog.Deed::detail)
                .findFirst()
                .orElse("");
    }

    /** At most one a minute of each address: see {@link dev.berth.service.signin.FailedSignIns}. */
    private static void signIns(Committed change) {
        if (!change.actor().equals(Actor.SITE)) {
            return;
        }
        for (AuditLog.Deed deed : deeds(change)) {
            switch (deed.what()) {
                case "wrong-password" ->
                    LOG.atWarn()
                            .addKeyValue("account", deed.subject())
                            .addKeyValue(WHY, deed.detail())
                            .log("Sign-in failed: wrong password");
                case "failed-sign-in" ->
                    LOG.atWarn()
                            .addKeyValue("provider", deed.subject())
                            .addKeyValue(WHY, deed.detail())
                            .log("Sign-in failed");
                default -> {
                    // Done by the settings.
                }
            }
        }
    }

    private static List<AuditLog.Deed> deeds(Committed change) {
        return change.facts().stream()
                .map(Committed.Fact::value)
                .filter(AuditLog.Deed.class::isInstance)
                .map(AuditLog.Deed.class::cast)
                .toList();
    }
}
