package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.cli.text.PartsText;
import dev.berth.words.Moments;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Free parts of each host of a pool now, and until when they stay free. */
record FreeHosts(Moments moments, JsonNode pool, Instant now) {
    /** Most hosts of a pool with their free parts. */
    private static final int MOST = 16;

    /** The table, or nothing where servers are booked as a whole. */
    @Override
    public String toString() {
        JsonNode hosts = pool.path("freeNow");
        if (hosts.isEmpty()) {
            return "";
        }
        List<String> heads = new ArrayList<>(List.of("HOST"));
        pool.path("parts").forEach(part -> heads.add(PartsText.head(part)));
        heads.add("LESS FROM");
        Columns columns = new Columns(heads.toArray(String[]::new));
        for (int i = 0; i < Math.min(MOST, hosts.size()); i++) {
            int host = hosts.get(i).path("server").asInt();
            JsonNode free = hosts.get(i).path("parts");
            List<String> row = new ArrayList<>(List.of(AnswerText.server(pool, host)));
            pool.path("parts").forEach(part -> row.add(PartsText.ofAll(part, free)));
            row.add(less(host).map(time -> moments.text(time.toString())).orElse(""));
            columns.row(row.toArray());
        }
        String more = hosts.size() > MOST ? "    and %d hosts more%n".formatted(hosts.size() - MOST) : "";
        return columns.toString().indent(4) + more;
    }

    /** The first moment at which somebody who waits, or an outage that has not begun, would take something of a host. */
    private Optional<Instant> less(int host) {
        List<Instant> starts = new ArrayList<>();
        for (JsonNode window : pool.path("windows")) {
            boolean isRunning = AnswerText.text(window, "state").equals("running");
            window.path("serverNumbers").forEach(number -> {
                if (number.asInt() == host && !isRunning) {
                    starts.add(Instant.parse(AnswerText.text(window, "start")));
                }
            });
        }
        for (JsonNode outage : pool.path("outages")) {
            Instant start = Instant.parse(AnswerText.text(outage, "start"));
            if (outage.path("server").asInt() == host && start.isAfter(now)) {
                starts.add(start);
            }
        }
        return starts.stream().min(Instant::compareTo);
    }
}
