package dev.berth.words;

import static dev.berth.words.Phrase.time;

import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Sentences for refusals: each names the thing, the value and the limit. */
public final class RefusalSentence {
    /** How many things a sentence names. */
    private static final int MOST_LISTED = 10;

    private final Called called;
    private final Unit unit;

    private RefusalSentence(Called called) {
        this.called = called;
        this.unit = called.unit();
    }

    /**
     * The sentence, with its times still to be written.
     *
     * @param called what the servers are called that the refusal is about
     */
    public static Phrase of(Refusal refusal, Called called) {
        return new RefusalSentence(called).phrase(refusal);
    }

    /** The sentence for somebody in a time zone. */
    public static String of(Refusal refusal, Called called, ZoneId zone) {
        return of(refusal, called).in(zone);
    }

    private Phrase noCapacity(Refusal.NoCapacity full) {
        Refusal.Shortage shortage = full.shortage();
        if (shortage != null) {
            return shortage(full, shortage);
        }
        return Phrase.of(
                "Job %s needs %d free %s for its whole duration between %s and %s, but no pool has them; tried: %s",
                full.job(),
                full.servers(),
                full.servers() == 1 ? unit.name() : unit.plural(),
                time(full.earliest()),
                time(full.deadline()),
                listed(full.tried()));
    }

    private Phrase shortage(Refusal.NoCapacity full, Refusal.Shortage shortage) {
        String wanted = called.wanted(shortage);
        PoolId pool = shortage.pool();
        if (pool == null) {
            return Phrase.of(
                    "Job %s needs %s between %s and %s, but only %d %s free from %s",
                    full.job(),
                    PartWords.licence(shortage.part(), shortage.wanted()),
                    time(full.earliest()),
                    time(full.deadline()),
                    shortage.free(),
                    shortage.free() == 1 ? "is" : "are",
                    time(shortage.from()));
        }
        String host = called.host(pool, shortage.host());
        String free = called.free(shortage);
        return shortage.until() < Window.FOREVER
                ? Phrase.of(
                        "Job %s needs %s on one host for its whole duration between %s and %s, but no host has them;"
                                + " the nearest, %s, has %s free from %s until %s",
                        full.job(),
                        wanted,
                        time(full.earliest()),
                        time(full.deadline()),
                        host,
                        free,
                        time(shortage.from()),
                        time(shortage.until()))
                : Phrase.of(
                        "Job %s needs %s on one host for its whole duration between %s and %s, but no host has them;"
                                + " the nearest, %s, has %s free from %s on",
                        full.job(),
                        wanted,
                        time(full.earliest()),
                        time(full.deadline()),
                        host,
                        free,
                        time(shortage.from()));
    }

