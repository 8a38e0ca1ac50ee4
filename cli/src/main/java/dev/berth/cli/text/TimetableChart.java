package dev.berth.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.model.Share;
import dev.berth.words.Unit;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A timetable as a chart of characters: a row for each server, or the use of each pool. */
public final class TimetableChart {
    private static final String EIGHTHS = " ▁▂▃▄▅▆▇█";
    private static final String TENTHS = ".123456789#";

    private final JsonNode timetable;
    private final boolean ascii;
    private final TimeAxis axis;
    private final int margin;

    public TimetableChart(JsonNode timetable, ZoneId zone, int width, boolean ascii) {
        this.timetable = timetable;
        this.ascii = ascii;
        int longest = 4;
        for (JsonNode pool : timetable.path("pools")) {
            longest =
                    Math.max(longest, label(pool, pool.path("servers").asInt()).length());
            if (byServer()) {
                for (JsonNode part : pool.path("parts")) {
                    longest = Math.max(longest, partLabel(part).length());
                }
            }
            for (JsonNode server : pool.path("serverList")) {
                longest = Math.max(
                        longest, label(pool, server.path("number").asInt()).length());
            }
        }
        this.margin = Math.min(longest, width / 3) + 1;
        this.axis = new TimeAxis(time(timetable, "from"), time(timetable, "to"), zone, width - margin);
    }

    private static Instant time(JsonNode node, String field) {
        return Instant.parse(node.path(field).asText());
    }

    private boolean byServer() {
        return timetable.path("by").asText().equals("server");
    }

    private String label(JsonNode pool, int server) {
        String name = pool.path("pool").asText();
        return byServer() ? name + " " + AnswerText.server(pool, server) : name;
    }

    @Override
    public String toString() {
        StringBuilder chart = new StringBuilder();
        axis.lines().forEach(line -> row(chart, "", line));
        for (JsonNode pool : timetable.path("pools")) {
            if (byServer() && pool.has("parts")) {
                hosts(chart, pool);
            } else if (byServer()) {
                servers(chart, pool);
            } else {
                row(chart, label(pool, 0), use(pool));
            }
        }
        chart.append(legend());
        if (timetable.path("truncated").asBoolean()) {
            chart.append("There is more than is shown; ask for a shorter time or for one pool.\n");
        }
        return chart.toString();
    }

    private void row(StringBuilder chart, String label, String cells) {
        String shown = label.length() < margin ? label : label.substring(0, margin - 1);
        chart.append((shown + " ".repeat(margin - shown.length()) + cells).stripTrailing())
                .append('\n');
    }

    private void servers(StringBuilder chart, JsonNode pool) {
        char[][] rows = new char[pool.path("servers").asInt()][axis.width()];
        for (char[] row : rows) {
            Arrays.fill(row, ascii ? '.' : '·');
        }
        for (JsonNode outage : pool.path("outages")) {
            Instant end = outage.has("end") ? time(outage, "end") : time(timetable, "to");
            int server = outage.path("server").asInt();
            if (server < rows.length) {
                Arrays.fill(rows[server], axis.cell(time(outage, "start")), axis.end(time(outage, "start"), end), 'x');
            }
        }
        for (JsonNode each : pool.path("opportunists")) {
            each.path("serverNumbers").forEach(number -> idle(rows[number.asInt()], each));
        }
        for (JsonNode window : pool.path("windows")) {
            window.path("serverNumbers").forEach(number -> bar(rows[number.asInt()], window));
        }
        for (int server = 0; server < rows.length; server++) {
            row(chart, label(pool, server), new String(rows[server]));
        }
    }

    /** Hosts may have several owners at a time: a line for each. */
    private void hosts(StringBuilder chart, JsonNode pool) {
        List<List<JsonNode>> byHost = new ArrayList<>();
        for (int host = 0; host < pool.path("servers").asInt(); host++) {
            byHost.add(new ArrayList<>());
        }
        for (JsonNode window : pool.path("windows")) {
            window.path("serverNumbers")
                    .forEach(number -> byHost.get(number.asInt()).add(window));
        }
        for (int host = 0; host < byHost.size(); host++) {
            List<char[]> lanes = lanes(byHost.get(host));
            outages(pool, host, lanes.getFirst());
            String label = label(pool, host);
            for (char[] lane : lanes) {
                row(chart, label, new String(lane));
                label = "";
            }
            HostUse use = new HostUse(pool, host, time(timetable, "to"));
            for (JsonNode part : pool.path("parts")) {
                row(chart, partLabel(part), levels(use.most(part, axis), Share.WHOLE));
            }
        }
    }

    private static String partLabel(JsonNode part) {
        return "  " + part.path("name").asText();
    }

