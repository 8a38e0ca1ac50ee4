package dev.berth.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads how an opportunistic job stands, as if it had a reservation: one that ends when it has to make way. Servers that it got anew
 * are others to a command that runs, even if they have the same names.
 */
final class IdleStandings implements Following.Reader {
    /** Stands for the end of what has none. */
    private static final Duration AGES = Duration.ofDays(3_650);

    /** When the servers of the command that runs were given; null while none runs. */
    private volatile @Nullable Instant given;

    /** A command begins on servers that the job has from a time on. */
    void begin(Instant since) {
        given = since;
    }

    /** Whether it is known when a job has to make way. */
    static boolean isForeseen(ReservationStanding standing) {
        return Duration.between(standing.start(), standing.end()).compareTo(AGES) < 0;
    }

    @Override
    public ReservationStanding read(JsonNode answer, long asked) {
        JsonNode job = answer.path("opportunist");
        Instant now = Instant.parse(answer.path("now").asText());
        Instant since = job.has("since") ? Instant.parse(job.path("since").asText()) : now;
        Instant end = job.has("until") ? Instant.parse(job.path("until").asText()) : since.plus(AGES);
        Duration waited = Duration.parse(answer.path("waited").asText("PT0S"));
        return new ReservationStanding(
                state(job.path("state").asText(), since),
                job.path("pool").asText(""),
                RunServers.read(answer, job),
                since,
                end,
                answer.path("seen").asText(),
                asked + waited.toNanos(),
                Duration.between(now, end),
                new ReservationStanding.Queue(answer.path("before").asInt(-1), false, Optional.empty()));
    }

    private String state(String state, Instant since) {
        Instant begun = given;
        if (state.equals("running") && begun != null && !begun.equals(since)) {
            return "preempted";
        }
        return state.equals("queued") ? "waiting" : state;
    }
}
