package dev.berth.service.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.service.account.Role;
import dev.berth.service.problem.Code;
import dev.berth.service.problem.Problem;
import dev.berth.service.provision.Provision;
import dev.berth.service.provision.ProvisionFact;
import dev.berth.service.provision.Provisions;
import dev.berth.service.provision.Searches;
import dev.berth.service.provision.Searching;
import dev.berth.service.site.Transaction;
import dev.berth.service.site.View;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.RefusalJson;
import dev.berth.service.wire.ReservationJson;
import dev.berth.service.wire.Times;
import dev.berth.service.workflow.PlanNews;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** From a plan that a search has found to reservations; {@code /provisions}: what was booked so. */
final class ProvisionsResource {
    /** Of one account, in provisions that are not over. */
    private static final int MOST_TASKS = 100_000;

    private final Office office;
    private final Searches searches;

    ProvisionsResource(Office office, Searches searches) {
        this.office = office;
        this.searches = searches;
    }

    List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/searches/{search}/plan", Role.USER, this::plan),
                new Endpoint("POST", "/searches/{search}/book", Role.USER, this::book),
                new Endpoint("GET", "/provisions", Role.USER, this::list),
                new Endpoint("GET", "/provisions/{provision}", Role.USER, this::get),
                new Endpoint("DELETE", "/provisions/{provision}", Role.USER, this::cancel));
    }

    /** What a search has found; there must be something. */
    private static Searching.Result found(Searching search) {
        Searching.Result result = search.result();
        if (result == null) {
            throw Problem.of(
                            Code.STILL_SEARCHING,
                            search.state() == Searching.State.FAILED
                                    ? "the search has failed; search again"
                                    : "the search is still under way; wait for its end, or stop it")
                    .thrown();
        }
        if (result.plans().isEmpty()) {
            throw Problem.of(Code.NO_PLAN, result.reason()).thrown();
        }
        return result;
    }

    private static Provision proposed(Searching search, Searching.Result result, int point) {
        return Provision.proposed(
                search, search.plan(result.plans().candidates().get(point)));
    }

    private Answer plan(Call call) {
        Fields query = call.query(Set.of("point"));
        Searching search = SearchesResource.own(searches, call);
        Searching.Result result = found(search);
        int point = ProvisionReader.choice(query, result.plans());
        Provision provision = proposed(search, result, point);
        ObjectNode node = ProvisionJson.proposal(search, point, provision);
        if (isExpired(search)) {
            node.put("reason", expired(search));
        } else {
            Decision decision = office.read(view -> view.decide(new Command.Replace(List.of(), provision.jobs())));
            switch (decision) {
                case Decision.Accepted accepted ->
                    node.put("price", accepted.quote().after().toString());
                case Decision.Refused refused -> node.put("reason", RefusalJson.message(refused.refusal()));
                case Decision.Report report -> throw new IllegalStateException("nobody asked for a report");
            }
        }
        return Answer.ok(node);
    }

    private boolean isExpired(Searching search) {
        return search.terms().ready() <= office.now();
    }

    private static String expired(Searching search) {
        return "its plans begin at %s, which has passed; search again"
                .formatted(Times.instant(search.terms().ready()));
    }

    private Answer book(Call call) {
        Fields fields = call.body();
        // What was booked with this key is in the answer, though the search may be forgotten.
        Optional<Answer> given = office.given(call);
        if (given.isPresent()) {
            return given.get();
        }
        Searching search = SearchesResource.own(searches, call);
        Searching.Result result = found(search);
        int point = ProvisionReader.choice(fields, result.plans());
        Provision proposal = proposed(search, result, point);
        return office.write(call, transaction -> {
            if (isExpired(search)) {
                throw Problem.of(Code.EXPIRED, expired(search)).thrown();
            }
            return book(transaction, call, proposal);
        });
    }

    private static Answer book(Transaction transaction, Call call, Provision proposal) {
        Provisions provisions = transaction.view().facts(Provisions.class);
        long open = provisions.all().stream()
                .filter(provision -> provision.owner().equals(proposal.owner())
                        && !provision.released()
                        && provision.finish() > transaction.now())
                .mapToLong(provision -> provision.tasks().size())
                .sum();
        if (open + proposal.tasks().size() > MOST_TASKS) {
            throw Problem.of(
                            Code.QUOTA,
                            "%s has %d tasks in provisions that are not over, and %d are the most; cancel one first"
                                    .formatted(proposal.owner(), open, MOST_TASKS))
                    .thrown();
        }
        List<Job> jobs = proposal.jobs();
        Bookings.mayBook(transaction.view(), call.account(), jobs.getFirst());
        Decision.Accepted accepted = Bookings.accepted(transaction.submit(new Command.Replace(List.of(), jobs)));
        Provision provision = proposal.bookedAs(provisions.next(), transaction.now(), accepted.reservations());
        transaction.record(Provisions.KIND, new ProvisionFact.Booked(provision));
        tell(transaction, provision, PlanNews.What.PROVISION_BOOKED);
        Office.audit(transaction, "book-provision", provision.id(), provision.name());
        ObjectNode node = ProvisionJson.whole(transaction.view(), provision);
        node.set("quote", ReservationJson.quote(accepted.quote()));
        return Answer.json(201, node).with("Location", "/api/v1/provisions/" + provision.id());
    }

    private static void tell(Transaction transaction, Provision provision, PlanNews.What what) {
        transaction.record(
                PlanNews.KIND, new PlanNews.Line(provision.number(), provision.owner(), provision.name(), what));
    }

    private static Provision own(View view, Call call) {
        Provision provision = Call.provision(call.variable("provision"))
                .flatMap(number -> view.facts(Provisions.class).get(number))
                .orElseThrow(() -> Problem.of(
                                Code.UNKNOWN_PROVISION, "there is no such provision; they are called p1, p2 and so on")
                        .thrown());
        if (!call.account().owns(provision.owner())) {
            throw Problem.notAllowed("provision " + provision.id() + " belongs to somebody else")
                    .thrown();
        }
        return provision;
    }

    private Answer list(Call call) {
        NumberedPage page = NumberedPage.asked(call, Call::provision, "it is a provision such as p3");
        return office.read(view -> page.of(
                "provisions",
                view.facts(Provisions.class).all().stream()
                        .filter(provision -> provision.number() > page.after()
                                && call.account().owns(provision.owner())),
                Provision::id,
                ProvisionJson::line));
    }

    private Answer get(Call call) {
        return office.read(view -> Answer.ok(ProvisionJson.whole(view, own(view, call))));
    }

    private Answer cancel(Call call) {
        Fields query = call.query(Set.of("dryRun"));
        boolean dryRun = query.flag("dryRun");
        query.closed().check();
        if (dryRun) {
            return office.read(view -> {
                Provision provision = own(view, call);
                return cancelled(view, provision, PlansResource.priceOfGivingUp(view, provision.slots()), true);
            });
        }
        return office.write(call, transaction -> {
            Provision provision = own(transaction.view(), call);
            Quote quote =
                    PlansResource.giveUp(transaction, PlansResource.remaining(transaction.view(), provision.slots()));
            transaction.record(Provisions.KIND, new ProvisionFact.Released(provision.number()));
            tell(transaction, provision, PlanNews.What.PROVISION_RELEASED);
            Office.audit(transaction, "cancel-provision", provision.id(), provision.name());
            return cancelled(transaction.view(), own(transaction.view(), call), quote, false);
        });
    }

    private static Answer cancelled(View view, Provision provision, Quote quote, boolean dryRun) {
        ObjectNode node = ProvisionJson.whole(view, provision).put("dryRun", dryRun);
        node.set("quote", ReservationJson.quote(quote));
        return Answer.ok(node);
    }
}
