package dev.berth.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.HistoryOperation.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Says whether a history could have come from a book that does one thing after the other. The order is the one that the
 * service itself claims: every change has a number. What remains to be shown is that the order respects real time, and
 * that a simple book that is told the same in that order gives the same answers. The rules are written down here once more;
 * nothing of the service's code is used.
 */
final class HistoryChecker {
    private final int capacity;
    private final Map<String, Long> quotas;
    private final List<HistoryOperation> operations;
    private final List<Entry> entries;
    private final List<String> faults = new ArrayList<>();
    /** Contents of the book after each change, by the number of the change. */
    private final TreeMap<Long, Map<String, State>> after = new TreeMap<>();

    private final Map<String, String> tags = new HashMap<>();
    /** When each operation took effect, or a half more than the version that it was answered on. */
    private final Map<Integer, Double> places = new HashMap<>();

    /** A change as the service tells of it to everybody who listens. */
    record Entry(long number, long time, List<JsonNode> events) {}

    /**
     * A reservation; equal contents have equal ETags.
     *
     * @param room between which times it may move; empty if it is fixed, as all is but what is offered in place of
     *     something else
     */
    private record State(String user, long start, long end, int servers, boolean held, long until, String room) {
        boolean fixed() {
            return room.isEmpty();
        }

        long amount() {
            return (end - start) * servers;
        }

        String content() {
            return start + " " + end + " " + servers + " " + held + " " + room;
        }
    }

    HistoryChecker(int capacity, Map<String, Long> quotas, List<HistoryOperation> operations, List<Entry> entries) {
        this.capacity = capacity;
        this.quotas = quotas;
        this.operations = operations;
        this.entries = entries;
    }

    /** Faults found in the history; empty if it is correct. */
    List<String> faults() {
        replay();
        operations.stream().filter(each -> !each.hasEffect()).forEach(this::checkAnswer);
        checkTags();
        checkKeys();
        checkRealTime();
        return faults;
    }

    /** Goes through the changes, finds for each who did it, and lets the simple book do the same. */
    private void replay() {
        Map<Long, HistoryOperation> direct = new HashMap<>();
        List<HistoryOperation> uncertain = new ArrayList<>();
        for (HistoryOperation each : operations) {
            if (each.hasEffect() && each.lost() == 0) {
                HistoryOperation other = direct.put(each.version(), each);
                if (other != null) {
                    faults.add("one change for two requests: %s and %s".formatted(each, other));
                }
            } else if (each.hasEffect()) {
                uncertain.add(each);
            }
        }
        Map<String, State> book = new LinkedHashMap<>();
        after.put(0L, Map.of());
        for (Entry entry : entries) {
            boolean asked = false;
            for (JsonNode event : entry.events()) {
                String kind = event.path("kind").asText();
                if (kind.equals("closed") && event.path("cause").asText().equals("expired")) {
                    expire(book, entry, event);
                } else if (kind.equals("moved")) {
                    moved(book, entry, event);
                } else if (Set.of("reserved", "held", "changed", "confirmed", "closed")
                        .contains(kind)) {
                    asked = true;
                }
            }
            if (asked) {
                Optional<HistoryOperation> by = Optional.ofNullable(direct.remove(entry.number()));
                if (by.isEmpty()) {
                    by = uncertain.stream()
                            .filter(each -> each.version() >= entry.number() && isBy(each, entry))
                            .findFirst();
                    by.ifPresent(uncertain::remove);
                }
                if (by.isEmpty()) {
                    faults.add("nobody has asked for this, or somebody was given it twice: %s".formatted(entry));
                } else {
                    places.put(by.get().number(), (double) entry.number());
                    carryOut(book, entry, by.get());
                }
            }
            book.forEach((id, state) -> {
                if (state.held() && state.until() < entry.time()) {
                    faults.add("%s was held until %d and is still there in %s".formatted(id, state.until(), entry));
                }
            });
            checkCapacity(book, entry);
            after.put(entry.number(), Map.copyOf(book));
        }
        direct.values().forEach(each -> faults.add("answered, but never done: %s".formatted(each)));
        uncertain.forEach(each -> faults.add("answered, but never done: %s".formatted(each)));
    }

