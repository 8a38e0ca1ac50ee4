package dev.berth.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Model of the users' quotas, computed from all reservations and requests that the API shows after every step. Shares
 * no code with the service.
 */
final class QuotaModel {
    private static final Set<String> POOLS = Set.of("fast", "slow");

    private final TestService service;
    private final Set<String> users;
    /** Reservations and requests ever seen, by id. */
    private final Map<String, Taken> taken = new TreeMap<>();
    /** Ids that are new or have grown since the last look, unless they were queued requests before. */
    final Set<String> grown = new HashSet<>();

    QuotaModel(TestService service, Set<String> users) {
        this.service = service;
        this.users = users;
    }

    /** A reservation or request as it was last seen, and when what it takes was taken. */
    static final class Taken {
        final String id;
        final String user;
        String state = "";
        boolean closed;
        final Deque<long[]> parts = new ArrayDeque<>();
        /** The same in single pools. */
        final Map<String, Deque<long[]>> byPool = new HashMap<>();

        /** Cost, and the month that it counts in. */
        BigDecimal cost = BigDecimal.ZERO;

        String month = "";

        private Taken(String id, String user) {
            this.id = id;
            this.user = user;
        }

        long amount() {
            return amount(parts);
        }

        private static long amount(Deque<long[]> parts) {
            return parts.stream().mapToLong(part -> part[1]).sum();
        }

        private static void become(Deque<long[]> parts, long amount, long now) {
            long more = amount - amount(parts);
            if (more > 0) {
                parts.addLast(new long[] {now, more});
            }
            while (more < 0) {
                long[] last = parts.removeLast();
                if (last[1] > -more) {
                    parts.addLast(new long[] {last[0], last[1] + more});
                    more = 0;
                } else {
                    more += last[1];
                }
            }
        }
    }

    /** Looks at everything, now that nothing more happens at this time. */
    void look() {
        grown.clear();
        long now = service.clock.millis();
        Map<String, JsonNode> there = new HashMap<>();
        for (String user : users) {
            service.get("olga", "/reservations?limit=1000&user=" + user)
                    .is(200)
                    .at("/reservations")
                    .forEach(each -> there.put(each.path("id").asText(), each));
            service.get(user, "/requests?limit=1000")
                    .is(200)
                    .at("/requests")
                    .forEach(each -> there.put(each.path("id").asText(), each));
        }
        there.forEach((id, node) -> seen(id, node, amount(node), now));
        for (Taken each : taken.values()) {
            if (!each.closed && !there.containsKey(each.id)) {
                JsonNode past = service.get("olga", "/reservations/" + each.id).json();
                seen(each.id, past, left(each, past), now);
                each.closed = true;
            }
        }
    }

    private void seen(String id, JsonNode node, long amount, long now) {
        Taken each = taken.computeIfAbsent(
                id, absent -> new Taken(id, node.path("user").asText()));
        if (amount > each.amount() && !each.state.equals("queued")) {
            grown.add(id);
        }
        Taken.become(each.parts, amount, now);
        for (String pool : POOLS) {
            Taken.become(
                    each.byPool.computeIfAbsent(pool, absent -> new ArrayDeque<>()), inPool(node, amount, pool), now);
        }
        boolean wasHeld = each.state.equals("held");
        each.cost = switch (node.path("state").asText()) {
            case "degraded", "expired", "displaced", "queued" -> BigDecimal.ZERO;
            case "cancelled" -> wasHeld ? BigDecimal.ZERO : cost(node);
            default -> cost(node);
        };
        each.month = node.path("start")
                .asText()
                .substring(0, Math.min(7, node.path("start").asText().length()));
        each.state = node.path("state").asText();
    }

    private static BigDecimal cost(JsonNode node) {
        return new BigDecimal(node.path("price").asText("0"))
                .add(new BigDecimal(node.path("fees").asText("0")));
    }

    private static long inPool(JsonNode node, long amount, String pool) {
        if (!node.path("state").asText().equals("queued")) {
            return node.path("pool").asText().equals(pool) ? amount : 0;
        }
        String wanted = node.at("/requires/pool").asText();
        long servers = node.path("servers").asLong();
        if (!(wanted.isEmpty() || wanted.equals(pool)) || servers > (pool.equals("fast") ? 2 : 4)) {
            return 0;
        }
        return node.has("stay")
                ? Duration.parse(node.path("stay").asText()).toMillis() * servers
                : Duration.parse(node.path("work").asText()).toMillis() * servers * (pool.equals("slow") ? 2 : 1);
    }

    private static long amount(JsonNode node) {
        return switch (node.path("state").asText()) {
            case "degraded" -> 0;
            case "queued" -> most(node);
            default ->
                span(node.path("start").asText(), node.path("end").asText())
                        * node.path("servers").asLong();
        };
    }

    /** Four servers of rate 0.5 in one pool and two of rate 1 in the other. */
    private static long most(JsonNode node) {
        long servers = node.path("servers").asLong();
        if (node.has("stay")) {
            return Duration.parse(node.path("stay").asText()).toMillis() * servers;
        }
        boolean slow = !node.at("/requires/pool").asText().equals("fast") && servers <= 4;
        return Duration.parse(node.path("work").asText()).toMillis() * servers * (slow ? 2 : 1);
    }

    private static long left(Taken each, JsonNode past) {
        long count = past.path("servers").asLong();
        String start = past.path("start").asText();
        return switch (past.path("state").asText()) {
            case "ended" -> span(start, past.path("end").asText()) * count;
            case "finished-early", "no-show", "cancelled" ->
                each.state.equals("running") ? span(start, past.path("closed").asText()) * count : 0;
            default -> 0;
        };
    }

    private static long span(String from, String to) {
        return Instant.parse(to).toEpochMilli() - Instant.parse(from).toEpochMilli();
    }

    /** Server-milliseconds that a user has taken within the last {@code window} milliseconds. */
    long sum(String user, long window) {
        long since = service.clock.millis() - window;
        return taken.values().stream()
                .filter(each -> each.user.equals(user))
                .flatMap(each -> each.parts.stream())
                .filter(part -> part[0] > since)
                .mapToLong(part -> part[1])
                .sum();
    }

    /** Server-milliseconds that all users have taken in a pool within the last {@code window} milliseconds. */
    long sumInPool(String pool, long window) {
        long since = service.clock.millis() - window;
        return taken.values().stream()
                .flatMap(each -> each.byPool.getOrDefault(pool, new ArrayDeque<>()).stream())
                .filter(part -> part[0] > since)
                .mapToLong(part -> part[1])
                .sum();
    }

    /** Spending of all users, by the month of the start. */
    Map<String, BigDecimal> spent() {
        Map<String, BigDecimal> months = new TreeMap<>();
        taken.values().stream()
                .filter(each -> each.cost.signum() != 0)
                .forEach(each -> months.merge(each.month, each.cost, BigDecimal::add));
        return months;
    }

    /** Reservations and requests of a user that have not closed. */
    java.util.List<Taken> open(String user) {
        return taken.values().stream()
                .filter(each -> !each.closed && each.user.equals(user))
                .toList();
    }

    Taken get(String id) {
        return taken.get(id);
    }
}
