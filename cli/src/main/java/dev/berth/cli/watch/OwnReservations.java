package dev.berth.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.remote.JsonTree;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** One's own reservations as they are known here, and what each event means to them. */
final class OwnReservations {
    private static final Set<String> OPEN = Set.of("queued", "held", "waiting", "running", "degraded");

    private final String user;
    private final Leads leads;
    private final Function<String, Optional<JsonNode>> finder;
    private final Map<String, JsonNode> known = new LinkedHashMap<>();
    private final Set<String> reminded = new HashSet<>();

    /** How long before a start and an end to remind somebody. */
    record Leads(Duration start, Duration end) {}

    /**
     * None yet.
     *
     * @param finder asks the service for a reservation or request
     */
    OwnReservations(String user, Leads leads, Function<String, Optional<JsonNode>> finder) {
        this.user = user;
        this.leads = leads;
        this.finder = finder;
    }

    /** Knows these from now on, and tells nothing of them. */
    void know(Iterable<JsonNode> reservations) {
        reservations.forEach(each -> known.put(text(each, "id"), each));
    }

    /** Compares with what is there now, after something may have been missed. */
    List<ObjectNode> compare(Iterable<JsonNode> reservations, Instant now) {
        List<ObjectNode> news = new ArrayList<>();
        Set<String> there = new HashSet<>();
        for (JsonNode each : reservations) {
            if (!OPEN.contains(text(each, "state"))) {
                continue;
            }
            there.add(text(each, "id"));
            difference(each).ifPresent(kind -> news.add(news(kind, now.toString(), each)));
            known.put(text(each, "id"), each);
        }
        for (String id : List.copyOf(known.keySet())) {
            if (!there.contains(id)) {
                JsonNode gone = finder.apply(id).orElse(JsonTree.object());
                news.add(over(id, now.toString(), text(gone, "state")));
            }
        }
        return news;
    }

    private Optional<String> difference(JsonNode now) {
        JsonNode before = known.get(text(now, "id"));
        if (before == null) {
            return Optional.of(now.has("pool") ? "confirmed" : "queued");
        }
        String was = text(before, "state");
        String is = text(now, "state");
        if (!was.equals(is)) {
            return switch (is) {
                case "degraded" -> Optional.of("degraded");
                case "running" -> Optional.of("started");
                case "waiting" -> Optional.of(was.equals("degraded") ? "recovered" : "confirmed");
                default -> Optional.empty();
            };
        }
        return isElsewhere(before, now) ? Optional.of("moved") : Optional.empty();
    }

    /** Takes in an event of the site, and returns the news for one's own reservations if there are any. */
    Optional<ObjectNode> hear(JsonNode event) {
        String kind = text(event, "kind");
        String id = text(event, "id");
        String time = text(event, "time");
        if (event.has("reservation")) {
            JsonNode reservation = event.path("reservation");
            return text(reservation, "user").equals(user) ? whole(kind, event, reservation) : Optional.empty();
        }
        if (kind.equals("waiting")) {
            return text(event, "user").equals(user) ? served(event, id) : Optional.empty();
        }
        if (kind.equals("queued")) {
            return finder.apply(id)
                    .filter(request -> text(request, "user").equals(user))
                    .map(request -> {
                        known.put(id, request);
                        return news("queued", time, request);
                    });
        }
        if (!known.containsKey(id)) {
            return Optional.empty();
        }
        return switch (kind) {
            case "confirmed" -> Optional.of(news(kind, time, in("waiting", id)));
            case "asked" -> text(event, "user").equals(user) ? Optional.of(asked(event, id)) : Optional.empty();
            case "started" -> Optional.of(news(kind, time, in("running", id)));
            case "idle" -> Optional.of(idle(event, id));
            case "turned-away" -> {
                ObjectNode news = news(kind, time, known(id)).put("cause", text(event, "code"));
                known.remove(id);
                yield Optional.of(news);
            }
            case "closed" -> Optional.of(over(id, time, text(event, "cause")));
            default -> Optional.empty();
        };
    }