    private static boolean isBy(HistoryOperation each, Entry entry) {
        String wanted = switch (each.kind()) {
            case BOOK -> "reserved";
            case HOLD -> "held";
            case CONFIRM -> "confirmed";
            case MOVE, EXTEND, SHRINK -> "changed";
            case CANCEL -> "closed";
            case GET -> "";
        };
        return entry.events().stream()
                .anyMatch(event -> event.path("kind").asText().equals(wanted)
                        && event.path("id").asText().equals(each.made())
                        && (!wanted.equals("changed") || isSameChange(each, event.path("reservation"))));
    }

    private static boolean isSameChange(HistoryOperation each, JsonNode became) {
        JsonNode told = each.body().path("reservation");
        return told.path("start").equals(became.path("start"))
                && told.path("end").equals(became.path("end"));
    }

    private void moved(Map<String, State> book, Entry entry, JsonNode event) {
        String id = event.path("id").asText();
        State before = book.get(id);
        if (before == null || before.fixed() || before.held()) {
            faults.add("moved, although it was not to be: %s".formatted(entry));
        } else {
            book.put(id, seen(before.user(), event.path("reservation")));
        }
    }

    private void expire(Map<String, State> book, Entry entry, JsonNode event) {
        State state = book.remove(event.path("id").asText());
        if (state == null || !state.held()) {
            faults.add("expired, but not held: %s".formatted(entry));
        } else if (state.until() > entry.time()) {
            faults.add("expired before its time, %d: %s".formatted(state.until(), entry));
        }
    }

    private void carryOut(Map<String, State> book, Entry entry, HistoryOperation by) {
        String id = by.made();
        String refusal = refusal(book, by);
        if (!refusal.isEmpty()) {
            faults.add("done, although it had to be refused (%s): %s in %s".formatted(refusal, by, entry));
        }
        if (entry.time() < by.clockBefore() || entry.time() > by.clockAfter()) {
            faults.add("done at another time than it was asked for: %s in %s".formatted(by, entry));
        }
        State before = book.get(id);
        if (before == null && by.kind() != Kind.BOOK && by.kind() != Kind.HOLD) {
            return;
        }
        switch (by.kind()) {
            case BOOK, HOLD -> {
                State made = made(by);
                if (before != null) {
                    faults.add("made twice: %s".formatted(by));
                }
                if (by.kind() == Kind.BOOK
                        && (made.start() != by.asked().start()
                                || made.end() != by.asked().end())) {
                    faults.add("not what was asked for: %s, but %s".formatted(made, by));
                }
                book.put(id, made);
            }
            case CONFIRM -> {
                if (before.until() < entry.time()) {
                    faults.add("confirmed after it had expired: %s".formatted(by));
                }
                book.put(
                        id,
                        new State(
                                before.user(),
                                before.start(),
                                before.end(),
                                before.servers(),
                                false,
                                0,
                                before.room()));
            }
            case MOVE, EXTEND, SHRINK -> {
                State told = seen(by.user(), by.body().path("reservation"));
                State became = before.fixed() ? changed(before, by) : told;
                if (!became.content().equals(told.content())) {
                    faults.add("changed to %s instead of %s: %s".formatted(told, became, by));
                }
                book.put(id, became);
            }
            case CANCEL -> book.remove(id);
            case GET -> faults.add("a question has changed something: %s".formatted(by));
        }
    }

    private static State made(HistoryOperation by) {
        if (by.kind() == Kind.BOOK) {
            return seen(by.user(), by.body());
        }
        JsonNode offer = by.body().at("/offers/0");
        return new State(
                by.user(),
                millis(offer.path("start")),
                millis(offer.path("end")),
                offer.path("servers").asInt(),
                true,
                millis(offer.path("expires")),
                room(offer));
    }

    private static State seen(String user, JsonNode node) {
        return new State(
                user,
                millis(node.path("start")),
                millis(node.path("end")),
                node.path("servers").asInt(),
                node.path("state").asText().equals("held"),
                0,
                room(node));
    }

    private static String room(JsonNode node) {
        boolean fixed = node.path("start").equals(node.path("ready"))
                && node.path("end").equals(node.path("deadline"));
        return fixed
                ? ""
                : node.path("ready").asText() + " " + node.path("deadline").asText();
    }

    private static long millis(JsonNode instant) {
        return Instant.parse(instant.asText()).toEpochMilli();
    }

