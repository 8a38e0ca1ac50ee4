package dev.berth.cli.workflow;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Streams;
import dev.berth.cli.replay.RecordJson;
import dev.berth.cli.text.Columns;
import dev.berth.cli.text.Count;
import dev.berth.workflow.model.Profile;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.read.ReadWorkflow;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code berth workflow show}. */
final class WorkflowShow implements ShellCommand {
    private static final int MOST_SHOWN = 12;

    private final Streams streams;

    private String file = "";

    private boolean json;

    WorkflowShow(Environment environment) {
        this.streams = environment.streams();
    }

    /** Workflow as {@code --json} writes it. */
    record Shown(
            String name,
            String format,
            int tasks,
            int edges,
            int levels,
            int widestLevel,
            int entries,
            int exits,
            long workMillis,
            long dataBytes,
            long criticalPathMillis,
            List<String> criticalPath,
            double parallelism,
            Map<String, Profile.Kind> kinds,
            List<String> notes) {}

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Shows a workflow: tasks, levels, critical path, and how many machines it can use.",
                "Reads WfCommons WfFormat (1.4 to 1.6), Pegasus DAX (2.1, 3.x) and Berth's JSON, also gzipped; the format is detected from the content.");
        syntax.parameter("FILE", "Workflow file; - reads standard input", value -> file = value);
        syntax.flag("--json", "Print JSON", () -> json = true);
    }

    @Override
    public int run() {
        ReadWorkflow read = Inputs.workflow(file, streams);
        Profile profile = Profile.of(read.workflow());
        streams.out().print(json ? RecordJson.of(shown(read, profile)) + "\n" : text(read, profile));
        return ExitCode.DONE;
    }

    private static List<String> path(Workflow workflow, Profile profile) {
        return profile.criticalPath().stream()
                .map(task -> workflow.task(task).id())
                .toList();
    }

    private static Shown shown(ReadWorkflow read, Profile profile) {
        return new Shown(
                read.workflow().name(),
                read.format().title(),
                profile.tasks(),
                profile.edges(),
                profile.levels(),
                profile.widest(),
                profile.entries(),
                profile.exits(),
                profile.work(),
                profile.data(),
                profile.criticalWork(),
                path(read.workflow(), profile),
                profile.parallelism(),
                profile.kinds(),
                read.notes());
    }

    private static String text(ReadWorkflow read, Profile profile) {
        List<String> path = path(read.workflow(), profile);
        String tasks = path.size() <= MOST_SHOWN
                ? String.join(" -> ", path)
                : String.join(" -> ", path.subList(0, MOST_SHOWN / 2)) + " -> ... -> "
                        + String.join(" -> ", path.subList(path.size() - MOST_SHOWN / 2, path.size()));
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                """
                %s (%s)
                tasks          %,d in %s, at most %d in one; %d without predecessor, %d without successor
                dependencies   %,d, with %s of data
                work           %s at rate 1
                critical path  %s of work in %s: %s
                parallelism    %.1f machines of rate 1 in the mean along the critical path
                """,
                read.workflow().name(),
                read.format().title(),
                profile.tasks(),
                Count.of(profile.levels(), "level"),
                profile.widest(),
                profile.entries(),
                profile.exits(),
                profile.edges(),
                Elapsed.bytes(profile.data()),
                Elapsed.text(profile.work()),
                Elapsed.text(profile.criticalWork()),
                Count.of(path.size(), "task"),
                tasks,
                profile.parallelism()));
        if (profile.kinds().size() > 1) {
            text.append('\n');
            Columns columns = new Columns("kind", "tasks", "work", "mean");
            profile.kinds()
                    .forEach((kind, of) -> columns.row(
                            kind.isEmpty() ? "-" : kind,
                            of.tasks(),
                            Elapsed.text(of.work()),
                            Elapsed.text(of.work() / of.tasks())));
            text.append(columns);
        }
        return text.toString();
    }
}
