package dev.berth.cli.provision;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.ShownProgress;
import dev.berth.cli.console.Streams;
import dev.berth.cli.replay.RecordJson;
import dev.berth.cli.workflow.Inputs;
import dev.berth.cli.workflow.ProvisionOptions;
import dev.berth.cli.workflow.TaskServers;
import dev.berth.engine.model.BadValue;
import dev.berth.provision.besteffort.QueueEstimate;
import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.provision.plan.Planning;
import dev.berth.provision.plan.ProvisionPlan;
import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.plan.SlotScheduler;
import dev.berth.provision.plan.SlotSchedulers;
import dev.berth.provision.search.Candidate;
import dev.berth.provision.search.Search;
import dev.berth.provision.search.SearchResult;
import dev.berth.provision.search.SearchSettings;
import dev.berth.provision.search.WhyNone;
import dev.berth.words.Moments;
import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.read.ReadWorkflow;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code berth provision}. */
public final class ProvisionCommand implements ShellCommand {
    /** Until what is chosen begins: to search, hold and confirm. */
    private static final Duration TO_BOOK = Duration.ofMinutes(5);

    private final Environment environment;
    private final Streams streams;

    private String file = "";

    private @Nullable String sites;

    private List<String> services = new ArrayList<>();

    private final ProvisionOptions options = new ProvisionOptions("Default: five minutes from now", "");

    private @Nullable String booking;

    private boolean json;

    private @Nullable Path csv;

    private @Nullable Path plot;

    public ProvisionCommand(Environment environment) {
        this.environment = environment;
        this.streams = environment.streams();
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Finds plans for a workflow on the slots of several sites: all plans for which no other plan is both cheaper and faster. With --alpha, shows one plan with the slots to buy and the tasks that run on them. For the slots of one service use berth workflow provision.");
        syntax.parameter(
                "FILE",
                "Workflow file: WfFormat, DAX or Berth's JSON, may be gzipped; - reads standard input",
                value -> file = value);
        syntax.text(
                "--sites",
                "FILE",
                "Sites file, in the format that berth slots --help describes",
                value -> sites = value);
        syntax.text(
                        "--at",
                        "URL",
                        "Use the pools of this service instead of a sites file; repeat it for several services. Sign in to each with berth login first. Needed for --ready, --transfer and --book",
                        services::add)
                .repeatable();
        options.declare(syntax);
        syntax.text(
                "--booking",
                "NAME",
                "Name of the booking. Repeating the command with the same name and services finishes or undoes what was begun, and books nothing twice. Default: a new name, which is printed",
                value -> booking = value);
        syntax.flag("--json", "Print the plans as JSON", () -> json = true);
        syntax.path("--csv", "FILE", "Write cost, makespan and slots of each plan to this file", value -> csv = value);
        syntax.path("--plot", "FILE", "Draw cost against makespan into this SVG file", value -> plot = value);
        syntax.examples(
                "berth provision montage.dax --sites sites.json --alpha 0.5 --plot trade-off.svg",
                "berth provision montage.dax --at http://north:7117 --at http://south:7117 --alpha 0.5 --book",
                "berth provision cybershake.json --sites sites.json --servers 1 --servers pmvl_chk1=288 --limit 5s");
    }

    @Override
    public int run() {
        Search by = checked("--search", () -> Search.get(options.search()));
        SlotScheduler with = checked("--scheduler", () -> SlotSchedulers.named(options.scheduler()));
        SearchSettings settings = settings();
        Double alpha = alpha();
        if (alpha != null && !(alpha >= 0 && alpha <= 1)) {
            throw new BadInput(
                    "--alpha: %s is out of range; it must be from 0 (as early as possible) to 1 (as cheap as possible)"
                            .formatted(alpha));
        }
        checkWhere();
        ReadWorkflow read = Inputs.workflow(file, streams);
        ParallelWorkflow application = application(read);
        long now = environment.clock().millis();
        NamedBooking named = options.isToBook() ? new NamedBooking(environment, services, now, booking) : null;
        if (named != null && named.isBookedBefore(json)) {
            return ExitCode.DONE;
        }
        RemoteSites remote =
                services.isEmpty() ? null : RemoteSites.read(environment, services, now, start(), transfer());
        SlotAvailability availability =
                remote == null ? SitesInput.read(String.valueOf(sites), streams) : remote.availability();
        Provisioning problem = problem(application, availability, read);
        Planning planning = new Planning(problem, with);
        SearchResult found = run(by, planning, settings);
        if (found.set().isEmpty()) {
            streams.err().println("Refused: " + WhyNone.reason(problem, found));
            return ExitCode.REFUSED;
        }
        return report(planning, by, found, remote, named);
    }

