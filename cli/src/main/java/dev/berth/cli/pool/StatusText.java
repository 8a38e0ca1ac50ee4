package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.cli.text.LossText;
import dev.berth.cli.text.PartsText;
import dev.berth.cli.text.SightingText;
import dev.berth.words.Moments;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** One screen about a site: what is not kept, who works, what is free, what is next, and who should not be there. */
record StatusText(Moments moments, JsonNode answer) {
    private static final int MOST_NEXT = 5;
    /** Most servers that are named in a line; more are counted instead. */
    private static final int MOST_NAMED = 8;

    /** A window of the timetable, with its pool. */
    private record Entry(JsonNode pool, JsonNode window) {
        boolean isRunning() {
            return AnswerText.text(window, "state").equals("running");
        }

        String servers() {
            List<String> names = new ArrayList<>();
            window.path("serverNumbers").forEach(number -> names.add(AnswerText.server(pool, number.asInt())));
            boolean isNamed = !names.isEmpty() && names.size() <= MOST_NAMED;
            return PartsText.of(
                    window,
                    isNamed
                            ? String.join(",", names)
                            : AnswerText.unit(pool)
                                    .counted(window.path("servers").asInt()),
                    isNamed);
        }
    }

    @Override
    public String toString() {
        List<Entry> entries = new ArrayList<>();
        JsonNode pools = answer.path("timetable").path("pools");
        pools.forEach(pool -> pool.path("windows").forEach(window -> entries.add(new Entry(pool, window))));
        String work = pools.isEmpty() ? PoolsCommand.NONE_YET : running(entries) + free(pools) + opportunistic(pools);
        return unkept() + work + next(entries) + intruders() + excesses() + brakes();
    }

    /** First, because it needs care. */
    private String unkept() {
        StringBuilder text = new StringBuilder();
        AnswerText words = new AnswerText(moments);
        answer.path("losses")
                .path("reservations")
                .forEach(each -> text.append("  ")
                        .append(new LossText(words, each).unkept())
                        .append('\n'));
        return text.isEmpty() ? "" : "Promises not kept:\n" + text + "\n";
    }

    private String running(List<Entry> entries) {
        Map<String, String> commands = new HashMap<>();
        answer.path("runs")
                .forEach(run -> commands.put(AnswerText.text(run, "reservation"), AnswerText.text(run, "command")));
        Columns columns = new Columns("POOL", "SERVERS", "USER", "JOB", "UNTIL", "COMMAND", "ID");
        boolean isAny = false;
        for (Entry each : entries) {
            if (each.isRunning()) {
                isAny = true;
                String id = AnswerText.text(each.window(), "reservation");
                columns.row(
                        AnswerText.text(each.pool(), "pool"),
                        each.servers(),
                        user(each.window()),
                        AnswerText.text(each.window(), "name"),
                        moments.text(AnswerText.text(each.window(), "end")),
                        commands.getOrDefault(id, ""),
                        id);
            }
        }
        return isAny ? columns.toString() : "Nobody is at work\n";
    }

    private static String user(JsonNode window) {
        return window.has("user") ? AnswerText.text(window, "user") : "(busy)";
    }

    private String free(JsonNode pools) {
        StringBuilder text = new StringBuilder();
        Instant now = Instant.parse(AnswerText.text(answer.path("timetable"), "from"));
        for (JsonNode pool : pools) {
            Set<Integer> taken = new TreeSet<>();
            for (JsonNode window : pool.path("windows")) {
                if (AnswerText.text(window, "state").equals("running")) {
                    window.path("serverNumbers").forEach(number -> taken.add(number.asInt()));
                }
            }
            int out = 0;
            for (JsonNode outage : pool.path("outages")) {
                boolean isNow = !Instant.parse(AnswerText.text(outage, "start")).isAfter(now);
                out += isNow && taken.add(outage.path("server").asInt()) ? 1 : 0;
            }
            text.append(line(pool, taken, out)).append(new FreeHosts(moments, pool, now));
        }
        return text.isEmpty() ? "" : "\nFree now:\n" + text;
    }

