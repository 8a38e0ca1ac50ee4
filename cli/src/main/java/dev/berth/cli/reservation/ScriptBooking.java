package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.job.JobOptions;
import dev.berth.cli.job.PlainWords;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.slurm.SbatchScript;
import dev.berth.cli.slurm.UserSlurm;
import dev.berth.cli.text.AnswerText;
import dev.berth.engine.model.ReservationId;
import dev.berth.wire.ReservationName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A booking for a batch script of Slurm, and the submission of that script into it. The job is held back to the start of what is booked,
 * because before it Slurm would start it elsewhere; so it is booked as promised unless something else is said.
 */
final class ScriptBooking {
    /** Longest script; sbatch itself takes 4 MB. */
    private static final long MOST_BYTES = 4 << 20;

    /** Form of a time that sbatch reads, in the time zone of this machine. */
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);

    /** A word that no shell changes. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=-]+");

    /** How much later Slurm may start a job without being too late. */
    private static final Duration LATE = Duration.ofMinutes(1);

    private final Remote remote;
    private final Path file;
    private final SbatchScript script;
    private final boolean submit;
    private boolean isFailed;

    private ScriptBooking(Remote remote, Path file, SbatchScript script, boolean submit) {
        this.remote = remote;
        this.file = file;
        this.script = script;
        this.submit = submit;
    }

    /**
     * Reads the script.
     *
     * @param submit whether it is to be submitted once it is booked
     */
    static ScriptBooking read(String name, boolean submit, Remote remote) {
        Path file = Path.of(name);
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new BadInput("--script: %s is larger than 4 MiB; name a batch script".formatted(name));
            }
            SbatchScript script = SbatchScript.read(name, Files.readString(file, StandardCharsets.ISO_8859_1));
            if (submit) {
                UserSlurm.of(remote.environment()).require();
            }
            return new ScriptBooking(remote, file, script, submit);
        } catch (IOException e) {
            throw new BadInput("--script: cannot read %s; name a batch script, such as job.sh".formatted(name));
        }
    }

    /** The job to be booked. */
    ObjectNode job(PlainWords words, JobOptions options) {
        ObjectNode job = words.job(script, options, remote);
        if (!job.has("starts")) {
            job.put("starts", "as-promised");
        }
        return job;
    }

    /**
     * Submits the script into a reservation that was booked for it, or says how to. Returns a text for the user. That the script cannot be
     * submitted leaves the booking as it is.
     */
    String after(JsonNode reservation) {
        try {
            return submitted(reservation);
        } catch (Failed e) {
            isFailed = true;
            return "Booked, but not submitted. %s%nBook again for a corrected script after: berth cancel %s%n"
                    .formatted(e.getMessage(), AnswerText.text(reservation, "id"));
        }
    }

    /** Whether it was to be submitted and was not. */
    boolean isFailed() {
        return isFailed;
    }

    private String submitted(JsonNode reservation) {
        if (!reservation.has("start") || !isInSlurm(reservation)) {
            isFailed = submit;
            return submit
                    ? "Booked, but not submitted: pool %s is not made of nodes of Slurm%n"
                            .formatted(AnswerText.text(reservation, "pool"))
                    : "";
        }
        String name = nameOf(reservation);
        List<String> options = options(reservation);
        if (!submit) {
            return "Submit it with: sbatch %s%nFrom the start on, Slurm takes it into reservation %s%n"
                    .formatted(
                            with(options, file.toString()).stream()
                                    .map(word -> PLAIN.matcher(word).matches() ? word : UserSlurm.quoted(List.of(word)))
                                    .collect(Collectors.joining(" ")),
                            name);
        }
        UserSlurm slurm = UserSlurm.of(remote.environment());
        if (slurm.reservation(name).isPresent()) {
            options.addFirst("--reservation=" + name);
        }
        long number = slurm.submit(options, file);
        if (reservation instanceof ObjectNode answer) {
            answer.put("slurmJob", number);
        }
        return "Submitted as job %d, with %s%n".formatted(number, String.join(" ", options));
    }

    private static List<String> with(List<String> options, String last) {
        List<String> all = new ArrayList<>(options);
        all.add(last);
        return all;
    }

    private boolean isInSlurm(JsonNode reservation) {
        for (JsonNode pool : remote.service().send("GET", "/pools").expected().path("pools")) {
            if (pool.path("name").equals(reservation.path("pool"))) {
                return pool.path("attributes").has("partition");
            }
        }
        return false;
    }

    private String nameOf(JsonNode reservation) {
        String site =
                remote.service().send("GET", "/health").json().path("site").asText();
        String id = AnswerText.text(reservation, "id");
        return new ReservationName(site).of(new ReservationId(Long.parseLong(id.substring(1))));
    }

    private List<String> options(JsonNode reservation) {
        Instant start = Instant.parse(AnswerText.text(reservation, "start"));
        Instant end = Instant.parse(AnswerText.text(reservation, "end"));
        Instant deadline = reservation.has("deadline") ? Instant.parse(AnswerText.text(reservation, "deadline")) : end;
        Duration length = Duration.between(start, end);
        List<String> options = new ArrayList<>();
        if (!AnswerText.text(reservation, "starts").equals("when-free")) {
            options.add("--begin=" + local(start));
        }
        options.add("--deadline=" + local(deadline));
        if (script.time().filter(length::equals).isEmpty()) {
            options.add("--time=" + Math.max(1, length.toMinutes()));
        }
        if (Duration.between(end, deadline).compareTo(LATE) < 0) {
            // Slurm starts it some seconds after the start, and by then it would be too late for all of its time.
            options.add("--time-min=" + Math.max(1, length.minus(LATE).toMinutes()));
        }
        int servers = reservation.path("servers").asInt(script.nodes());
        if (servers != script.nodes()) {
            options.add("--nodes=" + servers);
        }
        return options;
    }

    private static String local(Instant time) {
        return TIME.format(time.atZone(ZoneId.systemDefault()));
    }
}