    /** News that time came free for an entry of the waiting list, or that none did; what the user did is no news. */
    private Optional<ObjectNode> served(JsonNode event, String id) {
        String state = text(event, "entryState");
        if (!List.of("booked", "offered", "expired").contains(state)) {
            return Optional.empty();
        }
        JsonNode about = id.isEmpty()
                ? JsonTree.object().put("id", text(event, "entry")).put("name", text(event, "name"))
                : known(id);
        ObjectNode news = news("waited", text(event, "time"), about)
                .put("entry", text(event, "entry"))
                .put("entryState", state);
        if (event.has("declineBy")) {
            news.set("declineBy", event.path("declineBy"));
        }
        return Optional.of(news);
    }

    private ObjectNode asked(JsonNode event, String id) {
        ObjectNode news = news("asked", text(event, "time"), known(id));
        for (String field : List.of("ask", "deadline", "discount", "expires")) {
            news.set(field, event.path(field));
        }
        return news;
    }

    private ObjectNode idle(JsonNode event, String id) {
        ObjectNode news = news("idle", text(event, "time"), known(id));
        for (String field : List.of("since", "until")) {
            if (event.has(field)) {
                news.set(field, event.path(field));
            }
        }
        return news;
    }

    private Optional<ObjectNode> whole(String kind, JsonNode event, JsonNode reservation) {
        Optional<JsonNode> before = Optional.ofNullable(known.put(text(reservation, "id"), reservation));
        boolean isMoved = before.filter(each -> isElsewhere(each, reservation)).isPresent();
        Optional<String> name = switch (kind) {
            case "reserved" -> Optional.of("confirmed");
            case "held", "starts-early", "degraded", "recovered" -> Optional.of(kind);
            case "moved", "changed" -> isMoved ? Optional.of("moved") : Optional.empty();
            default -> Optional.empty();
        };
        return name.map(each -> {
            ObjectNode news = news(each, text(event, "time"), reservation);
            if (event.has("promised")) {
                news.put("previousStart", text(event, "promised"));
            } else if (isMoved) {
                before.ifPresent(was -> news.put("previousStart", text(was, "start")));
            }
            return news;
        });
    }

    private static boolean isElsewhere(JsonNode before, JsonNode after) {
        return List.of("start", "end", "pool", "servers").stream()
                .anyMatch(field -> before.has(field) && !text(before, field).equals(text(after, field)));
    }

    /** Reminders that are due, once for each start and end. */
    List<ObjectNode> remind(Instant now) {
        List<ObjectNode> news = new ArrayList<>();
        for (JsonNode each : known.values()) {
            boolean isRunning = text(each, "state").equals("running");
            if (!isRunning && !text(each, "state").equals("waiting")) {
                continue;
            }
            Instant point = Instant.parse(text(each, isRunning ? "end" : "start"));
            Duration lead = isRunning ? leads.end() : leads.start();
            String kind = isRunning ? "ends-soon" : "starts-soon";
            if (now.isBefore(point)
                    && !now.isBefore(point.minus(lead))
                    && reminded.add(kind + " " + text(each, "id") + " " + point)) {
                news.add(news(kind, now.toString(), each));
            }
        }
        return news;
    }

    private ObjectNode over(String id, String time, String cause) {
        ObjectNode news = news("ended", time, known(id)).put("cause", cause);
        known.remove(id);
        return news;
    }

    private JsonNode known(String id) {
        JsonNode reservation = known.get(id);
        return reservation == null ? JsonTree.object().put("id", id) : reservation;
    }

    private JsonNode in(String state, String id) {
        ObjectNode changed = known(id).deepCopy();
        known.put(id, changed.put("state", state));
        return changed;
    }

    private ObjectNode news(String kind, String time, JsonNode reservation) {
        ObjectNode news = JsonTree.object()
                .put("kind", kind)
                .put("time", time)
                .put("user", user)
                .put("reservation", text(reservation, "id"))
                .put("name", text(reservation, "name"));
        for (String field : List.of("pool", "servers", "start", "end")) {
            if (reservation.has(field)) {
                news.set(field, reservation.path(field));
            }
        }
        return news;
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asText();
    }
}
