package dev.berth.lab.experiment;

import dev.berth.engine.model.BadValue;
import dev.berth.lab.figure.Choice;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An experiment under several readings of its paper, as one list of cells and one figure: that of the first reading, whose
 * claims say what they come to under each.
 */
public final class Readings<R> {
    private final Experiment<R> experiment;
    private final Options options;
    private final List<Reading> readings;

    /**
     * All readings, or the run as it is set alone.
     *
     * @throws BadValue if a choice is not one that its parameter has
     */
    public Readings(Experiment<R> experiment, Options options, boolean all) {
        this.experiment = experiment;
        this.options = options.about(experiment.parameters());
        this.readings = all ? experiment.readings(this.options) : List.of(Reading.AS_SET);
    }

    public List<Cell<R>> cells() {
        List<Cell<R>> cells = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (Reading reading : readings) {
            Options under = options.under(reading);
            boolean isFirst = reading.equals(readings.getFirst());
            for (Cell<R> cell : isFirst ? experiment.cells(under) : experiment.cellsOfClaims(under)) {
                String key = key(reading, cell.key());
                if (known.add(key)) {
                    cells.add(new Cell<>(key, cell.work()));
                }
            }
        }
        return cells;
    }

    public Figure figure(Map<String, R> results) {
        Figure figure = experiment.figure(options.under(readings.getFirst()), own(readings.getFirst(), results));
        Map<String, List<Claim>> claims = new LinkedHashMap<>();
        claims.put(readings.getFirst().name(), figure.claims());
        for (Reading reading : readings.subList(1, readings.size())) {
            claims.put(
                    reading.name(), figure.decided(experiment.claims(options.under(reading), own(reading, results))));
        }
        return figure.with(
                figure.claims().stream()
                        .map(claim -> claim.under(verdicts(claim, claims)))
                        .toList(),
                choices(),
                Map.of("number of runs", experiment.plannedRuns().words(options)));
    }

    private Map<String, R> own(Reading reading, Map<String, R> results) {
        String prefix = key(reading, "");
        // Every cell of another reading has a name in front of its key, which no key of the first begins with.
        return prefix.isEmpty()
                ? results
                : results.entrySet().stream()
                        .filter(result -> result.getKey().startsWith(prefix))
                        .collect(Collectors.toMap(
                                result -> result.getKey().substring(prefix.length()), Map.Entry::getValue));
    }

    /** Readings that differ in how they judge share their runs. */
    private String key(Reading reading, String key) {
        Map<String, String> choices = new HashMap<>(reading.choices());
        experiment.parameters().stream()
                .filter(OpenParameter::judging)
                .forEach(judging -> choices.remove(judging.name()));
        return choices.isEmpty() ? key : "[" + new Reading(choices).name() + "] " + key;
    }

    private static Map<String, Verdict> verdicts(Claim sentence, Map<String, List<Claim>> byReading) {
        Map<String, Verdict> verdicts = new LinkedHashMap<>();
        byReading.forEach((reading, claims) -> claims.stream()
                .filter(sentence::isSameSentence)
                .findFirst()
                .ifPresent(claim -> verdicts.put(reading, claim.verdict())));
        return verdicts;
    }

    private List<Choice> choices() {
        return experiment.parameters().stream()
                .map(parameter -> {
                    String value = parameter.of(options);
                    return new Choice(
                            parameter.name(),
                            parameter.about(),
                            value,
                            parameter.values().stream()
                                    .filter(other -> !other.equals(value))
                                    .toList());
                })
                .toList();
    }
}