    /** Windows in as few lines as keep them apart; at least one line. */
    private List<char[]> lanes(List<JsonNode> windows) {
        List<char[]> lanes = new ArrayList<>(List.of(empty()));
        List<Integer> ends = new ArrayList<>(List.of(0));
        for (JsonNode window : windows) {
            int from = axis.cell(time(window, "start"));
            int lane = 0;
            while (lane < lanes.size() && ends.get(lane) > from) {
                lane++;
            }
            if (lane == lanes.size()) {
                lanes.add(empty());
                ends.add(0);
            }
            bar(lanes.get(lane), window);
            ends.set(lane, axis.end(time(window, "start"), time(window, "end")));
        }
        return lanes;
    }

    private char[] empty() {
        char[] row = new char[axis.width()];
        Arrays.fill(row, ascii ? '.' : '·');
        return row;
    }

    /** Outages of a whole host; blocks of parts are not drawn. */
    private void outages(JsonNode pool, int host, char[] row) {
        for (JsonNode outage : pool.path("outages")) {
            if (outage.path("server").asInt() == host && !outage.has("parts") && !outage.has("share")) {
                Instant end = outage.has("end") ? time(outage, "end") : time(timetable, "to");
                Arrays.fill(row, axis.cell(time(outage, "start")), axis.end(time(outage, "start"), end), 'x');
            }
        }
    }

    /** From now on until it has to make way; where that is not known, in one cell. Reservations are drawn over it. */
    private void idle(char[] row, JsonNode opportunist) {
        Instant start = time(opportunist, "start");
        Instant end = opportunist.has("until") ? time(opportunist, "until") : start;
        Instant from = start.isBefore(time(timetable, "from")) ? time(timetable, "from") : start;
        int cell = axis.cell(from);
        if (cell < row.length) {
            Arrays.fill(row, cell, Math.max(cell + 1, end.isAfter(from) ? axis.end(from, end) : 0), ascii ? '~' : '≈');
        }
    }

    private boolean hasOpportunists() {
        return anyHas("opportunists");
    }

    private boolean hasParts() {
        return anyHas("parts");
    }

    private boolean anyHas(String field) {
        for (JsonNode pool : timetable.path("pools")) {
            if (!pool.path(field).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private void bar(char[] row, JsonNode window) {
        int from = axis.cell(time(window, "start"));
        int to = axis.end(time(window, "start"), time(window, "end"));
        boolean tentative = window.path("tentative").asBoolean();
        Arrays.fill(row, from, to, ascii ? tentative ? '-' : '=' : tentative ? '─' : '━');
        row[from] = '[';
        if (to - from > 1) {
            row[to - 1] = ']';
        }
        String id = window.path("reservation").asText();
        if (id.length() <= to - from - 2) {
            id.getChars(0, id.length(), row, from + 1);
        }
    }

    /** The busiest moment of each cell: a pool that is full for a minute is full for anyone who needs that minute. */
    private String use(JsonNode pool) {
        // In parts, a pool is as full as the part that is used most.
        boolean inParts = pool.has("parts");
        int servers = inParts ? Share.WHOLE : pool.path("servers").asInt();
        int[] free = new int[axis.width()];
        Arrays.fill(free, servers);
        JsonNode steps = pool.path("free");
        for (int i = 0; i < steps.size(); i++) {
            Instant start = time(steps.get(i), "from");
            Instant end = i + 1 < steps.size() ? time(steps.get(i + 1), "from") : time(timetable, "to");
            JsonNode step = steps.get(i);
            int left = inParts
                    ? servers - PartsText.used(pool, step.path("parts"))
                    : step.path("servers").asInt();
            for (int cell = axis.cell(start); cell < axis.end(start, end); cell++) {
                free[cell] = Math.min(free[cell], left);
            }
        }
        int[] busy =
                Arrays.stream(free).map(left -> servers - Math.max(0, left)).toArray();
        return levels(busy, servers);
    }

    /** A character for each cell; rounded up, because what is a little in use is not free. */
    private String levels(int[] busy, int all) {
        String levels = ascii ? TENTHS : EIGHTHS;
        StringBuilder cells = new StringBuilder();
        for (int each : busy) {
            cells.append(levels.charAt(Math.ceilDiv(each * (levels.length() - 1), all)));
        }
        return cells.toString();
    }

    /** Unit of the servers if all pools of the chart agree on it; otherwise a server. */
    private Unit unit() {
        JsonNode pools = timetable.path("pools");
        Unit first = pools.isEmpty() ? Unit.SERVER : AnswerText.unit(pools.get(0));
        for (JsonNode pool : pools) {
            if (!AnswerText.unit(pool).equals(first)) {
                return Unit.SERVER;
            }
        }
        return first;
    }

    private String legend() {
        String use = ascii ? "in use: . none, 1 to 9 tenths, # all\n" : "in use: blank none to █ all\n";
        if (!byServer()) {
            return use;
        }
        List<String> parts = ascii
                ? List.of("[r1==] runs", "[r1--] waits, its " + unit() + " may change", "x out of service")
                : List.of("[r1━━] runs", "[r1──] waits, its " + unit() + " may change", "x out of service");
        String idle = hasOpportunists() ? "   " + (ascii ? "~" : "≈") + " opportunistic job" : "";
        return String.join("   ", parts) + idle + "\n" + (hasParts() ? "parts " + use : "");
    }
}
