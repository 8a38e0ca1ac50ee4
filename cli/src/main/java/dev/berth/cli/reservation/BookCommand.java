package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.deal.DealOptions;
import dev.berth.cli.job.JobOptions;
import dev.berth.cli.job.PlainWords;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.IsBroker;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.text.AnswerText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code berth book}. */
public final class BookCommand implements ShellCommand {
    private final Remote remote;

    private final JobOptions job = new JobOptions();

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private final PlainWords words = new PlainWords();

    private final DealOptions deal = new DealOptions();

    private @Nullable String offer;

    private @Nullable String share;

    private @Nullable String rule;

    private @Nullable String script;

    private boolean submit;

    /** Text about the script that was booked. */
    private String afterwards = "";

    private boolean bestPossible;

    private boolean queued;

    private boolean dryRun;

    private @Nullable String waitUntil;

    private @Nullable String tellUntil;

    private boolean mayWait;

    public BookCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Makes a reservation: for a job, from plain words, or from an offer. If that is impossible, shows the"
                        + " reason and the best alternatives.",
                "If the service is a broker, makes a deal: a job at the best of its sites, or with --part at several"
                        + " of them, as berth deals book does.");
        syntax.parameter("NAME|WORDS", PlainWords.ABOUT, words::add).optional().repeatable();
        job.declare(syntax);
        syntax.text(
                "--prefer",
                "WHAT",
                "At a site, of the windows that are free: cheap for the lowest price, soon for the earliest end, clean for"
                        + " the least carbon dioxide; by default its policy chooses. At a broker, without --part: end"
                        + " (the default) or price",
                this::prefer);
        syntax.text("--offer", "ID", "Book this offer; no other job option may be given", value -> offer = value);
        syntax.text(
                "--share",
                "NAMES",
                "Share it with these accounts or projects, separated by commas; see berth share",
                value -> share = value);
        syntax.text(
                "--script",
                "FILE",
                "Book what the #SBATCH lines of this batch script ask for: nodes, gres, CPUs, memory, time, licences,"
                        + " partition. Options given here count more",
                value -> script = value);
        syntax.flag(
                "--submit",
                "With --script: submit it with sbatch once it is booked. Default: show the command",
                () -> submit = true);
        syntax.text(
                "--repeat",
                "RULE",
                "Create a recurring reservation by an RRULE, such as FREQ=WEEKLY;BYDAY=TU;COUNT=10, in the time zone"
                        + " of --zone",
                value -> rule = value);
        syntax.flag(
                "--best-possible",
                "With --repeat: book the occurrences that fit. Default: all or none",
                () -> bestPossible = true);
        syntax.flag(
                "--queued",
                "Queue the request; it is decided by priority at the end of the round",
                () -> queued = true);
        syntax.text(
                "--wait-until",
                "TIME",
                "If there is no room: wait until then, and be booked once there is; --budget is the highest price",
                value -> waitUntil = value);
        syntax.text(
                "--tell-until",
                "TIME",
                "If there is no room: wait until then, and be told; what comes free is held for you for a while",
                value -> tellUntil = value);
        syntax.text("--name", "NAME", "Name of a job that is described in plain words", words::setName);
        syntax.flag("--dry-run", "Show how it would be booked, and book nothing", () -> dryRun = true);
        syntax.section("At a broker", () -> deal.declareSites(syntax));
        idempotencyKey.declare(syntax);
        remote.declareAt(syntax, "The same as --server: the address of a site or a broker");
        remote.declare(syntax);
        syntax.examples(
                "berth book 4 gpus tonight for 8 hours",
                "berth book notebook --for 20m",
                "berth book render --work 2h --deadline \"tomorrow 18:00\"",
                "berth book course --stay 2h --servers 4 --ready 09:00 --deadline 11:00",
                "berth book course --stay 2h --ready 09:00 --budget 20 --wait-until \"tomorrow 08:00\"",
                "berth book --offer o-4711",
                "berth book --script job.sh --by friday --submit",
                "berth book --share ben,project:climate train --stay 8h --ready \"tomorrow 09:00\"",
                "berth book --for-user ana course --stay 2h --ready \"tomorrow 09:00\"",
                "berth book render --work 2h --deadline \"tomorrow 18:00\" --prefer price --at"
                        + " https://broker.example.org:7118");
    }

    private void prefer(String what) {
        if (DealOptions.isPreference(what)) {
            deal.prefer(what);
        } else {
            job.prefer(what);
        }
    }

    @Override
    public int run() {
        ScriptBooking batch = batch();
        ObjectNode request = batch == null ? request() : batch.job(words, job);
        if (waitUntil != null || tellUntil != null) {
            return waited(request);
        }
        if (!deal.isEmpty()) {
            return booked(request);
        }
        if (!dryRun) {
            ShareCommand.put(request, "guests", share);
        }
        try {
            return dryRun ? tried(request) : asked(request, batch);
        } catch (IsBroker e) {
            return booked(request);
        }
    }

    private @Nullable ScriptBooking batch() {
        if (script == null) {
            if (submit) {
                throw new BadInput("--submit is for a batch script; name it with --script");
            }
            return null;
        }
        if (offer != null || rule != null || queued || !deal.isEmpty()) {
            throw new BadInput(
                    "--script is for a single job at a site; leave out --offer, --repeat, --queued and what is for a"
                            + " broker");
        }
        if (submit && dryRun) {
            throw new BadInput("--dry-run books nothing, so nothing can be submitted; leave out --submit");
        }
        return ScriptBooking.read(script, submit, remote);
    }

    /** Books it; a refusal that time may change says how to wait. */
    private int asked(ObjectNode request, @Nullable ScriptBooking batch) {
        int code = remote.showAll(
                () -> {
                    try {
                        JsonNode answer = remote.service()
                                .change("POST", "/reservations", request, idempotencyKey.value())
                                .expected();
                        afterwards = batch == null ? "" : batch.after(answer);
                        return answer;
                    } catch (RefusedByService e) {
                        mayWait = List.of("no-capacity", "over-budget").contains(AnswerText.text(e.problem(), "code"));
                        throw e;
                    }
                },
                answer -> words(answer) + afterwards);
        if (mayWait && offer == null && !request.has("recurrence")) {
            remote.err()
                    .print(
                            "Or wait until something comes free: repeat it with --wait-until TIME to be booked, or with --tell-until TIME to be told\n");
        }
        return batch != null && batch.isFailed() ? ExitCode.FAILED : code;
    }

    /** Books it, or lets it wait. */
    private int waited(ObjectNode job) {
        if (waitUntil != null && tellUntil != null) {
            throw new BadInput("Give either --wait-until or --tell-until, not both");
        }
        if (!deal.isEmpty()
                || offer != null
                || script != null
                || queued
                || job.has("recurrence")
                || share != null
                || dryRun) {
            throw new BadInput(
                    "Only a single job at a site can wait; leave out --offer, --script, --queued, --share, --dry-run, what makes it recur, and"
                            + " the options for a broker");
        }
        job.remove("wish");
        ObjectNode request = JsonTree.object()
                .put(
                        "until",
                        waitUntil != null
                                ? remote.moments()
                                        .parse("--wait-until", waitUntil)
                                        .toString()
                                : remote.moments()
                                        .parse("--tell-until", String.valueOf(tellUntil))
                                        .toString())
                .put("tell", tellUntil != null);
        request.set("job", job);
        return remote.show(
                () -> remote.service().change("POST", WaitText.COLLECTION, request, idempotencyKey.value()),
                this::words);
    }

    /** Books through a broker. */
    private int booked(ObjectNode request) {
        if (share != null) {
            throw new BadInput("--share is for reservations of a site; book there with --server");
        }
        if (offer != null || queued || request.has("recurrence")) {
            throw new BadInput(
                    "A broker books a single job, at once; leave out --offer, --queued and what makes it recur,"
                            + " or book at a site with --server");
        }
        return deal.book(remote, request, idempotencyKey, dryRun);
    }

    /** Asks what would be booked. What is decided later, or more than once, is only said. */
    private int tried(ObjectNode request) {
        if (offer != null || queued || request.has("recurrence")) {
            throw new BadInput("--dry-run is for a single job; leave out --offer, --queued and what makes it recur");
        }
        ObjectNode command = JsonTree.object().put("kind", "reserve");
        command.set("job", request);
        ObjectNode question = JsonTree.object();
        question.putArray("commands").add(command);
        return remote.show(
                () -> {
                    Reply reply = remote.service().send("POST", "/whatif", question);
                    JsonNode decision = reply.expected().path("decisions").path(0);
                    if (!decision.path("accepted").asBoolean()) {
                        throw new RefusedByService(decision.path("refusal"));
                    }
                    if (decision.has("limit")) {
                        throw new RefusedByService(decision.path("limit"));
                    }
                    return reply;
                },
                answer -> "Would be booked:\n"
                        + new AnswerText(remote.moments())
                                .reservations(answer.path("decisions").path(0).path("reservations"))
                        + "Nothing was booked, because of --dry-run\n");
    }

    private ObjectNode request() {
        if (offer != null) {
            if (!words.isEmpty() || !job.isEmpty() || rule != null || queued) {
                throw new BadInput("--offer must be given alone: the offer already contains the job");
            }
            return JsonTree.object().put("offer", offer);
        }
        ObjectNode request = words.job(job, remote);
        if (rule != null) {
            if (request.has("recurrence")) {
                throw new BadInput("--repeat: the words already say how often; say it once");
            }
            request.putObject("recurrence")
                    .put("rule", rule)
                    .put("zone", remote.moments().zone().getId())
                    .put("mode", bestPossible ? "best-possible" : "all-or-nothing");
        }
        if (queued) {
            request.put("queued", true);
        }
        return request;
    }

    private String words(JsonNode answer) {
        AnswerText words = new AnswerText(remote.moments());
        if (answer.has("until")) {
            return new WaitText(remote.moments()).listed(answer);
        }
        if (AnswerText.text(answer, "state").equals("queued")) {
            return "%s\nSee the decision with: berth show %s%n"
                    .formatted(words.request(answer), AnswerText.text(answer, "id"));
        }
        if (!answer.has("occurrences")) {
            return "booked\n"
                    + words.reservation(answer)
                    + words.faster(
                            answer,
                            "To get that: berth cancel " + AnswerText.text(answer, "id") + ", then book again with");
        }
        return new SeriesText(remote.moments()).text("booked as series ", answer);
    }
}
