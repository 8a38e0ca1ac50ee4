package dev.berth.soak.instances;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.soak.instances.WatchedExchange.Freshness;
import dev.berth.soak.instances.WatchedExchange.Kind;
import dev.berth.soak.instances.WatchedExchange.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The checker finds what is planted. Two servers; a and b are booked at the same time, then a is cancelled. */
class CheckerTest {
    private static final String POOL = """
            {"events":[{"type":"PoolAdded","pool":{"id":"p","servers":2}}]}""";
    private static final PromisedReservation A = new PromisedReservation(1, "a", "p", 1, 100, 200, List.of());
    private static final PromisedReservation B = new PromisedReservation(2, "b", "p", 1, 100, 200, List.of());

    private final List<JournalEntry> journal = new ArrayList<>(List.of(
            new JournalEntry(1, 1, POOL),
            new JournalEntry(2, 1, reserved(1, "a", 0)),
            new JournalEntry(3, 1, reserved(2, "b", 1)),
            new JournalEntry(4, 2, """
                    {"events":[{"type":"Closed","reservation":1,"cause":"CANCELLED"}]}""")));
    private final List<WatchedExchange> history = new ArrayList<>(List.of(
            booked("a", 10, 20, 2, A),
            booked("b", 30, 40, 3, B),
            new WatchedExchange(Kind.CANCEL, "r1", Freshness.ANY, 0, 50, 60, Outcome.DONE, 4, Optional.empty())));

    private static String reserved(int id, String name, int server) {
        return """
                {"events":[{"type":"Reserved","reservation":{"id":%d,"job":{"id":"%s"},"placement":{"pool":"p","count":1,\
                "window":{"start":100,"end":200},"servers":[%d]}}}]}""".formatted(id, name, server);
    }

    private static WatchedExchange booked(String name, long begun, long ended, long version, PromisedReservation told) {
        return new WatchedExchange(
                Kind.BOOK, name, Freshness.ANY, 0, begun, ended, Outcome.DONE, version, Optional.of(told));
    }

    private static WatchedExchange refused(String name) {
        return new WatchedExchange(Kind.BOOK, name, Freshness.ANY, 0, 70, 80, Outcome.REFUSED, 0, Optional.empty());
    }

    private static WatchedExchange read(
            Freshness asked, long seen, long begun, long version, PromisedReservation told) {
        return new WatchedExchange(
                Kind.READ, "r" + told.id(), asked, seen, begun, begun + 5, Outcome.DONE, version, Optional.of(told));
    }

    private static WatchedExchange notFound(String id, Freshness asked, long seen, long begun) {
        return new WatchedExchange(Kind.READ, id, asked, seen, begun, begun + 5, Outcome.REFUSED, 0, Optional.empty());
    }

    private void assertFound(String what) {
        assertThat(Checker.check(journal, history)).anyMatch(each -> each.contains(what));
    }

    @Test
    void whatIsRight_isNotComplainedOf() {
        history.add(read(Freshness.LEADER, 0, 45, 3, A));
        history.add(read(Freshness.ANY, 0, 70, 2, A));
        history.add(read(Freshness.NAMED, 3, 70, 3, B));
        history.add(notFound("r1", Freshness.LEADER, 0, 70));
        history.add(notFound("r1", Freshness.LEADER, 0, 5));
        history.add(notFound("r2", Freshness.ANY, 0, 70));
        history.add(refused("c"));
        assertThat(Checker.check(journal, history)).isEmpty();
    }

    @Test
    void lostBooking() {
        history.add(booked("c", 70, 80, 5, new PromisedReservation(3, "c", "p", 1, 300, 400, List.of())));
        assertFound("acknowledged and lost: BOOK c");
    }

    @Test
    void lostCancellation() {
        journal.removeLast();
        assertFound("acknowledged and lost: CANCEL r1");
    }

    @Test
    void bookingThatIsNotWhatWasPromised() {
        history.set(0, booked("a", 10, 20, 2, new PromisedReservation(1, "a", "p", 1, 100, 300, List.of())));
        assertFound("acknowledged and lost: BOOK a");
    }

    @Test
    void refusedBookingThatIsDurable() {
        history.add(refused("c"));
        journal.add(new JournalEntry(5, 2, reserved(3, "c", 0)));
        assertFound("refused and found durable as r3");
    }

    @Test
    void refusedCancellationThatIsDurable() {
        history.set(
                2,
                new WatchedExchange(Kind.CANCEL, "r1", Freshness.ANY, 0, 50, 60, Outcome.REFUSED, 0, Optional.empty()));
        assertFound("r1 was cancelled although");
    }

    @Test
    void bookingThatNobodyAskedFor() {
        journal.add(new JournalEntry(5, 2, reserved(3, "c", 0)));
        assertFound("nobody asked for c");
    }

    @Test
    void serverThatIsBookedTwice() {
        journal.set(2, new JournalEntry(3, 1, reserved(2, "b", 0)));
        assertFound("entry 3 books servers twice");
    }

    @Test
    void moreServersThanThereAre() {
        journal.set(0, new JournalEntry(1, 1, POOL.replace(":2", ":1")));
        assertFound("entry 3 books 2 of 1 servers");
    }

    @Test
    void nameThatIsBookedTwice() {
        journal.add(new JournalEntry(5, 2, reserved(3, "b", 0)));
        assertFound("books b twice");
    }

    @Test
    void staleReadFromALeader() {
        history.add(read(Freshness.LEADER, 0, 70, 3, A));
        assertFound("stale, there was 4: READ r1");
    }

    @Test
    void staleReadOfWhatWasNamed() {
        history.add(read(Freshness.NAMED, 3, 70, 2, A));
        assertFound("stale, there was 3: READ r1");
    }

    @Test
    void bookingThatALeaderDoesNotKnow() {
        history.add(notFound("r2", Freshness.LEADER, 0, 70));
        assertFound("was there from 4 to 4: READ r2");
    }

    @Test
    void readFromTheFuture() {
        history.add(read(Freshness.ANY, 0, 22, 3, A));
        assertFound("from the future, there was 2");
    }

    @Test
    void readThatNeverWasSo() {
        history.add(read(Freshness.ANY, 0, 70, 4, A));
        assertFound("not what was there");
    }

    @Test
    void openReservationThatIsSaidToBeClosed() {
        history.add(new WatchedExchange(Kind.READ, "r2", Freshness.ANY, 0, 70, 75, Outcome.DONE, 4, Optional.empty()));
        assertFound("not what was there");
    }

    @Test
    void writesOutOfOrder() {
        history.set(1, booked("b", 11, 12, 3, B));
        history.set(0, booked("a", 30, 40, 2, A));
        assertFound("out of order in time");
    }

    @Test
    void termThatFalls_andEntryThatIsMissing() {
        journal.set(3, new JournalEntry(4, 0, journal.get(3).body()));
        assertFound("entry 4 is of term 0, after one of 1");
        journal.remove(0);
        assertFound("entry 2 follows entry 0");
    }

    @Test
    void answerThatMustNeverBeGiven() {
        history.add(new WatchedExchange(Kind.BOOK, "c", Freshness.ANY, 0, 70, 80, Outcome.WRONG, 0, Optional.empty()));
        assertFound("wrong answer");
    }
}
