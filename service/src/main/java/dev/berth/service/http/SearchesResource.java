package dev.berth.service.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.provision.plan.Availability.Offered;
import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.provision.plan.Planning;
import dev.berth.provision.plan.Provisioning;
import dev.berth.service.account.Role;
import dev.berth.service.problem.Code;
import dev.berth.service.problem.Problem;
import dev.berth.service.provision.Advertised;
import dev.berth.service.provision.ProvisionTerms;
import dev.berth.service.provision.Searches;
import dev.berth.service.provision.Searching;
import dev.berth.service.site.Overloaded;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.Times;
import dev.berth.service.workflow.PlanTerms;
import dev.berth.service.workflow.Upload;
import dev.berth.service.workflow.Uploads;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Workflow;
import java.util.List;
import java.util.Set;

/** Starts searches for plans on what is advertised, and tells of them. */
final class SearchesResource {
    /** A search takes time for each slot, and what starts late is of use to few. */
    private static final int MOST_SLOTS = 1_000;

    /** Tasks times pools: each has a time in memory for as long as the search is kept. */
    private static final long MOST_TIMES = 500_000;

    private final Office office;
    private final Uploads uploads;
    private final Searches searches;

    SearchesResource(Office office, Uploads uploads, Searches searches) {
        this.office = office;
        this.uploads = uploads;
        this.searches = searches;
    }

    List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("POST", "/workflows/{workflow}/provision", Role.USER, this::start),
                new Endpoint("GET", "/searches", Role.USER, this::list),
                new Endpoint("GET", "/searches/{search}", Role.USER, this::get),
                new Endpoint("POST", "/searches/{search}/stop", Role.USER, this::stop).alsoWhenFull(),
                new Endpoint("DELETE", "/searches/{search}", Role.USER, this::cancel));
    }

    private Answer start(Call call) {
        Upload upload = WorkflowsResource.own(uploads, call);
        ProvisionTerms terms = ProvisionReader.read(call.body(), office.now());
        checkLead(terms, upload);
        Advertised advertised = office.read(view -> {
            PlanReader.knownPools(view, terms.pools());
            return Advertised.read(view, terms.pools(), terms.ready());
        });
        ParallelWorkflow application = application(upload, terms, advertised);
        List<Offered> all = advertised.slots(terms.wholeGaps());
        List<Offered> slots = all.subList(0, Math.min(MOST_SLOTS, all.size()));
        Planning planning = new Planning(
                new Provisioning(
                        application,
                        advertised.toChooseFrom(slots, new Link(terms.transfer(), PlanTerms.GIGABYTE)),
                        terms.ready()),
                terms.scheduler());
        Searching search;
        try {
            search = searches.start(upload.owner(), upload.id(), terms, planning, all.size() - slots.size())
                    .orElseThrow(() -> Problem.of(
                                    Code.TOO_MANY_SEARCHES,
                                    "%s has %d searches under way; stop one, or wait for its end"
                                            .formatted(upload.owner(), Searches.MOST_UNDER_WAY))
                            .thrown());
        } catch (Overloaded e) {
            throw Problem.of(Code.OVERLOADED, "too many searches wait; try again later")
                    .thrown();
        }
        return Answer.json(202, ProvisionJson.of(search)).with("Location", "/api/v1/searches/" + search.id());
    }

    private void checkLead(ProvisionTerms terms, Upload upload) {
        long lead = PlanningResource.leastLead(office, upload.owner());
        if (terms.ready() < office.now() + lead) {
            throw Problem.invalid(
                            "ready",
                            Times.instant(terms.ready()),
                            "%s books at least %s ahead".formatted(upload.owner(), Times.duration(lead)))
                    .thrown();
        }
    }

    private static ParallelWorkflow application(Upload upload, ProvisionTerms terms, Advertised advertised) {
        Workflow workflow = upload.read().workflow();
        if (!upload.read().times().isEmpty()) {
            throw Problem.of(
                            Code.INVALID_WORKFLOW,
                            "some of its tasks tell their seconds by pool, and slots are searched by the rates of pools; send it with one work for each task")
                    .thrown();
        }
        if ((long) workflow.size() * advertised.pools().size() > MOST_TIMES) {
            throw Problem.invalid(
                            "pools",
                            String.join(
                                    ", ",
                                    advertised.pools().stream()
                                            .map(pool -> pool.id().name())
                                            .toList()),
                            "for %,d tasks they are at most %d"
                                    .formatted(workflow.size(), MOST_TIMES / workflow.size()))
                    .thrown();
        }
        for (String kind : terms.serversByKind().keySet()) {
            if (workflow.tasks().stream().noneMatch(task -> task.kind().equals(kind))) {
                throw Problem.invalid("serversByKind", kind, "it is the kind of some task of the workflow")
                        .thrown();
            }
        }
        return ParallelWorkflow.byKind(workflow, terms.serversByKind(), terms.servers());
    }

    /** The search of that id, if it is this account's to see. */
    static Searching own(Searches searches, Call call) {
        Searching search = searches.get(call.variable("search"))
                .orElseThrow(() -> Problem.of(
                                Code.UNKNOWN_SEARCH, "there is no such search, or it was long ago; search again")
                        .thrown());
        if (!call.account().owns(search.owner())) {
            throw Problem.notAllowed("search " + search.id() + " belongs to somebody else")
                    .thrown();
        }
        return search;
    }

    private Answer list(Call call) {
        Fields query = call.query(Set.of());
        query.closed().check();
        ObjectNode node = Json.object();
        ArrayNode array = node.putArray("searches");
        searches.list(call.account()::owns).forEach(search -> array.add(ProvisionJson.line(search)));
        return Answer.ok(node);
    }

    private Answer get(Call call) {
        return Answer.ok(ProvisionJson.of(own(searches, call)));
    }

    private Answer stop(Call call) {
        Searching search = own(searches, call);
        search.stop();
        return Answer.ok(ProvisionJson.of(search));
    }

    private Answer cancel(Call call) {
        searches.cancel(own(searches, call).id());
        return Answer.nothing();
    }
}
