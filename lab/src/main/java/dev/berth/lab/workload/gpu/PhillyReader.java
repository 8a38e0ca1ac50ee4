package dev.berth.lab.workload.gpu;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.berth.lab.workload.swf.BadTrace;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of Philly ({@code cluster_job_log}, msr-fiddle/philly-traces; Jeon et al., Analysis of Large-Scale Multi-Tenant GPU Clusters for
 * DNN Training Workloads, USENIX ATC 2019): a list of objects in JSON. Cores and memory are not in the log.
 *
 * <p>A job has attempts, which may be several, none, or without times. It is one task: submitted when it was, begun with its first
 * attempt, as long as all attempts together, on the nodes of the attempt that had most GPUs.
 */
final class PhillyReader implements GpuTaskSource {
    private static final String EXPECTED = "the list of jobs of Philly's cluster_job_log";
    private static final String SUBMITTED = "submitted_time";

    /** Attempts of a job, and what an attempt lists: a file that goes on without end is refused. */
    private static final int MOST_LISTED = 100_000;

    private static final int LONGEST = 80;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(20)
                    .maxStringLength(10_000)
                    .maxNameLength(1_000)
                    .maxNumberLength(100)
                    .build())
            .build();

    private final String file;
    private final JsonParser json;
    private final Consumer<GpuOddity> told;
    private boolean begun;

    PhillyReader(String file, InputStream bytes, Consumer<GpuOddity> told) throws IOException {
        this.file = file;
        this.told = told;
        // Latin-1 takes any byte, and nothing that is read here is more than ASCII.
        this.json = JSON.createParser(new InputStreamReader(bytes, StandardCharsets.ISO_8859_1));
    }

    @Override
    public @Nullable GpuTask next() throws IOException {
        try {
            if (!begun) {
                expect(json.nextToken(), JsonToken.START_ARRAY);
                begun = true;
            }
            for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
                expect(token, JsonToken.START_OBJECT);
                Optional<GpuTask> task = job();
                if (task.isPresent()) {
                    return task.get();
                }
            }
            return null;
        } catch (JsonProcessingException e) {
            throw bad("not valid JSON: " + printable(e.getOriginalMessage()), EXPECTED);
        }
    }

    /** Attempts of a job, added up. */
    private static final class Attempts {
        private int number;
        private int timed;
        private long started;
        private long ran;
        private boolean endsBeforeStart;
        private long cards;
        private long hosts;

        private void add(long from, long to, long ofCards, long ofHosts) {
            started = timed == 0 ? from : Math.min(started, from);
            timed++;
            ran += to - from;
            endsBeforeStart |= to < from;
            if (ofCards > cards) {
                cards = ofCards;
                hosts = ofHosts;
            }
        }
    }

    private Optional<GpuTask> job() throws IOException {
        String submitted = null;
        Attempts attempts = new Attempts();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case SUBMITTED -> submitted = text(name);
                case "attempts" -> attempts(attempts);
                default -> json.skipChildren();
            }
        }
        if (submitted == null) {
            throw bad("found a job without " + SUBMITTED, SUBMITTED + " in each job");
        }
        long at = seconds(SUBMITTED, submitted);
        if (attempts.timed == 0) {
            told.accept(GpuOddity.NEVER_RAN);
            return Optional.empty();
        }
        if (attempts.timed < attempts.number) {
            told.accept(GpuOddity.ATTEMPT_WITHOUT_TIMES);
        }
        if (attempts.endsBeforeStart) {
            told.accept(GpuOddity.ENDS_BEFORE_START);
            return Optional.empty();
        }
        return new CalendarJob(at, attempts.started, attempts.started + attempts.ran, attempts.hosts, attempts.cards, 0)
                .task(told);
    }

    private void attempts(Attempts attempts) throws IOException {
        expect(json.currentToken(), JsonToken.START_ARRAY);
        while (json.nextToken() != JsonToken.END_ARRAY) {
            expect(json.currentToken(), JsonToken.START_OBJECT);
            counted(++attempts.number, "attempts");
            attempt(attempts);
        }
    }

    private void attempt(Attempts attempts) throws IOException {
        String from = null;
        String to = null;
        long[] cardsAndHosts = new long[2];
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "start_time" -> from = text(name);
                case "end_time" -> to = text(name);
                case "detail" -> detail(cardsAndHosts);
                default -> json.skipChildren();
            }
        }
        if (from != null && to != null && !CalendarTime.isUnknown(from) && !CalendarTime.isUnknown(to)) {
            attempts.add(seconds("start_time", from), seconds("end_time", to), cardsAndHosts[0], cardsAndHosts[1]);
        }
    }

    /** Counts the GPUs and the nodes that have one. */
    private void detail(long[] cardsAndHosts) throws IOException {
        expect(json.currentToken(), JsonToken.START_ARRAY);
        int listed = 0;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            expect(json.currentToken(), JsonToken.START_OBJECT);
            counted(++listed, "nodes of an attempt");
            while (json.nextToken() != JsonToken.END_OBJECT) {
                boolean gpus = json.currentName().equals("gpus");
                json.nextToken();
                if (gpus) {
                    int cards = gpus();
                    cardsAndHosts[0] += cards;
                    cardsAndHosts[1] += cards > 0 ? 1 : 0;
                } else {
                    json.skipChildren();
                }
            }
        }
    }

    private int gpus() throws IOException {
        expect(json.currentToken(), JsonToken.START_ARRAY);
        int cards = 0;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            expect(json.currentToken(), JsonToken.VALUE_STRING);
            counted(++cards, "GPUs of a node");
        }
        return cards;
    }

    /** The value of a field that is text or unknown. */
    private @Nullable String text(String name) throws IOException {
        JsonToken token = json.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (token != JsonToken.VALUE_STRING) {
            throw bad("found " + name + " that is no text", CalendarTime.FORM + ", or null");
        }
        return json.getText();
    }

    private long seconds(String name, String text) {
        return CalendarTime.seconds(text)
                .orElseThrow(() -> bad("found " + name + " \"" + printable(text) + '"', CalendarTime.FORM));
    }

    private void counted(int listed, String what) {
        if (listed > MOST_LISTED) {
            throw bad("found more than " + MOST_LISTED + ' ' + what, "at most " + MOST_LISTED);
        }
    }

    private void expect(@Nullable JsonToken found, JsonToken wanted) {
        if (found != wanted) {
            throw bad(
                    "found " + (found == null ? "the end of the file" : words(found)), words(wanted) + ": " + EXPECTED);
        }
    }

    private static String words(JsonToken token) {
        return switch (token) {
            case START_ARRAY -> "a list";
            case START_OBJECT -> "an object";
            case VALUE_STRING -> "text";
            default -> "another value";
        };
    }

    private BadTrace bad(String found, String expected) {
        return new BadTrace(file, line(), found, expected);
    }

    /** Short and printable, for the file may be anything. */
    private static String printable(String text) {
        String first = text.lines().findFirst().orElse("");
        String start = first.length() > LONGEST ? first.substring(0, LONGEST) + "..." : first;
        return start.replaceAll("[^\\x20-\\x7e]", "?");
    }

    @Override
    public long line() {
        return json.currentLocation().getLineNr();
    }

    @Override
    public boolean hasCalendarTimes() {
        return true;
    }

    @Override
    public void close() throws IOException {
        json.close();
    }
}
