package dev.berth.broker.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.broker.Broker;
import dev.berth.broker.deal.Asked;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.PoolId;
import dev.berth.provision.federation.CoAllocation;
import dev.berth.provision.federation.CoAllocationPart;
import dev.berth.provision.federation.OfferPreference;
import dev.berth.service.workflow.Upload;
import dev.berth.wire.Fields;
import dev.berth.wire.JobReader;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what is asked of a broker. Jobs are passed on to the sites as they are, once they have been read here. */
final class DealReader {
    private static final int MOST_JOBS = 100;
    private static final List<String> TIMES = List.of("ready", "deadline");

    private final Broker broker;
    private final String asker;
    private final long now;
    private final WorkflowDealReader workflows;

    /**
     * Request for a deal.
     *
     * @param dryRun whether only to tell what would be booked
     * @param replace whether reservations that a site cannot keep are to be booked elsewhere
     * @param move whether all parts may be moved to another window for that
     */
    record Read(Asked asked, boolean dryRun, boolean replace, boolean move) {}

    /** @param uploads the workflows that the asker has sent, by id */
    DealReader(Broker broker, String asker, long now, Function<String, Upload> uploads) {
        this.broker = broker;
        this.asker = asker;
        this.now = now;
        this.workflows = new WorkflowDealReader(broker, now, uploads);
    }

    Read read(Call call) {
        ObjectNode body = Json.read(call.content().get());
        boolean haveTimes = giveTimes(body);
        Fields fields = Fields.of(body);
        boolean dryRun = fields.flag("dryRun");
        boolean move = fields.flag("move");
        boolean replace = fields.flag("replace") || move;
        Money budget = fields.money("budget");
        if (Stream.of("job", "parts", "workflow").filter(fields::has).count() != 1) {
            fields.fault("job", "or parts or workflow is required, and only one of them");
        }
        if (fields.has("window") && (haveTimes || !fields.has("parts"))) {
            fields.fault("window", "is for parts whose jobs have no times of their own");
        }
        if (replace && fields.has("workflow")) {
            fields.fault(
                    "replace", "is not for workflows, whose tasks have to fit together; plan and book anew instead");
        }
        if (move && !fields.has("window")) {
            fields.fault("move", "is for parts that share a window");
        }
        Asked asked = asked(fields, body, Optional.ofNullable(budget));
        fields.closed();
        return fields.built(() -> new Read(Checks.present(asked), dryRun, replace, move));
    }

    private @Nullable Asked asked(Fields fields, ObjectNode body, Optional<Money> budget) {
        if (fields.has("parts")) {
            return parts(fields, body, budget);
        }
        Fields workflow = fields.object("workflow");
        if (workflow == null) {
            return oneJob(fields, body, budget);
        }
        String name = fields.text("name", 200);
        List<String> sites = sites(fields);
        fields.closed().check();
        return workflows.read(workflow, name, budget, sites);
    }

    /** The sites that may be asked. */
    private List<String> sites(Fields fields) {
        List<String> sites = fields.names("sites", broker.sites().size());
        for (String site : sites) {
            if (!broker.sites().contains(site)) {
                fields.fault("sites", "must be among " + String.join(", ", broker.sites()));
            }
        }
        return sites.isEmpty() ? broker.sites() : sites;
    }

    private @Nullable Asked oneJob(Fields fields, ObjectNode body, Optional<Money> budget) {
        OfferPreference by = fields.oneOf("by", OfferPreference.class);
        List<String> sites = sites(fields);
        Fields job = fields.object("job");
        if (job == null) {
            return null;
        }
        ObjectNode passed = job(job, body.path("job"), 1);
        return new Asked.OneJob(
                passed.path("name").asText(), budget, passed, by == null ? OfferPreference.END : by, sites);
    }

    /** Gives all jobs the times of the window that they are to share; whether some have others. */
    private static boolean giveTimes(ObjectNode body) {
        boolean haveTimes = false;
        JsonNode window = body.path("window");
        for (JsonNode part : body.path("parts")) {
            for (JsonNode job : part.path("jobs")) {
                if (window.isObject() && job instanceof ObjectNode each) {
                    haveTimes |= each.has("ready") || each.has("deadline");
                    TIMES.stream().filter(window::has).forEach(field -> each.set(field, window.get(field)));
                }
            }
        }
        return haveTimes;
    }

    private @Nullable Asked parts(Fields fields, ObjectNode body, Optional<Money> budget) {
        Asked.Together together = together(fields, body, budget);
        Fields window = fields.object("window");
        if (window == null) {
            return together;
        }
        window.require("deadline");
        Long ready = window.instantRoundedUp("ready");
        Long deadline = window.instant("deadline");
        Long duration = window.positiveDuration("duration");
        window.closed();
        if (together.parts().stream().anyMatch(part -> part.jobs().size() != 1)) {
            fields.fault("parts", "must have one job each if they share a window");
        }
        return fields.build(() -> {
            long from =
                    ready == null ? now + broker.terms().lead(together.parts().size()) : ready;
            List<CoAllocationPart> wanted =
                    together.parts().stream().map(this::part).toList();
            return new Asked.AtOnce(
                    together.name(),
                    budget,
                    together.parts(),
                    new CoAllocation(wanted, from, Checks.present(deadline), Optional.ofNullable(duration), budget));
        });
    }

    private CoAllocationPart part(Asked.AtSite part) {
        Job job = Checks.present(JobReader.read(Fields.of(part.jobs().getFirst()), asker, now, requirements -> false));
        if (!job.requirements().attributes().isEmpty()) {
            throw new BadValue("attributes", job.requirements().attributes(), "name a pool instead");
        }
        return new CoAllocationPart(
                part.site(), Optional.ofNullable(job.requirements().pool()).map(PoolId::name), job.shape());
    }

    private Asked.Together together(Fields fields, ObjectNode body, Optional<Money> budget) {
        String name = fields.requiredText("name", 200);
        List<Asked.AtSite> parts = new ArrayList<>();
        Set<String> sites = new HashSet<>();
        List<Fields> all = fields.objects("parts", broker.sites().size());
        for (int i = 0; i < all.size(); i++) {
            Fields part = all.get(i);
            String site = part.requiredText("site", 64);
            if (part.has("site") && !broker.sites().contains(site)) {
                part.fault("site", "must be one of " + String.join(", ", broker.sites()));
            }
            if (!sites.add(site)) {
                part.fault("site", "must be named once; put all its jobs into one part");
            }
            List<ObjectNode> jobs = new ArrayList<>();
            List<Fields> each = part.objects("jobs", MOST_JOBS);
            for (int j = 0; j < each.size(); j++) {
                jobs.add(
                        job(each.get(j), body.path("parts").path(i).path("jobs").path(j), all.size()));
            }
            part.closed();
            parts.add(new Asked.AtSite(site, jobs));
        }
        return new Asked.Together(name, budget, parts);
    }

    /** The same job with a start that leaves time to confirm it: holds end at their start. */
    private ObjectNode job(Fields fields, JsonNode sent, int parts) {
        if (fields.has("user")) {
            fields.fault("user", "cannot be chosen; each site books for the account of its token");
        }
        JobReader.read(fields, asker, now, requirements -> false);
        fields.closed();
        ObjectNode job = sent instanceof ObjectNode object ? object.deepCopy() : Json.object();
        if (!fields.has("ready")) {
            job.put("ready", Times.instant(now + broker.terms().lead(parts)));
        }
        return job;
    }
}
