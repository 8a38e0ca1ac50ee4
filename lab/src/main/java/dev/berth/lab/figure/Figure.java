package dev.berth.lab.figure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of an experiment.
 *
 * @param id such as {@code castillo-fig4}
 * @param settings what it was run with, in the order to be shown: scale, seed, runs, jobs a run ...
 * @param claims of a smoke run nothing but what is exact is decided: it shows that an experiment works, not what it shows
 * @param notes remarks for the report, in Markdown
 * @param choices what the paper leaves open
 */
public record Figure(
        String id,
        String title,
        String paper,
        Map<String, String> settings,
        List<Panel> panels,
        List<Claim> claims,
        List<String> notes,
        List<Choice> choices) {
    private static final String SMOKE = "smoke";

    public Figure {
        panels = List.copyOf(panels);
        claims = decided(claims, settings);
        notes = List.copyOf(notes);
        choices = List.copyOf(choices);
    }

    /** Without the choices, which are the same for all figures of an experiment and are added to them together. */
    public Figure(
            String id,
            String title,
            String paper,
            Map<String, String> settings,
            List<Panel> panels,
            List<Claim> claims,
            List<String> notes) {
        this(id, title, paper, settings, panels, claims, notes, List.of());
    }

    /** Claims of another reading of the same size, as this figure decides its own. */
    public List<Claim> decided(List<Claim> others) {
        return decided(others, settings);
    }

    private static List<Claim> decided(List<Claim> claims, Map<String, String> settings) {
        return isTooSmall(settings) ? claims.stream().map(Claim::ofSmallRun).toList() : List.copyOf(claims);
    }

    private static boolean isTooSmall(Map<String, String> settings) {
        return SMOKE.equals(settings.get("scale"));
    }

    /**
     * The same figure with its verdicts.
     *
     * @param more settings, shown after the others
     */
    public Figure with(List<Claim> others, List<Choice> made, Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(settings);
        all.putAll(more);
        return new Figure(id, title, paper, all, panels, others, notes, made);
    }

    /** Whether the run was too small for a verdict. */
    public boolean isTooSmall() {
        return isTooSmall(settings);
    }
}
