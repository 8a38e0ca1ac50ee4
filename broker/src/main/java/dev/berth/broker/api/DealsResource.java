package dev.berth.broker.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.NumberedPage;
import dev.berth.api.SiteAccess;
import dev.berth.broker.Broker;
import dev.berth.broker.book.DealBook;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.Reason;
import dev.berth.broker.deal.Replacement;
import dev.berth.broker.plan.DealProposal;
import dev.berth.engine.model.Money;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.workflow.Uploads;
import dev.berth.wire.AccountNames;
import dev.berth.wire.Fields;
import dev.berth.wire.IdKind;
import dev.berth.wire.Json;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code /deals}: what a broker books at several sites, all or nothing. */
public final class DealsResource {
    /** For a deal to come to its end; after that its client asks again. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final SiteAccess access;
    private final Optional<Broker> broker;
    private final Uploads uploads;

    /**
     * Deals of a broker.
     *
     * @param broker empty if this service is none
     */
    public DealsResource(SiteAccess access, Optional<Broker> broker, Uploads uploads) {
        this.access = access;
        this.broker = broker;
        this.uploads = uploads;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/sites", Role.VIEWER, this::sites),
                new Endpoint("GET", "/deals", Role.USER, this::list),
                new Endpoint("POST", "/deals", Role.USER, this::make),
                new Endpoint("GET", "/deals/{deal}", Role.USER, this::show),
                new Endpoint("DELETE", "/deals/{deal}", Role.USER, this::cancel));
    }

    private Broker broker() {
        return broker.orElseThrow(() -> Problem.of(
                        Code.NO_BROKER,
                        "This service is a site, not a broker, and has no deals; book here with berth book or POST /reservations, or ask a broker")
                .toException());
    }

    private static long number(Call call) {
        return IdKind.DEAL.number(call.variable("deal")).orElseThrow(DealBook::unknown);
    }

    private Answer list(Call call) {
        broker();
        Fields query = call.query(Set.of("limit", "newest"));
        Deal.State state = query.oneOf("state", Deal.State.class);
        String user = query.parsed("user", AccountNames.RULE, AccountNames::checked);
        boolean newestFirst = query.flag("newest");
        NumberedPage page = NumberedPage.read(query, IdKind.DEAL::number, "must be the id of a deal, such as d17");
        DealBook.Wanted wanted = new DealBook.Wanted(
                Optional.ofNullable(state),
                Optional.ofNullable("me".equals(user) ? call.account().name() : user),
                newestFirst,
                page.after());
        return access.read(
                view -> page.of("deals", DealBook.seen(view, call.account(), wanted), Deal::id, DealJson::line));
    }

    private Answer sites(Call call) {
        Broker asked = broker();
        call.query(Set.of()).closed().check();
        return Answer.ok(SiteJson.write(asked.sitesNow(call.account())));
    }

    private Answer show(Call call) {
        Broker asked = broker();
        long number = number(call);
        Deal deal = access.read(view -> DealBook.own(view, call.account(), number));
        asked.look(deal);
        return Answer.ok(DealJson.write(deal));
    }

    private Answer make(Call call) {
        Broker asked = broker();
        Optional<Answer> given = access.given(call);
        return given.isPresent() ? ended(asked, given.get()) : made(call, asked);
    }

    private Answer made(Call call, Broker asked) {
        Account asker = call.account();
        DealReader.Read read =
                new DealReader(asked, asker.name(), access.now(), id -> uploads.own(asker, id)).read(call);
        if (read.dryRun()) {
            return Answer.ok(DealJson.proposal(asked.propose(call.client(), read.asked())));
        }
        DealProposal proposal = asked.plans(call.client(), read.asked());
        if (proposal.plans().isEmpty()) {
            throw refusal(proposal.reasons(), Json.object()).toException();
        }
        // Who plans a workflow is told which sites were left out; who asks for one job gets the best there is.
        List<Reason> left = proposal.tradeOff().isPresent() ? proposal.reasons() : List.of();
        return ended(asked, access.write(call, transaction -> {
            Optional<Replacement> replace =
                    read.replace() ? Replacement.of(read.asked(), asked.sites(), read.move()) : Optional.empty();
            Deal deal = asked.make(transaction, asker, read.asked(), proposal.plans(), left, replace);
            // Only where it is counts, also for a repeated request; what it is by then is read again.
            return () -> Answer.json(202, DealJson.line(deal)).with("Location", "/api/v1/deals/" + deal.id());
        }));
    }

    /** Where it stands once it is over. A repeated request is told that, too, not what was known when it was first made. */
    private static Answer ended(Broker broker, Answer made) {
        Optional<Long> number = IdKind.DEAL.number(made.header("Location").replaceFirst(".*/", ""));
        if (made.status() != 202 || number.isEmpty()) {
            return made;
        }
        Deal deal = broker.await(number.get(), PATIENCE);
        return switch (deal.state()) {
            case BOOKED, RUNNING, DONE, BROKEN, REPLACING, UNDOING, UNDONE -> located(201, deal);
            case HOLDING, DECIDED -> located(202, deal);
            case RELEASING, RELEASED ->
                Answer.of(refusal(deal.reasons(), Json.object().put("deal", deal.id())))
                        .with("Location", "/api/v1/deals/" + deal.id());
        };
    }

    private static Answer located(int status, Deal deal) {
        return Answer.json(status, DealJson.write(deal)).with("Location", "/api/v1/deals/" + deal.id());
    }

    private static Problem refusal(List<Reason> reasons, ObjectNode numbers) {
        numbers.set("reasons", DealJson.reasons(reasons));
        return Problem.of(
                        Code.DEAL_REFUSED,
                        "Nothing was booked. "
                                + reasons.stream().map(Reason::sentence).collect(Collectors.joining("; ")))
                .with(numbers);
    }

    private Answer cancel(Call call) {
        Broker asked = broker();
        long number = number(call);
        Fields query = call.query(Set.of("dryRun"));
        boolean dryRun = query.flag("dryRun");
        query.closed().check();
        if (dryRun) {
            return quoted(asked, access.read(view -> DealBook.own(view, call.account(), number)));
        }
        access.writeEachTime(call, transaction -> {
            Deal cancelled = asked.cancel(transaction, call.account(), number);
            return () -> Answer.ok(DealJson.write(cancelled));
        });
        Deal deal = asked.await(number, PATIENCE);
        return Answer.json(deal.isOver() ? 200 : 202, DealJson.write(deal));
    }

    private static Answer quoted(Broker broker, Deal deal) {
        Optional<Money> fees = deal.isKept() ? broker.fees(deal) : Optional.of(Money.ZERO);
        if (fees.isEmpty()) {
            throw Problem.of(
                            Code.CHANGED_MEANWHILE,
                            "Not every site says what cancelling %s would cost; try again when all of them answer"
                                    .formatted(deal.id()))
                    .toException();
        }
        return Answer.ok(
                DealJson.write(deal).put("dryRun", true).put("fees", fees.get().toString()));
    }
}
