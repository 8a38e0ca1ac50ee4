package dev.berth.soak.instances;

import dev.berth.soak.service.Api;
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
final class Client implements Runnable {
    private static final int MOST_OPEN = 10;
    /** More than there will ever be: only the leader may answer for it. */
    private static final String NEWEST = "999999999999999999";

    private static final Instant FIRST_DAY = Instant.parse("2090-01-01T00:00:00Z");
    private static final long DAY_PASSES_NANOS = 5_000_000_000L;
    /** The states of reservations that are not closed. */
    private static final Set<String> OPEN = Set.of("held", "waiting", "running", "degraded");

    private final String name;
    private final Api api;
    private final List<Integer> ports;
    private final History history;
    private final SplittableRandom random;
    private final List<String> own = new ArrayList<>();
    private final long since = System.nanoTime();
    private int number;

    Client(String name, String token, List<Integer> ports, History history, SplittableRandom random) {
        this.name = name;
        this.api = new Api(token, Duration.ofSeconds(4));
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
        Exchange done = send(port, "POST", Exchange.Kind.BOOK, job, body, Exchange.Freshness.ANY, 0);
        done.told().ifPresent(told -> own.add("r" + told.id()));
    }

    private void cancel(int port, int which) throws InterruptedException {
        String id = own.get(which);
        Exchange done = send(port, "DELETE", Exchange.Kind.CANCEL, id, "", Exchange.Freshness.ANY, 0);
        if (done.outcome() != Exchange.Outcome.REFUSED) {
            own.remove(which);
        }
    }

    private void read(int port) throws InterruptedException {
        Optional<Exchange> one = history.randomBooking(random);
        if (one.isPresent()) {
            Exchange.Freshness[] all = Exchange.Freshness.values();
            read(port, one.get(), all[random.nextInt(all.length)]);
        }
    }

    void read(int port, Exchange booking, Exchange.Freshness asked) throws InterruptedException {
        String id = "r" + booking.told().orElseThrow().id();
        long seen = asked == Exchange.Freshness.NAMED ? booking.version() : 0;
        Exchange unused = send(port, "GET", Exchange.Kind.READ, id, "", asked, seen);
    }

    private Exchange send(
            int port,
            String method,
            Exchange.Kind kind,
            String subject,
            String body,
            Exchange.Freshness asked,
            long seen)
            throws InterruptedException {
        String path = kind == Exchange.Kind.BOOK ? "/reservations" : "/reservations/" + subject;
        Map<String, String> headers = switch (asked) {
            case ANY -> Map.of();
            case NAMED -> Map.of("Berth-Version", Long.toString(seen));
            case LEADER -> Map.of("Berth-Version", NEWEST);
        };
        long begun = System.nanoTime();
        Exchange exchange;
        try {
            Api.Reply reply = api.send(port, method, path, body, headers);
            long ended = System.nanoTime();
            Exchange.Outcome outcome = outcome(kind, reply);
            boolean tells = outcome == Exchange.Outcome.DONE
                    && OPEN.contains(reply.body().path("state").asText());
            exchange = new Exchange(
                    kind,
                    subject,
                    asked,
                    seen,
                    begun,
                    ended,
                    outcome,
                    reply.version(),
                    tells ? Optional.of(Booked.told(reply.body())) : Optional.empty());
            if (outcome == Exchange.Outcome.WRONG) {
                System.out.println(exchange + ": " + reply);
            }
        } catch (IOException e) {
            // Where nobody listens nothing was sent.
            boolean isSent = !(e instanceof ConnectException) || kind == Exchange.Kind.READ;
            exchange = new Exchange(
                    kind,
                    subject,
                    asked,
                    seen,
                    begun,
                    System.nanoTime(),
                    isSent ? Exchange.Outcome.UNKNOWN : Exchange.Outcome.REFUSED,
                    0,
                    Optional.empty());
        }
        history.add(exchange);
        return exchange;
    }

    /** A read that was not answered says nothing; a write that was not carried out is refused. */
    private static Exchange.Outcome outcome(Exchange.Kind kind, Api.Reply reply) {
        Exchange.Outcome outcome = outcome(reply);
        return kind == Exchange.Kind.READ && reply.status() == 503 && outcome == Exchange.Outcome.REFUSED
                ? Exchange.Outcome.UNKNOWN
                : outcome;
    }

    private static Exchange.Outcome outcome(Api.Reply reply) {
        return switch (reply.status()) {
            case 200, 201 -> Exchange.Outcome.DONE;
            case 404, 409 -> Exchange.Outcome.REFUSED;
            case 503 ->
                switch (reply.body().path("code").asText()) {
                    case "not-leading", "overloaded" -> Exchange.Outcome.REFUSED;
                    case "journal-unavailable" ->
                        reply.body().path("detail").asText().contains("nothing has changed")
                                ? Exchange.Outcome.REFUSED
                                : Exchange.Outcome.UNKNOWN;
                    case "outcome-unknown" -> Exchange.Outcome.UNKNOWN;
                    default -> Exchange.Outcome.WRONG;
                };
            default -> Exchange.Outcome.WRONG;
        };
    }
}
