package dev.berth.service.runs;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Silence of runners that are alive: the network is cut, the service is asleep, the clock jumps. */
class SilenceBrakeTest {
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;

    private final TestSite site = new TestSite(new Pool("fast", 20, "1"));
    private final Beats beats = Beats.of(site.site());
    private final List<ReservationId> all = new ArrayList<>();
    private SilenceWatch watch = watch(new SilenceLimits(Map.of()));
    private long now = START;

    @AfterEach
    void close() {
        site.close();
    }

    private SilenceWatch watch(SilenceLimits limits) {
        return new SilenceWatch(site.site(), beats, limits, none -> false);
    }

    /** Commands on these hosts, each in a reservation of its own; a second apart, as nobody begins at the same moment. */
    private void run(String... hosts) {
        for (int i = 0; i < hosts.length; i++) {
            ReservationId id = site.write(
                            ANA,
                            transaction -> Bookings.book(
                                    transaction, ANA, TestSite.job("ana", new Window(START, START + HOUR), 1), null))
                    .id();
            all.add(id);
        }
        for (int i = 0; i < hosts.length; i++) {
            pass(SECOND);
            RunReports.Beginning beginning =
                    new RunReports.Beginning("runner " + all.get(i), hosts[i], "python", false);
            ReservationId id = all.get(i);
            site.write(ANA, transaction -> RunReports.begin(transaction, Target.of(ANA, id), beginning));
            assertThat(hear(id)).isTrue();
        }
    }

    private void pass(long time) {
        now += time;
        site.pass(time);
    }

    private boolean hear(ReservationId id) {
        return beats.hear(id, ANA, "runner " + id, now);
    }

    /** Lets minutes pass in which these are heard and the others are not. */
    private void minutes(int count, Set<ReservationId> heard) {
        for (int i = 0; i < 2 * count; i++) {
            pass(30 * SECOND);
            heard.forEach(id -> assertThat(hear(id)).isTrue());
            watch.look(now);
        }
    }

    private Set<ReservationId> butFirst(int count) {
        return Set.copyOf(all.subList(count, all.size()));
    }

    private Optional<Event.Cause> closed(int index) {
        return site.read(view -> view.past(all.get(index))).map(past -> past.cause());
    }

    private boolean isBraked() {
        return watch.heldBack().isPresent();
    }

    @Test
    void allSilentTogether_keepTheirServers_andAreHeardAgain() {
        run("a", "a", "b");
        minutes(5, Set.of());
        assertThat(isBraked()).as("nothing would be given back yet").isFalse();

        minutes(7, Set.of());
        assertThat(watch.heldBack().orElseThrow().reservations()).containsExactlyElementsOf(all);
        minutes(20, Set.of());
        assertThat(List.of(closed(0), closed(1), closed(2))).containsOnly(Optional.empty());

        // They come back one after the other; the last one has its full limit from then on.
        minutes(1, Set.of(all.get(0)));
        assertThat(watch.heldBack().orElseThrow().reservations()).containsExactly(all.get(1), all.get(2));
        minutes(1, Set.of(all.get(0), all.get(1)));
        assertThat(isBraked()).isFalse();
        minutes(9, Set.of(all.get(0), all.get(1)));
        assertThat(closed(2)).isEmpty();
        minutes(2, Set.of(all.get(0), all.get(1)));
        assertThat(closed(2)).contains(Event.Cause.FINISHED_EARLY);
        assertThat(closed(0)).isEmpty();
    }

    @Test
    void aSingleSilentRunner_givesItsServersBack() {
        run("a", "b");
        minutes(11, butFirst(1));
        assertThat(closed(0)).contains(Event.Cause.FINISHED_EARLY);
        assertThat(isBraked()).isFalse();
    }

    @Test
    void someOfMany_onOneHost_areTakenForDead() {
        run("a", "a", "b", "b", "b", "b", "b", "b");
        minutes(11, butFirst(2));
        assertThat(List.of(closed(0), closed(1)))
                .as("two of eight are no more than a quarter")
                .containsOnly(Optional.of(Event.Cause.FINISHED_EARLY));
    }

    @Test
    void someOfMany_onTwoHosts_areHeldBack() {
        run("a", "b", "c", "c", "c", "c", "c", "c");
        minutes(11, butFirst(2));
        assertThat(isBraked()).isTrue();
        assertThat(closed(0)).isEmpty();
        assertThat(closed(1)).isEmpty();
    }

    @Test
    void moreThanAQuarter_onOneHost_areHeldBack() {
        run("a", "a", "a", "b", "b", "b", "b", "b");
        minutes(15, butFirst(3));
        assertThat(watch.heldBack().orElseThrow().reservations()).containsExactlyElementsOf(all.subList(0, 3));
        assertThat(closed(0)).isEmpty();
    }

    @Test
    void anOperatorWhoEndsThem_orTheirEnd_letsTheBrakeOff() {
        run("a", "b", "c");
        minutes(12, Set.of());
        assertThat(isBraked()).isTrue();
        for (ReservationId id : all.subList(0, 2)) {
            site.write(ANA, transaction -> transaction.submit(new Command.Finish(id)));
        }
        minutes(1, Set.of());
        assertThat(isBraked()).isFalse();
        assertThat(closed(0)).contains(Event.Cause.FINISHED_EARLY);
        assertThat(closed(2)).isEmpty();
        minutes(50, Set.of());
        assertThat(closed(2)).isPresent();
    }

    @Test
    void whoTakesOver_orWasAsleep_countsAnew() {
        run("a", "b");
        minutes(12, Set.of());
        assertThat(isBraked()).isTrue();

        // As a new leader does.
        beats.countAnew(now);
        watch = watch(new SilenceLimits(Map.of()));
        minutes(9, Set.of());
        assertThat(isBraked()).isFalse();
        assertThat(closed(0)).isEmpty();

        pass(2 * MINUTE);
        watch.look(now);
        assertThat(isBraked()).as("asleep for two minutes").isFalse();
        assertThat(closed(0)).isEmpty();
        assertThat(closed(1)).isEmpty();
    }

    /** Shorter than a minute, and longer than the limit of the pool. */
    @Test
    void aClockThatJumps_endsNobody_alsoWhereLimitsAreShort() {
        run("a");
        Pool fast = site.read(view -> view.pools().getFirst());
        watch = watch(new SilenceLimits(Map.of(fast.id(), Duration.ofSeconds(20).toMillis())));
        watch.look(now);
        pass(40 * SECOND);
        watch.look(now);
        assertThat(closed(0)).isEmpty();
        watch.look(now - 30 * SECOND);
        assertThat(closed(0)).as("back again").isEmpty();
        for (int i = 0; i < 30; i++) {
            pass(SECOND);
            watch.look(now);
        }
        assertThat(closed(0)).contains(Event.Cause.FINISHED_EARLY);
    }
}
