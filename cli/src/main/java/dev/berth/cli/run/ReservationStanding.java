package dev.berth.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * How a reservation stands, as the service said at one moment.
 *
 * @param seen by what the service knows later whether it still stands so
 * @param asked when it was said, by the monotonic clock of this machine ({@link System#nanoTime})
 * @param left how long it has to run from that moment on, by the clock of the service
 */
record ReservationStanding(
        String state,
        String pool,
        RunServers servers,
        Instant start,
        Instant end,
        String seen,
        long asked,
        Duration left,
        Queue queue) {
    private static final Set<String> WAITING = Set.of("waiting", "held", "degraded");

    /**
     * Where it stands while it waits.
     *
     * @param before how many start before it in its pool; -1 if that is not known
     * @param mayStartEarly whether it starts as soon as there is room
     * @param expected when it will start if nothing else happens, if that is before the promised time
     */
    record Queue(int before, boolean mayStartEarly, Optional<Instant> expected) {
        static final Queue NONE = new Queue(-1, false, Optional.empty());
    }

    /** Reads an answer to a question that was asked at a moment. Without the time it was withheld, it is at most as old as that. */
    static ReservationStanding read(JsonNode answer, long asked) {
        Duration waited = Duration.parse(answer.path("waited").asText("PT0S"));
        JsonNode reservation = answer.path("reservation");
        Instant end = Instant.parse(reservation.path("end").asText());
        return new ReservationStanding(
                reservation.path("state").asText(),
                reservation.path("pool").asText(),
                RunServers.read(answer),
                Instant.parse(reservation.path("start").asText()),
                end,
                answer.path("seen").asText(),
                asked + waited.toNanos(),
                Duration.between(Instant.parse(answer.path("now").asText()), end),
                new Queue(
                        answer.path("before").asInt(-1),
                        reservation.has("starts"),
                        reservation.has("expectedStart")
                                ? Optional.of(Instant.parse(
                                        reservation.path("expectedStart").asText()))
                                : Optional.empty()));
    }

    boolean isRunning() {
        return state.equals("running");
    }

    boolean isWaiting() {
        return WAITING.contains(state);
    }

    /** When its time is over, by the monotonic clock of this machine. No clock that is set can move it. */
    long endNanos() {
        return asked + left.toNanos();
    }

    /** The same, but over after this time from a moment of the monotonic clock. */
    ReservationStanding endingIn(Duration time, long now) {
        return new ReservationStanding(state, pool, servers, start, end, seen, now, time, queue);
    }
}
