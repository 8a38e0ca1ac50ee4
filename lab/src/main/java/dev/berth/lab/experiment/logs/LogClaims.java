package dev.berth.lab.experiment.logs;

import dev.berth.engine.calendar.Calendars;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Estimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Claims of {@code early-starts-logs} about the default policy; the limits were set before the runs. */
record LogClaims(LogResults results) {
    private static final String OURS = "Berth's own";
    private static final double MEAN_EARLY = 0.78;
    private static final double MEAN_AS_PROMISED = 0.85;
    private static final double WORST = 1.02;
    private static final int SHOWN = 3;

    List<Claim> all() {
        List<Claim> claims = new ArrayList<>();
        for (LogWay way : results.sweep().ways()) {
            if (way.policy().equals(Calendars.DEFAULT)) {
                claims.add(mean(way, way.early() ? MEAN_EARLY : MEAN_AS_PROMISED));
                claims.add(everyCell(way));
            }
        }
        return claims;
    }

    private static String whose(LogWay way) {
        return "Where %s, %s"
                .formatted(way.early() ? "all jobs may start early" : "no job may start early", way.policy());
    }

    private Claim mean(LogWay way, double limit) {
        Estimate mean = results.geometricMean(way).difference();
        return new Claim(
                "%s loses in the geometric mean at most %s times the work of the better of earliest and level, 0.1 points added to both losses."
                        .formatted(whose(way), limit),
                OURS,
                results.geometricMean(way).atMost(limit).verdict(),
                String.format(
                        Locale.ROOT,
                        "%.3f ± %.3f over %d cells",
                        mean.mean(),
                        mean.halfWidth(),
                        results.sweep().places().size()));
    }

    private Claim everyCell(LogWay way) {
        List<LogCell> places = results.sweep().places();
        ComparisonFamily cells = ComparisonFamily.of(places.stream()
                .map(place -> results.above(place, way, WORST).atMost(0))
                .toList());
        String worst = places.stream()
                .sorted(Comparator.comparingDouble((LogCell place) -> -results.ratio(place, way)))
                .limit(SHOWN)
                .map(place -> String.format(Locale.ROOT, "%s %.3f", place.name(), results.ratio(place, way)))
                .collect(Collectors.joining("; "));
        return new Claim(
                "%s loses in every cell at most %s times the work of the better of earliest and level, 0.1 points added to both losses."
                        .formatted(whose(way), WORST),
                OURS,
                cells.all(),
                "%s; above it in %d, by intervals; the largest ratios: %s"
                        .formatted(cells.words(), cells.failing(), worst));
    }
}
