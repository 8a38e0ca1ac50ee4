package dev.berth.soak.instances;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * State of all reservations at each version, read from the text of the journal. It shares no code with the service: a fault
 * of its book or of its codec must not hide here, too.
 */
final class JournalReplay {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<String> violations = new ArrayList<>();
    private final Map<String, Integer> servers = new HashMap<>();
    private final Map<Long, PromisedReservation> open = new TreeMap<>();
    /** Each reservation by the version since which it was so; empty since it was closed. */
    private final Map<Long, NavigableMap<Long, Optional<PromisedReservation>>> histories = new HashMap<>();

    private final Map<String, Long> byName = new HashMap<>();
    /** Reservations changed by the entry that is being added; checked after its last event, because it counts only as a whole. */
    private final Set<Long> changed = new TreeSet<>();

    private long last;
    private long lastTerm;

    JournalReplay(List<JournalEntry> journal) {
        journal.forEach(this::add);
    }

    List<String> violations() {
        return violations;
    }

    long last() {
        return last;
    }

    /** State of a reservation at a version; empty if it was not open. */
    Optional<PromisedReservation> at(long id, long version) {
        NavigableMap<Long, Optional<PromisedReservation>> history = histories.get(id);
        Map.Entry<Long, Optional<PromisedReservation>> then = history == null ? null : history.floorEntry(version);
        return then == null ? Optional.empty() : then.getValue();
    }

    /** Whether a reservation was not open at some version from one to another. */
    boolean wasAbsent(long id, long from, long to) {
        NavigableMap<Long, Optional<PromisedReservation>> history = histories.get(id);
        return at(id, from).isEmpty()
                || (history != null
                        && from < to
                        && history.subMap(from, true, to, true).values().stream()
                                .anyMatch(Optional::isEmpty));
    }

    boolean wasClosed(long id) {
        return histories.containsKey(id) && at(id, last).isEmpty();
    }

    /** All names that were ever booked, and the reservation of each. */
    Map<String, Long> byName() {
        return byName;
    }

    Collection<Long> ids() {
        return histories.keySet();
    }

    private void add(JournalEntry entry) {
        if (entry.number() != last + 1) {
            violations.add("entry " + entry.number() + " follows entry " + last);
        }
        if (entry.term() < lastTerm) {
            violations.add("entry " + entry.number() + " is of term " + entry.term() + ", after one of " + lastTerm);
        }
        last = entry.number();
        lastTerm = entry.term();
        try {
            for (JsonNode event : JSON.readTree(entry.body()).path("events")) {
                apply(event);
            }
        } catch (JsonProcessingException e) {
            violations.add("entry " + entry.number() + " cannot be read: " + e.getOriginalMessage());
        }
        changed.forEach(id -> Optional.ofNullable(open.get(id)).ifPresent(this::checkRoom));
        changed.clear();
    }

    private void apply(JsonNode event) {
        JsonNode about = event.path("reservation");
        switch (event.path("type").asText()) {
            case "PoolAdded" ->
                servers.put(
                        event.path("pool").path("id").asText(),
                        event.path("pool").path("servers").asInt());
            case "ServersAdded" ->
                servers.merge(event.path("pool").asText(), event.path("count").asInt(), Integer::sum);
            case "Closed" -> close(about.asLong());
            case "Moved" -> event.path("reservations").forEach(each -> put(PromisedReservation.journaled(each)));
            default -> {
                if (about.isObject()) {
                    put(PromisedReservation.journaled(about));
                } else if (about.isNumber() && event.path("servers").isArray()) {
                    rename(about.asLong(), PromisedReservation.numbers(event.path("servers")));
                }
            }
        }
    }

    private void close(long id) {
        if (open.remove(id) == null) {
            violations.add("entry " + last + " closes r" + id + ", which is not open");
        }
        remember(id, Optional.empty());
    }

    private void rename(long id, List<Integer> names) {
        PromisedReservation booked = open.get(id);
        if (booked != null) {
            put(booked.on(names));
        }
    }

    private void put(PromisedReservation booked) {
        Long known = byName.putIfAbsent(booked.name(), booked.id());
        if (known != null && known != booked.id()) {
            violations.add("entry " + last + " books " + booked.name() + " twice: r" + known + ", r" + booked.id());
        }
        open.put(booked.id(), booked);
        remember(booked.id(), Optional.of(booked));
        changed.add(booked.id());
    }

    private void remember(long id, Optional<PromisedReservation> booked) {
        histories.computeIfAbsent(id, each -> new TreeMap<>()).put(last, booked);
    }

    /** Nobody else has its servers, and at no time are more in use than there are. */
    private void checkRoom(PromisedReservation booked) {
        List<PromisedReservation> others = open.values().stream()
                .filter(each -> each.id() != booked.id() && each.overlaps(booked))
                .toList();
        for (PromisedReservation other : others) {
            if (other.servers().stream().anyMatch(booked.servers()::contains)) {
                violations.add("entry " + last + " books servers twice: " + booked + " and " + other);
            }
        }
        int all = servers.getOrDefault(booked.pool(), 0);
        for (PromisedReservation other : others) {
            long moment = Math.max(booked.start(), other.start());
            int used = booked.count()
                    + others.stream()
                            .filter(each -> each.start() <= moment && moment < each.end())
                            .mapToInt(PromisedReservation::count)
                            .sum();
            if (used > all) {
                violations.add("entry " + last + " books " + used + " of " + all + " servers for " + booked);
                return;
            }
        }
    }
}
