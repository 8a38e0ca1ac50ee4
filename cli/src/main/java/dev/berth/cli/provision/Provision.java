package dev.berth.cli.provision;

import dev.berth.cli.BadInput;
import dev.berth.cli.ExitCode;
import dev.berth.cli.Failed;
import dev.berth.cli.Progress;
import dev.berth.cli.Streams;
import dev.berth.cli.client.Columns;
import dev.berth.cli.replay.Json;
import dev.berth.cli.time.Spans;
import dev.berth.cli.workflow.Inputs;
import dev.berth.engine.model.BadValue;
import dev.berth.provision.plan.Availability;
import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.provision.plan.Planning;
import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.plan.SlotScheduler;
import dev.berth.provision.plan.SlotSchedulers;
import dev.berth.provision.search.Candidate;
import dev.berth.provision.search.Found;
import dev.berth.provision.search.Search;
import dev.berth.provision.search.Settings;
import dev.berth.provision.search.WhyNone;
import dev.berth.workflow.read.Read;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth provision}. */
@Command(
        name = "provision",
        description = {
            "Shows what a workflow costs on the slots of some sites and when it would be done: every plan that no other beats in"
                    + " both. With --alpha, what to buy, and which task runs where. On the slots of a service, and to book:"
                    + " berth workflow provision.",
            ""
        },
        footer = {
            "",
            "Example:",
            "  berth provision montage.dax --sites sites.json --alpha 0.5 --plot trade-off.svg",
            "  berth provision cybershake.json --sites sites.json --servers 1 --servers pmvl_chk1=288 --limit 5s"
        })
public final class Provision implements Callable<Integer> {
    private final Streams streams;

    @Parameters(
            paramLabel = "FILE",
            description = "The workflow: WfFormat, DAX or Berth's own JSON; - is standard input.")
    private String file = "";

    @Option(
            names = "--sites",
            required = true,
            paramLabel = "FILE",
            description = "The sites, as berth slots --help describes them.")
    private String sites = "";

    @Option(
            names = "--servers",
            paramLabel = "[KIND=]N",
            description =
                    "How many servers a task takes at once, all or those of a kind; 1 unless told. Repeat it for more.")
    private List<String> servers = new ArrayList<>();

    @Option(
            names = "--alpha",
            paramLabel = "A",
            description = "Chooses a plan: from 0, as early as possible, to 1, as cheap as possible.")
    private @Nullable Double alpha;

    @Option(
            names = "--population",
            paramLabel = "P",
            defaultValue = "50",
            description = "Plans in a generation of the search; ${DEFAULT-VALUE}.")
    private int population;