    private static State changed(State state, HistoryOperation by) {
        long start = state.start() + (by.kind() == Kind.MOVE ? by.asked().by() : 0);
        long end = state.end() + by.asked().by();
        return new State(state.user(), start, end, state.servers(), state.held(), state.until(), state.room());
    }

    /** Why the simple book refuses; empty if it does not. */
    private String refusal(Map<String, State> book, HistoryOperation by) {
        if (by.kind() == Kind.BOOK || by.kind() == Kind.HOLD) {
            HistoryOperation.Asked asked = by.asked();
            State wanted = by.kind() == Kind.HOLD && by.isDone() && !by.made().isEmpty()
                    ? made(by)
                    : new State(by.user(), asked.start(), asked.end(), asked.servers(), false, 0, "");
            return room(book, "", wanted);
        }
        State state = book.get(by.reservation());
        if (state == null) {
            return "404";
        }
        if (!by.match().isEmpty()
                && !tags().getOrDefault(by.reservation() + by.match(), "").equals(state.content())) {
            return "412";
        }
        return switch (by.kind()) {
            case CONFIRM -> state.held() ? "" : "409";
            case MOVE, EXTEND, SHRINK -> {
                State became = state.fixed() || !by.isDone()
                        ? changed(state, by)
                        : seen(by.user(), by.body().path("reservation"));
                yield state.held()
                        ? "409"
                        : became.end() <= became.start() ? "409" : room(book, by.reservation(), became);
            }
            default -> "";
        };
    }

    private String room(Map<String, State> book, String instead, State wanted) {
        List<State> others = book.entrySet().stream()
                .filter(each -> !each.getKey().equals(instead))
                .map(Map.Entry::getValue)
                .toList();
        if (busiest(others, wanted) + wanted.servers() > capacity) {
            return "409";
        }
        return isTooMuch(book, instead, wanted) ? "403" : "";
    }

    private boolean isTooMuch(Map<String, State> book, String instead, State wanted) {
        long booked = book.entrySet().stream()
                .filter(each -> !each.getKey().equals(instead))
                .map(Map.Entry::getValue)
                .filter(each -> each.user().equals(wanted.user()))
                .mapToLong(State::amount)
                .sum();
        State before = book.get(instead);
        boolean grows = before == null || before.amount() < wanted.amount();
        return grows && booked + wanted.amount() > quotas.getOrDefault(wanted.user(), Long.MAX_VALUE / 2);
    }

    private static int busiest(List<State> others, State within) {
        int most = 0;
        for (State edge : others) {
            long at = Math.max(edge.start(), within.start());
            if (at < within.end() && at < edge.end()) {
                most = Math.max(
                        most,
                        others.stream()
                                .filter(each -> each.start() <= at && at < each.end())
                                .mapToInt(State::servers)
                                .sum());
            }
        }
        return most;
    }

    private void checkCapacity(Map<String, State> book, Entry entry) {
        book.values().forEach(each -> {
            if (busiest(List.copyOf(book.values()), each) > capacity) {
                faults.add("more servers than there are after %s".formatted(entry));
            }
        });
    }

    /** Contents of the book at this version. */
    private Map<String, State> at(long version) {
        return after.floorEntry(version).getValue();
    }

    /** Refusals and questions: what they say must be so at the version they were answered on. */
    private void checkAnswer(HistoryOperation each) {
        if (each.repeated()) {
            return;
        }
        if (each.kind() == Kind.HOLD) {
            // What is offered instead is not for this book to know.
            return;
        }
        if (each.lost() > 0) {
            // It may have been refused at the first try, or at any later one.
            long first = lastBefore(each);
            boolean any =
                    after.subMap(after.floorKey(first), true, Math.max(first, each.version()), true).values().stream()
                            .anyMatch(book -> says(book, each));
            if (!any) {
                faults.add("refused without a reason at any time: %s".formatted(each));
            }
            return;
        }
        places.put(each.number(), each.version() + 0.5);
        Map<String, State> book = at(each.version());
        if (!says(book, each)) {
            faults.add("answered %d, but the simple book says \"%s\": %s; %s"
                    .formatted(each.status(), refusal(book, each), each, book.get(each.reservation())));
        }
    }