    private Phrase phrase(Refusal refusal) {
        return switch (refusal) {
            case Refusal.DeadlineImpossible late ->
                Phrase.of(
                        "Job %s is due by %s, but even on an empty pool %s, the fastest that matches, it would end at %s",
                        late.job(), time(late.deadline()), late.fastest(), time(late.earliestEnd()));
            case Refusal.NoCapacity full -> noCapacity(full);
            case Refusal.TooManyServers many ->
                Phrase.of(
                        "Job %s asks for %s, but the largest pool that matches, %s, has %d",
                        many.job(), unit.counted(many.servers()), many.largest(), many.size());
            case Refusal.PartTooLarge large ->
                Phrase.of(
                        "Job %s asks for %s on one host, but the largest host that matches, in pool %s, has %s",
                        large.job(),
                        PartWords.counted(large.part(), large.wanted()),
                        large.largest(),
                        PartWords.counted(large.part(), large.has()));
            case Refusal.TooManyLicences many ->
                Phrase.of(
                        "Job %s asks for %s, but the site has %d",
                        many.job(), PartWords.licence(many.licence(), many.wanted()), many.has());
            case Refusal.LicencesPromised promised ->
                Phrase.of(
                        "%s %s promised at some moment, so the site cannot have only %d; cancel or move"
                                + " reservations first",
                        PartWords.licence(promised.licence(), promised.promised()),
                        promised.promised() == 1 ? "is" : "are",
                        promised.asked());
            case Refusal.PolicyIncompatible incompatible ->
                Phrase.of(
                        "This site cannot change from policy %s to %s: only one of them decides when it books where exactly a job"
                                + " runs; choose a policy of the same kind",
                        incompatible.policy(), incompatible.asked());
            case Refusal.TooCostly costly ->
                Phrase.of(
                        "This needs more than %d steps of search, the limit for one request;"
                                + " ask for less at once, a shorter interval or fewer numbers of %s",
                        costly.steps(), unit.plural());
            case Refusal.SingleServerOnly single ->
                Phrase.of(
                        "Job %s asks for %d %s, but policy %s only places jobs of one %s; use policy terms, level or earliest",
                        single.job(), single.servers(), unit.plural(), single.policy(), unit);
            case Refusal.OverBudget over ->
                Phrase.of(
                        "Job %s may cost %s, but the cheapest place, in pool %s, costs %s; raise the budget or set a later deadline",
                        over.job(), over.budget(), over.pool(), over.cheapest());
            case Refusal.UnknownPool unknown ->
                unknown.known().isEmpty()
                        ? Phrase.of(
                                "Unknown pool %s; there are no pools yet, and an operator has to add some",
                                unknown.pool())
                        : Phrase.of("Unknown pool %s; the pools are %s", unknown.pool(), byName(unknown.known()));
            case Refusal.DuplicatePool known ->
                Phrase.of("Pool %s already exists; add %s to it, or choose another name", known.pool(), unit.plural());
            case Refusal.PoolJoined joined ->
                Phrase.of("Pool %s has become a host of pool %s; name that one", joined.pool(), joined.into());
            case Refusal.CannotJoin cannot -> cannotJoin(cannot, unit);
            case Refusal.NoMatchingPool none ->
                none.known().isEmpty()
                        ? Phrase.of(
                                "Job %s cannot be placed: there are no pools yet, and an operator has to add some",
                                none.job())
                        : Phrase.of(
                                "Job %s requires %s, but no pool has that; the pools are %s",
                                none.job(), none.requirements(), byName(none.known()));
            case Refusal.UnknownServer unknown ->
                Phrase.of(
                        "Pool %s has no %s %d; its %s are 0 to %d",
                        unknown.pool(), unit, unknown.server(), unit.plural(), unknown.size() - 1);
            case Refusal.PoolFull full ->
                Phrase.of(
                        "Pool %s has %s and cannot take %d more; the limit is %d",
                        full.pool(), unit.counted(full.servers()), full.added(), Pool.MOST_SERVERS);
            case Refusal.UnknownReservation unknown ->
                Phrase.of("Reservation %s does not exist, has ended or was cancelled", unknown.reservation());
            case Refusal.NotHeld confirmed -> Phrase.of("Reservation %s is already confirmed", confirmed.reservation());
            case Refusal.NotConfirmed held ->
                Phrase.of(
                        "Reservation %s is only held; confirm it before changing it, or cancel it", held.reservation());
            case Refusal.TermsOutOfRange terms ->
                Phrase.of(
                        "Reservation %s cannot be changed like this: %s \"%s\" %s",
                        terms.reservation(), terms.field(), value(terms), rule(terms));
            case Refusal.NarrowerInterval narrower ->
                Phrase.of(
                        "Reservation %s may run between %s and %s; relaxing cannot narrow that to %s until %s",
                        narrower.reservation(),
                        time(narrower.ready()),
                        time(narrower.deadline()),
                        time(narrower.askedReady()),
                        time(narrower.askedDeadline()));
            case Refusal.AlreadyUsed used ->
                Phrase.of(
                        "Reservation %s would then have ended at %s, but it is already %s; take less away, or finish it",
                        used.reservation(), time(used.end()), time(used.now()));
            case Refusal.AlreadyStarted started ->
                Phrase.of(
                        "Reservation %s has been running since %s and can no longer be changed like this; finish or cancel it",
                        started.reservation(), time(started.since()));
            case Refusal.AlreadyBound bound ->
                Phrase.of(
                        "Reservation %s starts at %s on %s %s, which are made ready for it; wait until it has ended, or cancel it",
                        bound.reservation(), time(bound.start()), unit.plural(), called.names(null, bound.servers()));
            case Refusal.NotStarted waiting ->
                Phrase.of(
                        "Reservation %s starts at %s and cannot finish before that; cancel it instead",
                        waiting.reservation(), time(waiting.start()));
            case Refusal.ReservationsInTheWay way ->
                Phrase.of(
                        "%s of pool %s cannot be taken out of service %s: %d %s could not be kept: %s",
                        named(way.pool(), way.servers()),
                        way.pool(),
                        during(way.window()),
                        way.inTheWay().size(),
                        way.inTheWay().size() == 1 ? "reservation" : "reservations",
                        listed(way.inTheWay()));
            case Refusal.OutOfService out ->
                Phrase.of(
                        "%s %s of pool %s is already out of service %s; restore it first",
                        unit.capitalised(), called.name(out.pool(), out.server()), out.pool(), during(out.outage()));
            case Refusal.NotBlocked open ->
                Phrase.of(
                        "%s %s of pool %s is not blocked by \"%s\"",
                        unit.capitalised(), called.name(open.pool(), open.server()), open.pool(), open.cause());
            case Refusal.InService up ->
                Phrase.of(
                        "%s %s of pool %s has no outage, now or planned; nothing to restore",
                        unit.capitalised(), called.name(up.pool(), up.server()), up.pool());
            case Refusal.TimeBackwards back ->
                Phrase.of("Time is %s and cannot go back to %s", time(back.now()), time(back.asked()));
            case Refusal.LostServers lost ->
                Phrase.of(
                        "Reservation %s lost its %s at %s and waits for others; wait, change its terms or cancel it",
                        lost.reservation(), unit.plural(), time(lost.since()));
            case Refusal.NotRunning waiting ->
                Phrase.of(
                        "Reservation %s starts at %s and cannot overrun before that; change its terms instead",
                        waiting.reservation(), time(waiting.start()));
            case Refusal.OverrunTooLong longer ->
                Phrase.of(
                        "Reservation %s cannot take that much more work; reserve the rest as a job of its own",
                        longer.reservation());
            case Refusal.NoRoomToExtend room ->
                Phrase.of(
                        "Reservation %s cannot keep its %s of pool %s %s: %s; push the others, or migrate the rest",
                        room.reservation(),
                        unit.plural(),
                        room.pool(),
                        during(room.extra()),
                        whoHasThem(room.inTheWay()));
            case Refusal.CannotPush push ->
                Phrase.of(
                        "Reservation %s cannot keep its %s of pool %s %s: %s%s; migrate the rest",
                        push.reservation(),
                        unit.plural(),
                        push.pool(),
                        during(push.extra()),
                        whoHasThem(push.inTheWay()),
                        switch (push.inTheWay().size()) {
                            case 0 -> "";
                            case 1 -> ", which cannot move";
                            default -> ", which cannot all move";
                        });
            case Refusal.UnknownOpportunist unknown ->
                Phrase.of("Opportunistic job %s does not exist, has ended or was cancelled", unknown.opportunist());
            case Refusal.UnknownWaiter unknown ->
                Phrase.of("Entry %s is not on the waiting list, or no longer", unknown.waiter());
            case Refusal.NoRounds none ->
                Phrase.of(
                        "Job %s cannot be queued because this site has no rounds; book it without queueing",
                        none.job());
            case Refusal.StillQueued queued ->
                Phrase.of(
                        "Request %s is queued until its round ends; until then it can only be cancelled",
                        queued.reservation());
            case Refusal.Discarded discarded ->
                Phrase.of(
                        "Job %s is not among the %d jobs of user %s that are decided in this round; ask again in the next",
                        discarded.job(), discarded.most(), discarded.user());
        };
    }