    @Option(
            names = "--iterations",
            paramLabel = "I",
            defaultValue = "50",
            description = "Generations after the first; ${DEFAULT-VALUE}.")
    private int iterations;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Same seed, same plans; ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--limit",
            paramLabel = "D",
            description = "The best found after this time, such as 5s, is the answer.")
    private @Nullable String limit;

    @Option(
            names = "--search",
            paramLabel = "NAME",
            defaultValue = "seeded",
            description = "seeded, moga or nsga2; ${DEFAULT-VALUE} unless told.")
    private String search = "seeded";

    @Option(
            names = "--scheduler",
            paramLabel = "NAME",
            defaultValue = "heft",
            description = "heft, greedy, min-min or max-min; ${DEFAULT-VALUE} unless told.")
    private String scheduler = "heft";

    @Option(names = "--json", description = "The plans as JSON.")
    private boolean json;

    @Option(names = "--csv", paramLabel = "FILE", description = "Writes cost, makespan and slots of each plan.")
    private @Nullable Path csv;

    @Option(names = "--plot", paramLabel = "FILE", description = "Draws cost against makespan into an SVG file.")
    private @Nullable Path plot;

    public Provision(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        Search by = checked("--search", () -> Search.get(search));
        SlotScheduler with = checked("--scheduler", () -> SlotSchedulers.named(scheduler));
        Settings settings = settings();
        if (alpha != null && !(alpha >= 0 && alpha <= 1)) {
            throw new BadInput(
                    "--alpha: %s is not right; it is from 0, as early as possible, to 1, as cheap as possible"
                            .formatted(alpha));
        }
        Read read = Inputs.workflow(file, streams);
        ParallelWorkflow application = application(read);
        Availability availability = SitesInput.read(sites, streams);
        Provisioning problem = new Provisioning(application, availability, 0);
        Planning planning = new Planning(problem, with);
        Found found = run(by, planning, settings);
        if (found.set().isEmpty()) {
            streams.err().println("refused: " + WhyNone.reason(problem, found));
            return ExitCode.REFUSED;
        }
        report(planning, by, found);
        return ExitCode.DONE;
    }

    private Settings settings() {
        return checked(
                "--population, --iterations or --limit",
                () -> new Settings(
                        population, iterations, seed, limit == null ? null : Spans.positive("--limit", limit)));
    }

    private static <T> T checked(String option, Supplier<T> value) {
        try {
            return value.get();
        } catch (BadValue e) {
            throw new BadInput(option + ": " + e.getMessage());
        }
    }

    /** The servers of each task, as the options say. */
    private ParallelWorkflow application(Read read) {
        TaskServers given = TaskServers.parse(servers);
        for (String kind : given.kinds().keySet()) {
            if (read.workflow().tasks().stream().noneMatch(task -> task.kind().equals(kind))) {
                throw new BadInput("--servers: no task of %s is of kind \"%s\"; the kinds are %s"
                        .formatted(
                                file,
                                kind,
                                read.workflow().tasks().stream()
                                        .map(task -> task.kind().isEmpty() ? "(none)" : task.kind())
                                        .distinct()
                                        .sorted()
                                        .limit(20)
                                        .toList()));
            }
        }
        return ParallelWorkflow.byKind(read.workflow(), given.kinds(), given.others());
    }

    private Found run(Search by, Planning planning, Settings settings) {
        int budget = settings.population() * (settings.iterations() + 1);
        try (Progress progress = Progress.ofPlans("provision", budget, streams.err())) {
            return by.run(planning, settings, (done, of) -> {
                progress.to(done);
                return true;
            });
        }
    }

    private void report(Planning planning, Search by, Found found) {
        Double preference = alpha;
        Candidate best = preference == null ? null : found.set().choose(preference);
        Provisioned.Chosen chosen = preference == null || best == null
                ? null
                : Provisioned.chosen(
                        planning.problem(),
                        preference,
                        planning.plan(best.slots()).orElseThrow());
        write(csv, TradeOff.csv(found.set()));
        write(
                plot,
                plot == null ? "" : TradeOff.svg(planning.problem().workflow().name(), found.set(), best));
        Provisioned shown = Provisioned.of(planning.problem(), by.name(), found, chosen);
        streams.out().print(json ? Json.of(shown) + "\n" : text(shown, best, found));
    }

    private static void write(@Nullable Path path, String text) {
        if (path != null) {
            try {
                Files.writeString(path, text);
            } catch (IOException e) {
                throw new Failed(path + ": cannot be written", e);
            }
        }
    }

    private static String text(Provisioned shown, @Nullable Candidate best, Found found) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %,d tasks, %d slots; %d plans that no other beats, of %,d tried%s%n",
                shown.workflow(),
                shown.tasks(),
                shown.slots(),
                shown.pareto().size(),
                shown.evaluations(),
                shown.exact() ? ", which are all" : shown.finished() ? "" : ", when time was up"));
        Columns plans = new Columns("cost", "makespan", "slots", "");
        for (int k = 0; k < shown.pareto().size(); k++) {
            Provisioned.Point point = shown.pareto().get(k);
            plans.row(
                    point.cost(),
                    SlotTable.span(point.makespan()),
                    point.slots().size(),
                    found.set().candidates().get(k).equals(best) ? "chosen" : "");
        }
        text.append(plans);
        Provisioned.Chosen chosen = shown.chosen();
        if (chosen != null) {
            text.append(String.format(
                    Locale.ROOT,
                    "%nalpha %s: %s, done after %s%n",
                    Double.toString(chosen.alpha()),
                    chosen.cost(),
                    SlotTable.span(chosen.makespan())));
            Columns columns = new Columns("slot", "site", "start", "servers", "duration", "cost");
            chosen.allocations()
                    .forEach(part -> columns.row(
                            part.slot(),
                            part.site(),
                            SlotTable.span(part.start()),
                            part.servers(),
                            SlotTable.span(part.seconds()),
                            part.cost()));
            text.append(columns);
        }
        return text.toString();
    }
}
