package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.intake.Declined;
import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class QueueingTest {
    private static final Rounds ROUNDS = new Rounds(10, Rules.DEFAULT);

    private static Desk desk(Excess excess, int most) {
        Desk desk = Desk.of("earliest", 1);
        desk.accept(new Command.SetRounds(new Rounds(10, new Rules(5, most, Sorting.SHORTEST, excess))));
        return desk;
    }

    private static Job job(String user, long work, long deadline) {
        Job job = Job.of(user + work, 0, work, deadline);
        return new Job(job.id(), user, job.ready(), deadline, job.shape(), Requirements.NONE, Terms.NONE);
    }

    private static ReservationId enqueue(Desk desk, String user, int priority, long work) {
        List<Event> events = desk.accept(new Command.Enqueue(job(user, work, 1_000), new Priority(priority)));
        assertThat(events).hasSize(1);
        return ((Event.Queued) events.getFirst()).request().id();
    }

    @Test
    void round_isDecidedAtItsEnd_byPriorityThenLength() {
        Desk desk = desk(new Excess.Defer(3), 3);
        desk.advance(3);
        ReservationId low = enqueue(desk, "low", 1, 5);
        ReservationId longer = enqueue(desk, "high", 9, 7);
        desk.advance(9);
        ReservationId shorter = enqueue(desk, "high", 9, 4);
        assertThat(desk.book().queued()).extracting(Queued::id).containsExactly(low, longer, shorter);
        assertThat(desk.book().queued(low).orElseThrow().since()).isEqualTo(3);
        assertThat(desk.book().reservations()).isEmpty();
        desk.advance(10);
        assertThat(desk.book().queued()).isEmpty();
        assertThat(desk.window(shorter)).isEqualTo(new Window(10, 14));
        assertThat(desk.window(longer)).isEqualTo(new Window(14, 21));
        assertThat(desk.window(low)).isEqualTo(new Window(21, 26));
        assertThat(desk.get(shorter).isRunning()).as("starts at once").isTrue();
        assertThat(desk.get(low).agreement().made()).isEqualTo(10);
    }

    @Test
    void numbers_areGivenWhenQueued_andNeverTwice() {
        Desk desk = desk(new Excess.Defer(3), 3);
        ReservationId queued = enqueue(desk, "ann", 1, 5);
        ReservationId reserved = desk.reserve(Job.of("now", 0, 5, 100));
        assertThat(queued).isEqualTo(new ReservationId(1));
        assertThat(reserved).isEqualTo(new ReservationId(2));
        desk.advance(10);
        assertThat(desk.get(queued).job().user()).isEqualTo("ann");
        assertThat(desk.reserve(Job.of("next", 0, 5, 100))).isEqualTo(new ReservationId(3));
    }

    @Test
    void atTheEndOfARound_theNextHasBegun() {
        Desk desk = desk(new Excess.Defer(3), 3);
        desk.advance(10);
        ReservationId id = enqueue(desk, "ann", 1, 5);
        desk.advance(10);
        desk.advance(19);
        assertThat(desk.book().queued(id)).isPresent();
        desk.advance(100);
        assertThat(desk.book().queued(id)).isEmpty();
        assertThat(desk.book().reservation(id)).as("decided at 20, ran to 25").isEmpty();
    }

    @Test
    void whatExceedsN_isDeferred_andDecidedWithinTheMostRounds() {
        Desk desk = desk(new Excess.Defer(2), 1);
        ReservationId patient = enqueue(desk, "high", 9, 50);
        for (int round = 0; round < 2; round++) {
            enqueue(desk, "high", 9, 1);
            enqueue(desk, "low", 1, 1);
            desk.advance(10L * (round + 1));
            assertThat(desk.book().queued(patient).orElseThrow().deferrals()).isEqualTo(round + 1);
        }
        enqueue(desk, "high", 9, 1);
        enqueue(desk, "low", 1, 1);
        desk.advance(30);
        assertThat(desk.get(patient).window()).isEqualTo(new Window(30, 80));
        assertThat(desk.book().queued()).as("the short one is put off now").hasSize(1);
    }

    @Test
    void whatExceedsN_isTurnedAway_ifTheRulesSaySo() {
        Desk desk = desk(new Excess.Discard(), 1);
        ReservationId first = enqueue(desk, "high", 9, 5);
        ReservationId second = enqueue(desk, "high", 9, 6);
        enqueue(desk, "low", 1, 1);
        List<Event> events = desk.accept(new Command.Advance(10));
        assertThat(events)
                .contains(new Event.TurnedAway(
                        second, new Refusal.Discarded(job("high", 6, 9).id(), "high", 1)));
        assertThat(desk.book().reservation(first)).isPresent();
        assertThat(desk.book().queued(second)).isEmpty();
    }

    @Test
    void whatFindsNoRoom_isTurnedAwayWithTheReason() {
        Desk desk = desk(new Excess.Defer(3), 3);
        desk.accept(new Command.Enqueue(job("ann", 40, 50), new Priority(2)));
        desk.accept(new Command.Enqueue(job("bob", 45, 60), new Priority(1)));
        List<Event> events = desk.accept(new Command.Advance(10));
        assertThat(events)
                .filteredOn(Event.TurnedAway.class::isInstance)
                .singleElement()
                .satisfies(event -> {
                    Event.TurnedAway away = (Event.TurnedAway) event;
                    assertThat(away.request()).isEqualTo(new ReservationId(2));
                    assertThat(away.reason()).isInstanceOf(Refusal.NoCapacity.class);
                });
        Declined declined = desk.book().declined(new ReservationId(2)).orElseThrow();
        assertThat(declined.user()).isEqualTo("bob");
        assertThat(declined.job()).isEqualTo(job("bob", 45, 60).id());
        assertThat(declined.at()).isEqualTo(10);
        assertThat(declined.code()).isEqualTo("no-capacity");
        assertThat(declined.reason())
                .isInstanceOfSatisfying(
                        Declined.Reason.Decided.class,
                        decided -> assertThat(decided.refusal())
                                .isInstanceOfSatisfying(Refusal.NoCapacity.class, full -> {
                                    assertThat(full.job()).isEqualTo(declined.job());
                                    assertThat(full.servers()).isEqualTo(1);
                                }));
        assertThat(Book.restore(desk.book().snapshot()).declined(new ReservationId(2)))
                .contains(declined);
        assertThat(desk.book().declined(new ReservationId(1))).isEmpty();
    }

    @Test
    void budget_isKept() {
        Desk desk = desk(new Excess.Defer(3), 3);
        desk.accept(new Command.SetTariff(Desk.POOL, Tariff.flat(Money.of("1"), 1)));
        Job cheap = job("ann", 40, 500).under(Terms.budget(Money.of("39")));
        Job right = job("ann", 40, 500).under(Terms.budget(Money.of("40")));
        desk.accept(new Command.Enqueue(cheap, Priority.LOWEST));
        desk.accept(new Command.Enqueue(right, Priority.LOWEST));
        List<Event> events = desk.accept(new Command.Advance(10));
        assertThat(events)
                .filteredOn(Event.TurnedAway.class::isInstance)
                .singleElement()
                .satisfies(event ->
                        assertThat(((Event.TurnedAway) event).reason()).isInstanceOf(Refusal.OverBudget.class));
        Reservation granted = desk.get(new ReservationId(2));
        assertThat(granted.agreement().price()).isEqualTo(Money.of("40"));
    }

    @Test
    void priority_isThatOfTheLatestRequest() {
        Desk desk = desk(new Excess.Defer(3), 3);
        ReservationId promoted = enqueue(desk, "ann", 1, 9);
        ReservationId other = enqueue(desk, "bob", 5, 1);
        ReservationId later = enqueue(desk, "ann", 20, 8);
        desk.advance(10);
        assertThat(desk.window(later).start()).isEqualTo(10);
        assertThat(desk.window(promoted).start()).isEqualTo(18);
        assertThat(desk.window(other).start()).isEqualTo(27);
    }

    @Test
    void queuedRequest_canBeWithdrawn_andNothingElse() {
        Desk desk = desk(new Excess.Defer(3), 3);
        ReservationId id = enqueue(desk, "ann", 1, 5);
        assertThat(desk.refuse(new Command.Confirm(id))).isEqualTo(new Refusal.StillQueued(id));
        assertThat(desk.refuse(new Command.Change(id, job("ann", 6, 100)))).isEqualTo(new Refusal.StillQueued(id));
        assertThat(desk.accept(new Command.Cancel(id))).containsExactly(new Event.Closed(id, Event.Cause.CANCELLED));
        assertThat(desk.book().queued()).isEmpty();
        assertThat(desk.refuse(new Command.Cancel(id))).isEqualTo(new Refusal.UnknownReservation(id));
    }

    @Test
    void withoutRounds_nothingIsQueued() {
        Desk desk = Desk.of("level", 1);
        assertThat(desk.book().rounds()).isEmpty();
        assertThat(desk.refuse(new Command.Enqueue(job("ann", 5, 50), Priority.LOWEST)))
                .isEqualTo(new Refusal.NoRounds(job("ann", 5, 50).id()));
        desk.accept(new Command.SetRounds(ROUNDS));
        assertThat(desk.book().rounds()).contains(ROUNDS);
    }

    @Test
    void whatWaits_survivesASnapshot() {
        Desk desk = desk(new Excess.Defer(2), 1);
        enqueue(desk, "high", 9, 50);
        enqueue(desk, "high", 9, 5);
        enqueue(desk, "low", 1, 5);
        desk.advance(10);
        enqueue(desk, "low", 1, 5);
        Book restored = Book.restore(desk.book().snapshot());
        assertThat(restored.queued())
                .hasSize(2)
                .containsExactlyElementsOf(desk.book().queued());
        assertThat(restored.rounds()).isEqualTo(desk.book().rounds());
        desk.advance(20);
        restored.submit(new Command.Advance(20));
        assertThat(restored.snapshot()).isEqualTo(desk.book().snapshot());
        Book discarding = Book.restore(desk(new Excess.Discard(), 1).book().snapshot());
        assertThat(discarding.rounds().orElseThrow().rules().excess()).isEqualTo(new Excess.Discard());
    }

    /**
     * Version 3 has no last sections: of an empty queue one byte and two counts, of an empty waiting list four numbers, of held licences a count. It does not say after the names of the
     * policies whether there are early starts, nor before the pools which licences there are, nor after a pool which of its servers
     * are handed out last and what parts they have, which are counts.
     */
    @Test
    void snapshotOfVersionThree_isStillRead() {
        Desk desk = Desk.of("level", 2);
        ReservationId id = desk.reserve(Job.of("old", 0, 5, 50));
        byte[] now = desk.book().snapshot();
        int names = 8 + 2 + "level".length() + 2 + "direct".length();
        int licences = names + 1 + 8 + 8;
        int pool = licences + 1 + 4 + 2 + "p".length() + 4 + 4 + 4 + 4 + 1;
        int waitlist = 8 + 4 + 8 + 4;
        int held = 4;
        int content = now.length - 8 - held - waitlist - 9 - 1 - 1 - 4 - 1;
        ByteBuffer old = ByteBuffer.allocate(content + 8)
                .put(now, 0, names)
                .put(now, names + 1, licences - names - 1)
                .put(now, licences + 1, pool - licences - 1)
                .put(now, pool + 5, content - pool + 2)
                .putInt(4, 3);
        CRC32 sum = new CRC32();
        sum.update(old.array(), 0, content);
        old.putLong(content, sum.getValue());
        Book restored = Book.restore(old.array());
        assertThat(restored.reservation(id)).isEqualTo(desk.book().reservation(id));
        assertThat(restored.rounds()).isEmpty();
        assertThat(restored.queued()).isEmpty();
        assertThat(restored.snapshot()).isEqualTo(now);
    }

    /** Only the latest are remembered; taking it back brings the forgotten ones back. */
    @Test
    void declinedRequests_areForgottenInTime() {
        Desk desk = desk(new Excess.Defer(3), 3);
        for (int i = 0; i < 10_002; i++) {
            desk.accept(new Command.Enqueue(job("ann", 40, 41), Priority.LOWEST));
        }
        byte[] before = desk.book().snapshot();
        desk.book().whatIf(List.of(new Command.Advance(10)));
        assertThat(desk.book().snapshot()).isEqualTo(before);
        desk.advance(10);
        assertThat(desk.book().declined(new ReservationId(2))).isEmpty();
        assertThat(desk.book().declined(new ReservationId(3))).isPresent();
        assertThat(desk.book().declined(new ReservationId(10_002))).isPresent();
    }
}
