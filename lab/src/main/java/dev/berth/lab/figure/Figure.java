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
    public Figure {
        panels = List.copyOf(panels);
        claims = List.copyOf(claims);
        notes = List.copyOf(notes);
    }
}