    /** They make way for reservations, so their servers are free all the same. */
    private String opportunistic(JsonNode pools) {
        StringBuilder text = new StringBuilder();
        for (JsonNode pool : pools) {
            for (JsonNode each : pool.path("opportunists")) {
                text.append("  %s of %s on %s of pool %s%s%n"
                        .formatted(
                                AnswerText.text(each, "opportunist"),
                                each.has("user")
                                        ? user(each) + " (" + AnswerText.text(each, "name") + ")"
                                        : "another user",
                                new Entry(pool, each).servers(),
                                AnswerText.text(pool, "pool"),
                                each.has("until") ? ", until " + moments.text(AnswerText.text(each, "until")) : ""));
            }
        }
        return text.isEmpty() ? "" : "\nOpportunistic jobs on free servers:\n" + text;
    }

    private static String line(JsonNode pool, Set<Integer> taken, int out) {
        int servers = pool.path("servers").asInt();
        List<String> names = new ArrayList<>();
        for (JsonNode each : pool.path("serverList")) {
            if (!taken.contains(each.path("number").asInt())) {
                names.add(AnswerText.text(each, "name"));
            }
        }
        String which =
                names.isEmpty() || names.size() > MOST_NAMED || taken.isEmpty() ? "" : ": " + String.join(", ", names);
        return "  %s: %d of %s%s%s%s%n"
                .formatted(
                        AnswerText.text(pool, "pool"),
                        servers - taken.size(),
                        AnswerText.unit(pool).counted(servers),
                        pool.has("parts") ? " as a whole" : "",
                        which,
                        out == 0 ? "" : "; %d out of service".formatted(out));
    }

    private String next(List<Entry> entries) {
        List<Entry> next = entries.stream()
                .filter(each -> AnswerText.text(each.window(), "state").equals("waiting"))
                .sorted(Comparator.comparing(each -> AnswerText.text(each.window(), "start")))
                .limit(MOST_NEXT)
                .toList();
        StringBuilder text = new StringBuilder();
        for (Entry each : next) {
            text.append("  %s %s for %s, %s of pool %s%n"
                    .formatted(
                            moments.text(AnswerText.text(each.window(), "start")),
                            AnswerText.text(each.window(), "reservation"),
                            user(each.window()),
                            PartsText.of(
                                    each.window(),
                                    AnswerText.unit(each.pool())
                                            .counted(each.window()
                                                    .path("servers")
                                                    .asInt()),
                                    false),
                            AnswerText.text(each.pool(), "pool")));
        }
        return text.isEmpty() ? "" : "\nNext:\n" + text;
    }

    private String intruders() {
        StringBuilder text = new StringBuilder();
        SightingText words = new SightingText(moments);
        answer.path("sightings")
                .forEach(each -> text.append("  ").append(words.line(each)).append('\n'));
        return text.isEmpty() ? "" : "\nWithout a reservation:\n" + text;
    }

    private String excesses() {
        StringBuilder text = new StringBuilder();
        SightingText words = new SightingText(moments);
        answer.path("excesses")
                .forEach(each -> text.append("  ").append(words.excess(each)).append('\n'));
        return text.isEmpty() ? "" : "\nMore than booked:\n" + text;
    }

    private String brakes() {
        StringBuilder text = new StringBuilder();
        for (JsonNode each : answer.path("brakes")) {
            List<String> ids = new ArrayList<>();
            each.path("reservations").forEach(id -> ids.add(id.asText()));
            String which = ids.size() > MOST_NAMED
                    ? String.join(", ", ids.subList(0, MOST_NAMED)) + " and " + (ids.size() - MOST_NAMED) + " more"
                    : String.join(", ", ids);
            String since = moments.text(AnswerText.text(each, "since"));
            text.append(
                    each.has("until")
                            ? "  (!) %s: unused together since %s; released from %s on if nobody uses them%n"
                                    .formatted(which, since, moments.text(AnswerText.text(each, "until")))
                            : "  (!) %s: their runners are silent together since %s%n".formatted(which, since));
        }
        return text.isEmpty() ? "" : "\nKept although they seem unused; to release one: berth finish ID\n" + text;
    }
}
