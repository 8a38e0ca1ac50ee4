package dev.berth.api.workflows;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.ProblemJson;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.Role;
import dev.berth.service.workflow.PlanBookings;
import dev.berth.service.workflow.PlanTerms;
import dev.berth.service.workflow.ProposedPlan;
import dev.berth.service.workflow.SchedulerComparison;
import dev.berth.service.workflow.SitePlanner;
import dev.berth.service.workflow.Upload;
import dev.berth.service.workflow.Uploads;
import dev.berth.site.Transaction;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.ReservationJson;
import dev.berth.wire.Times;
import dev.berth.wire.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** From a workflow that was sent to a plan, on paper or booked. */
public final class PlanningResource {
    private final SiteAccess access;
    private final Uploads uploads;
    private final SitePlanner planner;

    public PlanningResource(SiteAccess access, Uploads uploads, SitePlanner planner) {
        this.access = access;
        this.uploads = uploads;
        this.planner = planner;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("POST", "/workflows/{workflow}/plan", Role.USER, this::plan),
                new Endpoint("POST", "/workflows/{workflow}/compare", Role.USER, this::compare),
                new Endpoint("POST", "/workflows/{workflow}/book", Role.USER, this::book));
    }

    private Upload own(Call call) {
        return uploads.own(call.account(), call.variable("workflow"));
    }

    private Answer plan(Call call) {
        Upload upload = own(call);
        PlanTerms asked = PlanReader.read(call.body(), access.now(), true);
        return planner.propose(call.client(), upload, asked, proposal -> Answer.ok(onPaper(call, proposal)));
    }

    private ObjectNode onPaper(Call call, ProposedPlan proposal) {
        ObjectNode node = PlanJson.of(proposal.draft(), proposal.terms())
                .put("workflow", proposal.upload().id());
        List<PlanBookings.Priced> booked = new ArrayList<>();
        Optional<Problem> limit =
                access.limit(call, transaction -> booked.add(PlanBookings.book(transaction, call.account(), proposal)));
        booked.forEach(each -> node.put("price", each.quote().after().toString()));
        limit.ifPresent(problem -> node.set("limit", ProblemJson.of(problem)));
        return node;
    }

    private Answer compare(Call call) {
        Upload upload = own(call);
        PlanTerms asked = PlanReader.read(call.body(), access.now(), false);
        SitePlanner.Compared compared = planner.compare(call.client(), upload, asked);
        ObjectNode node = Json.object()
                .put("workflow", upload.id())
                .put("ready", Times.instant(compared.terms().ready()))
                .put("deadline", Times.instant(compared.terms().deadline()));
        ArrayNode array = node.putArray("rows");
        compared.rows().forEach(row -> array.add(json(row)));
        return Answer.ok(node);
    }

    private static ObjectNode json(SchedulerComparison.Row row) {
        ObjectNode node = Json.object()
                .put("scheduler", row.scheduler())
                .put("spare", row.policy())
                .put("feasible", row.feasible())
                .put("finish", Times.instant(row.finish()))
                .put("makespan", Times.duration(row.makespan()));
        if (row.feasible()) {
            node.set("sparePercent", PlanJson.percentages(row.spare()));
        }
        return node;
    }

    private Answer book(Call call) {
        Fields fields = call.body();
        // What was booked with this key is in the answer, though its workflow may no longer be here.
        Optional<Answer> given = access.given(call);
        if (given.isPresent()) {
            return given.get();
        }
        Upload upload = own(call);
        PlanTerms asked = PlanReader.read(fields, access.now(), true);
        return planner.propose(
                call.client(),
                upload,
                asked,
                proposal -> access.write(call, transaction -> booked(transaction, call, proposal)));
    }

    private static Supplier<Answer> booked(Transaction transaction, Call call, ProposedPlan proposal) {
        PlanBookings.Priced booked = PlanBookings.book(transaction, call.account(), proposal);
        Supplier<ObjectNode> summary = PlanJson.summary(transaction.view(), booked.plan());
        return () -> {
            ObjectNode node = summary.get();
            node.set(
                    "sparePercent", PlanJson.percentages(proposal.draft().plan().sparePercentages()));
            node.put("gaps", Times.duration(proposal.draft().plan().gaps()));
            node.set("quote", ReservationJson.quote(booked.quote()));
            return Answer.json(201, node)
                    .with("Location", "/api/v1/plans/" + booked.plan().id());
        };
    }
}