    /** The value that is out of range: a time, or what it is as text. */
    public static Phrase value(Refusal.TermsOutOfRange terms) {
        return isTime(terms) ? Phrase.of("%s", time(Long.parseLong(terms.value()))) : Phrase.text(terms.value());
    }

    /** The rule that the value breaks; that of the engine has its times as numbers. */
    public static String rule(Refusal.TermsOutOfRange terms) {
        if (!isTime(terms)) {
            return terms.rule();
        }
        long time = Long.parseLong(terms.value());
        return time < 0 || time >= Window.FOREVER ? "is out of range" : "must not be before ready";
    }

    private static boolean isTime(Refusal.TermsOutOfRange terms) {
        return terms.field().equals("ready") || terms.field().equals("deadline");
    }

    private String named(PoolId pool, ServerSet servers) {
        return (servers.size() == 1 ? unit.capitalised() : unit.capitalisedPlural())
                + " "
                + called.names(pool, servers);
    }

    private static Phrase during(Window window) {
        return window.end() == Window.FOREVER
                ? Phrase.of("from %s on", time(window.start()))
                : Phrase.of("from %s to %s", time(window.start()), time(window.end()));
    }

    private static String whoHasThem(List<ReservationId> inTheWay) {
        return inTheWay.isEmpty() ? "they go out of service" : "they are promised to " + listed(inTheWay);
    }

