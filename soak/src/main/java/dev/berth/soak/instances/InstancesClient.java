package dev.berth.soak.instances;

import dev.berth.soak.service.AccountApi;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/** Books, cancels and reads at all instances, sends everything once, and writes down what it was told. */
final class InstancesClient implements Runnable {
    private static final int MOST_OPEN = 10;
    /** More than there will ever be: only the leader may answer for it. */
    private static final String NEWEST = "999999999999999999";

    private static final Instant FIRST_DAY = Instant.parse("2090-01-01T00:00:00Z");
    private static final long DAY_PASSES_NANOS = 5_000_000_000L;
    /** The states of reservations that are not closed. */
    private static final Set<String> OPEN = Set.of("held", "waiting", "running", "degraded");

    private final String name;
    private final AccountApi api;
    private final List<Integer> ports;
    private final History history;
    private final SplittableRandom random;
    private final List<String> own = new ArrayList<>();
    private final long since = System.nanoTime();
    private int number;

    InstancesClient(String name, String token, List<Integer> ports, History history, SplittableRandom random) {
        this.name = name;
        this.api = new AccountApi(token, Duration.ofSeconds(4));
        this.ports = ports;
        this.history = history;
        this.random = random;
    }

    @Override
    public void run() {
        try {
            while (!history.isOver()) {
                int port = ports.get(random.nextInt(ports.size()));
                int choice = random.nextInt(10);
                if (choice < 4 && own.size() < MOST_OPEN) {
                    book(port);
                } else if (choice < 5 && !own.isEmpty()) {
                    cancel(port, random.nextInt(own.size()));
                } else {
                    read(port);
                }
                Thread.sleep(random.nextInt(20));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void book(int port) throws InterruptedException {
        String job = name + "-" + number++;
        // The days go on: what nobody knows to be booked, and so never cancels, is left behind.
        long passed = (System.nanoTime() - since) / DAY_PASSES_NANOS;
        Instant ready = FIRST_DAY.plus(Duration.ofDays(passed + random.nextInt(6)));
        String body =
                """
                {"name":"%s","work":"PT%dM","ready":"%s","deadline":"%s"}""".formatted(job, 60 + random.nextInt(600), ready, ready.plus(Duration.ofDays(1 + random.nextInt(2))));
        WatchedExchange done =
                send(port, "POST", WatchedExchange.Kind.BOOK, job, body, WatchedExchange.Freshness.ANY, 0);
        done.told().ifPresent(told -> own.add("r" + told.id()));
    }

    private void cancel(int port, int which) throws InterruptedException {
        String id = own.get(which);
        WatchedExchange done =
                send(port, "DELETE", WatchedExchange.Kind.CANCEL, id, "", WatchedExchange.Freshness.ANY, 0);
        if (done.outcome() != WatchedExchange.Outcome.REFUSED) {
            own.remove(which);
        }
    }

    private void read(int port) throws InterruptedException {
        Optional<WatchedExchange> one = history.randomBooking(random);
        if (one.isPresent()) {
            WatchedExchange.Freshness[] all = WatchedExchange.Freshness.values();
            read(port, one.get(), all[random.nextInt(all.length)]);
        }
    }

    void read(int port, WatchedExchange booking, WatchedExchange.Freshness asked) throws InterruptedException {
        String id = "r" + booking.told().orElseThrow().id();
        long seen = asked == WatchedExchange.Freshness.NAMED ? booking.version() : 0;
        WatchedExchange unused = send(port, "GET", WatchedExchange.Kind.READ, id, "", asked, seen);
    }

    private WatchedExchange send(
            int port,
            String method,
            WatchedExchange.Kind kind,
            String subject,
            String body,
            WatchedExchange.Freshness asked,
            long seen)
            throws InterruptedException {
        String path = kind == WatchedExchange.Kind.BOOK ? "/reservations" : "/reservations/" + subject;
        Map<String, String> headers = switch (asked) {
            case ANY -> Map.of();
            case NAMED -> Map.of("Berth-Version", Long.toString(seen));
            case LEADER -> Map.of("Berth-Version", NEWEST);
        };
        long begun = System.nanoTime();
        WatchedExchange exchange;
        try {
            AccountApi.Reply reply = api.send(port, method, path, body, headers);
            long ended = System.nanoTime();
            WatchedExchange.Outcome outcome = outcome(kind, reply);
            boolean tells = outcome == WatchedExchange.Outcome.DONE
                    && OPEN.contains(reply.body().path("state").asText());
            exchange = new WatchedExchange(
                    kind,
                    subject,
                    asked,
                    seen,
                    begun,
                    ended,
                    outcome,
                    reply.version(),
                    tells ? Optional.of(PromisedReservation.told(reply.body())) : Optional.empty());
            if (outcome == WatchedExchange.Outcome.WRONG) {
                System.out.println(exchange + ": " + reply);
            }
        } catch (IOException e) {
            // Where nobody listens nothing was sent.
            boolean isSent = !(e instanceof ConnectException) || kind == WatchedExchange.Kind.READ;
            exchange = new WatchedExchange(
                    kind,
                    subject,
                    asked,
                    seen,
                    begun,
                    System.nanoTime(),
                    isSent ? WatchedExchange.Outcome.UNKNOWN : WatchedExchange.Outcome.REFUSED,
                    0,
                    Optional.empty());
        }
        history.add(exchange);
        return exchange;
    }

    /** A read that was not answered says nothing; a write that was not carried out is refused. */
    private static WatchedExchange.Outcome outcome(WatchedExchange.Kind kind, AccountApi.Reply reply) {
        WatchedExchange.Outcome outcome = outcome(reply);
        return kind == WatchedExchange.Kind.READ && reply.status() == 503 && outcome == WatchedExchange.Outcome.REFUSED
                ? WatchedExchange.Outcome.UNKNOWN
                : outcome;
    }

    private static WatchedExchange.Outcome outcome(AccountApi.Reply reply) {
        return switch (reply.status()) {
            case 200, 201 -> WatchedExchange.Outcome.DONE;
            case 404, 409 -> WatchedExchange.Outcome.REFUSED;
            case 503 ->
                switch (reply.body().path("code").asText()) {
                    case "not-leading", "overloaded" -> WatchedExchange.Outcome.REFUSED;
                    case "journal-unavailable" ->
                        reply.body().path("detail").asText().contains("nothing has changed")
                                ? WatchedExchange.Outcome.REFUSED
                                : WatchedExchange.Outcome.UNKNOWN;
                    case "outcome-unknown" -> WatchedExchange.Outcome.UNKNOWN;
                    default -> WatchedExchange.Outcome.WRONG;
                };
            default -> WatchedExchange.Outcome.WRONG;
        };
    }
}