    private void checkWhere() {
        if ((sites == null) == services.isEmpty()) {
            throw new BadInput("--sites: is required, unless --at names services");
        }
        if (services.isEmpty() && (options.isToBook() || ready() != null || options.transfer() != null)) {
            throw new BadInput("--book, --ready and --transfer require --at; slots from a file cannot be booked");
        }
        if (new HashSet<>(services).size() < services.size()) {
            throw new BadInput("--at: name each service only once");
        }
        if (booking != null && !options.isToBook()) {
            throw new BadInput("--booking: requires --book");
        }
        if (options.isToBook() && options.alpha() == null) {
            throw new BadInput("--book: choose a plan with --alpha");
        }
    }

    private @Nullable Instant ready() {
        return options.ready(Moments.in(environment.clock(), ""));
    }

    private Instant start() {
        Instant ready = ready();
        return ready == null ? environment.clock().instant().plus(TO_BOOK) : ready;
    }

    private Duration transfer() {
        Duration transfer = options.transfer();
        return transfer == null ? Duration.ZERO : transfer;
    }

    private @Nullable Double alpha() {
        BigDecimal alpha = options.alpha();
        return alpha == null ? null : (Double) alpha.doubleValue();
    }

    private SearchSettings settings() {
        return checked(
                "--population, --iterations, --crossover, --mutation or --limit",
                () -> new SearchSettings(options.population(), options.iterations(), options.seed(), options.limit())
                        .with(options.genetics()));
    }

    private static <T> T checked(String option, Supplier<T> value) {
        try {
            return value.get();
        } catch (BadValue e) {
            throw new BadInput(
                    option.equals("--" + e.field()) ? "--" + e.getMessage() : option + ": " + e.getMessage());
        }
    }

    private Provisioning problem(ParallelWorkflow application, SlotAvailability availability, ReadWorkflow read) {
        try {
            return new Provisioning(application, availability, 0, read.times());
        } catch (BadWorkflow e) {
            throw new BadInput(file + ": " + e.getMessage());
        }
    }

    /** The servers of each task, as the options say. */
    private ParallelWorkflow application(ReadWorkflow read) {
        TaskServers given = options.servers();
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

    private SearchResult run(Search by, Planning planning, SearchSettings settings) {
        try (ShownProgress progress = ShownProgress.ofPlans("provision", settings.budget(), streams.err())) {
            return by.run(planning, settings, (done, of) -> {
                progress.to(done);
                return true;
            });
        }
    }

    private int report(
            Planning planning,
            Search by,
            SearchResult found,
            @Nullable RemoteSites remote,
            @Nullable NamedBooking named) {
        Double preference = alpha();
        Candidate best = preference == null ? null : found.set().choose(preference);
        QueueEstimate queue = QueueEstimate.of(planning.problem()).orElse(null);
        write(csv, ParetoPicture.csv(found.set()));
        write(
                plot,
                plot == null
                        ? ""
                        : ParetoPicture.svg(planning.problem().workflow().name(), found.set(), best, queue));
        if (preference == null || best == null) {
            ProvisioningReport shown = ProvisioningReport.of(planning.problem(), by.name(), found, queue, null);
            streams.out().print(json ? RecordJson.of(shown) + "\n" : ProvisionPlanText.of(shown, null, found));
            return ExitCode.DONE;
        }
        ProvisionPlan plan = planning.plan(best.slots()).orElseThrow();
        Optional<List<String>> receipts = named == null || remote == null
                ? Optional.of(List.of())
                : named.book(planning.problem().workflow().name(), plan, remote);
        if (receipts.isEmpty()) {
            return ExitCode.REFUSED;
        }
        ProvisioningReport shown = ProvisioningReport.of(
                planning.problem(),
                by.name(),
                found,
                queue,
                ProvisioningReport.chosen(planning.problem(), preference, plan, receipts.get()));
        streams.out().print(json ? RecordJson.of(shown) + "\n" : ProvisionPlanText.of(shown, best, found));
        return ExitCode.DONE;
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
}