    /** The first of them: a sentence is to be read, and the numbers of a refusal have them all. */
    private static String listed(Collection<?> all) {
        String some = all.stream().limit(MOST_LISTED).map(Object::toString).collect(Collectors.joining(", "));
        return all.size() > MOST_LISTED ? some + " and " + (all.size() - MOST_LISTED) + " more" : some;
    }

    /** A set has no order of its own, and a sentence must not differ from one run to the next. */
    private static Phrase cannotJoin(Refusal.CannotJoin cannot, Unit unit) {
        String pool = cannot.pool().name();
        String reservation = cannot.reservation().map(ReservationId::toString).orElse("");
        return switch (cannot.obstacle()) {
            case TWICE -> Phrase.of("Pool %s is named twice; name it once", pool);
            case HAS_PARTS ->
                Phrase.of(
                        "Pool %s has hosts with parts already; join pools whose %s are booked whole",
                        pool, unit.plural());
            case OTHER_SIZE ->
                Phrase.of(
                        "Pool %s has another number of %s than the others; join pools of equal hosts, and the rest to a pool of their own",
                        pool, unit.plural());
            case OTHER_RATE -> Phrase.of("Pool %s has another rate than the others; join pools of equal hosts", pool);
            case OTHER_TARIFF ->
                Phrase.of("Pool %s has another tariff than the others; give them the same one first", pool);
            case LOST_SERVERS ->
                Phrase.of(
                        "Reservation %s has lost its %s in pool %s; cancel it, or join the pools once it has others",
                        reservation, unit.plural(), pool);
            case QUEUED ->
                Phrase.of(
                        "Request %s waits for pool %s until its round ends; join the pools after that, or withdraw it",
                        reservation, pool);
            case OPPORTUNIST ->
                Phrase.of(
                        "An opportunistic job is queued for pool %s or runs there; join the pools when it is done, or cancel it",
                        pool);
            case NO_CARDS ->
                Phrase.of(
                        "Reservation %s has no %s of its own in pool %s yet; join the pools when it has started, or cancel it",
                        reservation, unit.plural(), pool);
        };
    }

    private static String byName(Set<PoolId> pools) {
        return listed(pools.stream().map(PoolId::toString).sorted().toList());
    }
}
