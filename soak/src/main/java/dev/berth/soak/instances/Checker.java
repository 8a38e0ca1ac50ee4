package dev.berth.soak.instances;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Compares all answers with the journal. The journal gives the order; each answer must be what a replay has at its version, and
 * versions must agree with real time: an answer of the leader knows all that anybody knew when it was asked for, and no
 * answer knows what was asked for later.
 */
final class Checker {
    private final JournalReplay replay;
    private final List<WatchedExchange> history;
    private final List<String> violations = new ArrayList<>();
    private final long[] ends;
    private final long[] knownBy;
    private final long[] begins;
    private final long[] nextAfter;

    private Checker(JournalReplay replay, List<WatchedExchange> history) {
        this.replay = replay;
        this.history = history;
        List<WatchedExchange> versioned =
                history.stream().filter(each -> each.version() > 0).toList();
        List<WatchedExchange> byEnd = versioned.stream()
                .sorted(Comparator.comparingLong(WatchedExchange::ended))
                .toList();
        ends = byEnd.stream().mapToLong(WatchedExchange::ended).toArray();
        knownBy = byEnd.stream().mapToLong(WatchedExchange::version).toArray();
        for (int i = 1; i < knownBy.length; i++) {
            knownBy[i] = Math.max(knownBy[i - 1], knownBy[i]);
        }
        List<WatchedExchange> writes = versioned.stream()
                .filter(Checker::isWritten)
                .sorted(Comparator.comparingLong(WatchedExchange::begun))
                .toList();
        begins = writes.stream().mapToLong(WatchedExchange::begun).toArray();
        nextAfter = writes.stream().mapToLong(WatchedExchange::version).toArray();
        for (int i = nextAfter.length - 2; i >= 0; i--) {
            nextAfter[i] = Math.min(nextAfter[i], nextAfter[i + 1]);
        }
    }

    /** Violations found in a journal and a history; empty if all is well. */
    static List<String> check(List<JournalEntry> journal, List<WatchedExchange> history) {
        Checker checker = new Checker(new JournalReplay(journal), history);
        checker.violations.addAll(checker.replay.violations());
        history.forEach(checker::check);
        checker.checkBookings();
        checker.checkCancellations();
        return checker.violations;
    }

    private static boolean isWritten(WatchedExchange each) {
        return each.kind() != WatchedExchange.Kind.READ && each.outcome() == WatchedExchange.Outcome.DONE;
    }

    private void violated(String what, WatchedExchange exchange) {
        violations.add(what + ": " + exchange);
    }

    /** The highest version that anybody had been told before a moment. */
    private long floor(long moment) {
        int count = firstNotBefore(ends, moment);
        return count == 0 ? 0 : knownBy[count - 1];
    }

    /** The highest version that can have existed at a moment: what was asked for later comes after it. */
    private long ceiling(long moment) {
        int after = firstNotBefore(begins, moment + 1);
        return after == begins.length ? replay.last() : nextAfter[after] - 1;
    }

    private static int firstNotBefore(long[] sorted, long moment) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < moment) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void check(WatchedExchange exchange) {
        if (exchange.outcome() == WatchedExchange.Outcome.WRONG) {
            violated("wrong answer", exchange);
        } else if (isWritten(exchange)) {
            checkWrite(exchange);
        } else if (exchange.kind() == WatchedExchange.Kind.READ) {
            checkRead(exchange);
        }
    }

    private void checkWrite(WatchedExchange write) {
        long version = write.version();
        if (version <= floor(write.begun()) || version > ceiling(write.ended())) {
            violated("out of order in time, between " + floor(write.begun()) + " and " + ceiling(write.ended()), write);
        }
        boolean isThere = switch (write.kind()) {
            case BOOK -> {
                PromisedReservation told = write.told().orElseThrow();
                yield replay.at(told.id(), version).filter(told::isAsTold).isPresent()
                        && replay.at(told.id(), version - 1).isEmpty();
            }
            case CANCEL -> {
                long id = PromisedReservation.number(write.subject());
                yield replay.at(id, version).isEmpty()
                        && replay.at(id, version - 1).isPresent();
            }
            case READ -> true;
        };
        if (!isThere) {
            violated("acknowledged and lost", write);
        }
    }

    private void checkRead(WatchedExchange read) {
        long least = switch (read.asked()) {
            case ANY -> 0;
            case NAMED -> read.seen();
            case LEADER -> floor(read.begun());
        };
        long most = ceiling(read.ended());
        long id = PromisedReservation.number(read.subject());
        switch (read.outcome()) {
            case DONE -> {
                if (read.version() < least) {
                    violated("stale, there was " + least, read);
                }
                if (read.version() > most) {
                    violated("from the future, there was " + most, read);
                }
                Optional<PromisedReservation> then = replay.at(id, read.version());
                if (read.told().isPresent()
                        ? then.filter(read.told().get()::isAsTold).isEmpty()
                        : then.isPresent()) {
                    violated("not what was there, " + then, read);
                }
            }
            case REFUSED -> {
                if (!replay.wasAbsent(id, least, most)) {
                    violated("stale, it was there from " + least + " to " + most, read);
                }
            }
            case UNKNOWN, WRONG -> {}
        }
    }

    /** Whatever is in the journal was asked for and not refused, and nothing is there twice. */
    private void checkBookings() {
        Map<String, WatchedExchange> calls = new HashMap<>();
        for (WatchedExchange each : history) {
            if (each.kind() == WatchedExchange.Kind.BOOK && calls.put(each.subject(), each) != null) {
                violated("asked for twice; this checker expects one request for each name", each);
            }
        }
        replay.byName().forEach((name, id) -> {
            WatchedExchange call = calls.get(name);
            if (call == null) {
                violations.add("nobody asked for " + name + ", which is r" + id);
            } else if (call.outcome() == WatchedExchange.Outcome.REFUSED) {
                violated("refused and found durable as r" + id, call);
            }
        });
    }

    /** Whatever was closed was asked to be, by a request that was not refused. */
    private void checkCancellations() {
        Set<Long> asked = new HashSet<>();
        Set<Long> done = new HashSet<>();
        for (WatchedExchange each : history) {
            if (each.kind() == WatchedExchange.Kind.CANCEL && each.outcome() != WatchedExchange.Outcome.REFUSED) {
                long id = PromisedReservation.number(each.subject());
                asked.add(id);
                if (each.outcome() == WatchedExchange.Outcome.DONE && !done.add(id)) {
                    violated("cancelled twice", each);
                }
            }
        }
        replay.ids().stream()
                .filter(id -> replay.wasClosed(id) && !asked.contains(id))
                .forEach(id ->
                        violations.add("r" + id + " was cancelled although nobody asked for that or was refused"));
    }
}
