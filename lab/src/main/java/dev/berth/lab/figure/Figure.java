package dev.berth.lab.figure;

import java.util.List;
import java.util.Map;

/**
 * The result of an experiment.
 *
 * @param id such as {@code castillo-fig4}
 * @param settings what it was run with, in the order to be shown: scale, seed, runs, jobs a run ...
 * @param notes remarks for the report, in Markdown
 */
public record Figure(
        String id,
        String title,
        String paper,
        Map<String, String> settings,
        List<Panel> panels,
        List<Claim> claims,
        List<String> notes) {
    private static final String SMOKE = "smoke";

    public Figure {
        panels = List.copyOf(panels);
        claims = List.copyOf(claims);
        notes = List.copyOf(notes);
    }

    /** Whether the run was too small for a verdict: a smoke run shows that an experiment works, not what it shows. */
    public boolean isTooSmall() {
        return SMOKE.equals(settings.get("scale"));
    }

    /** What our numbers say of a claim, in a few words. */
    public String verdict(Claim claim) {
        return claim.holds() ? "holds" : isTooSmall() ? "too small to decide" : "DOES NOT HOLD";
    }
}