    private boolean says(Map<String, State> book, HistoryOperation each) {
        State state = book.get(each.reservation());
        if (each.kind() == Kind.GET) {
            // What is over can still be read for a while.
            boolean open =
                    Set.of("held", "waiting").contains(each.body().path("state").asText());
            return open
                    ? state != null && seen(state.user(), each.body()).content().equals(state.content())
                    : state == null;
        }
        String refusal = refusal(book, each);
        return refusal.equals(Integer.toString(each.status()))
                || (each.status() == 403 && refusal.equals("409") && isTooMuchElsewhere(book, each, state));
    }

    /** A reservation that may move can find room elsewhere if others are in its way, and exceed the quota there. */
    private boolean isTooMuchElsewhere(Map<String, State> book, HistoryOperation each, State state) {
        return Set.of(Kind.MOVE, Kind.EXTEND, Kind.SHRINK).contains(each.kind())
                && state != null
                && !state.held()
                && !state.fixed()
                && isTooMuch(book, each.reservation(), changed(state, each));
    }

    private long lastBefore(HistoryOperation each) {
        return operations.stream()
                .filter(other -> other.answered() < each.invoked())
                .mapToLong(other -> (long) Math.floor(places.getOrDefault(other.number(), 0.0)))
                .max()
                .orElse(0);
    }

    /** Content of the reservation for every ETag that was ever given. */
    private Map<String, String> tags() {
        if (tags.isEmpty()) {
            operations.forEach(each ->
                    content(each).ifPresent(content -> tags.put(each.made() + each.etag(), content)));
        }
        return tags;
    }

    /** Content that the ETag of an answer stands for; only for reservations held or waiting, whose answers show all of it. */
    private static Optional<String> content(HistoryOperation each) {
        JsonNode node = each.body().has("reservation") ? each.body().path("reservation") : each.body();
        boolean open = Set.of("held", "waiting").contains(node.path("state").asText());
        return open && each.isDone() && !each.etag().isEmpty()
                ? Optional.of(seen(each.user(), node).content())
                : Optional.empty();
    }

    /** The same content has the same ETag, and other content another. */
    private void checkTags() {
        Map<String, String> byTag = new HashMap<>();
        Map<String, String> byContent = new HashMap<>();
        for (HistoryOperation each : operations) {
            content(each).ifPresent(content -> {
                String before = byTag.putIfAbsent(each.made() + each.etag(), content);
                String tag = byContent.putIfAbsent(each.made() + content, each.etag());
                if ((before != null && !before.equals(content)) || (tag != null && !tag.equals(each.etag()))) {
                    faults.add(
                            "ETag %s for %s, before %s for %s: %s".formatted(each.etag(), content, tag, before, each));
                }
            });
        }
    }

    /** One answer for one key. */
    private void checkKeys() {
        Map<String, HistoryOperation> byKey = new HashMap<>();
        for (HistoryOperation each : operations) {
            if (!each.key().isEmpty()) {
                HistoryOperation first = byKey.putIfAbsent(each.key(), each);
                if (first != null
                        && (first.status() != each.status()
                                || !first.body().equals(each.body())
                                || !first.etag().equals(each.etag()))) {
                    faults.add("two answers for one key: %s and %s".formatted(first, each));
                }
            }
        }
    }

    /** Checks that an operation answered before another was requested also takes effect before it. */
    private void checkRealTime() {
        List<HistoryOperation> byAnswer = operations.stream()
                .filter(each -> places.containsKey(each.number()))
                .sorted(Comparator.comparingLong(HistoryOperation::answered))
                .toList();
        List<HistoryOperation> byCall = byAnswer.stream()
                .sorted(Comparator.comparingLong(HistoryOperation::invoked))
                .toList();
        HistoryOperation latest = null;
        int next = 0;
        for (HistoryOperation each : byCall) {
            while (next < byAnswer.size() && byAnswer.get(next).answered() < each.invoked()) {
                HistoryOperation done = byAnswer.get(next++);
                latest = latest == null || place(done) > place(latest) ? done : latest;
            }
            if (latest != null && place(latest) > place(each)) {
                faults.add("%s was answered before %s was asked, and comes after it".formatted(latest, each));
            }
        }
    }

    private double place(HistoryOperation each) {
        return places.getOrDefault(each.number(), 0.0);
    }
}
