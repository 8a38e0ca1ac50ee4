package dev.berth.service.provision;

import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.provision.plan.Planning;
import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.plan.SlotAvailability.Offered;
import dev.berth.service.account.Accounts;
import dev.berth.service.booking.Pools;
import dev.berth.service.workflow.Upload;
import dev.berth.site.Overloaded;
import dev.berth.site.Site;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.words.Spans;
import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.model.Link;
import java.time.Duration;
import java.util.List;

/** A search that somebody wants: for plans of a workflow on what a site advertises. */
public record SearchOrder(Upload upload, ProvisionTerms terms) {
    /** A search takes time for each slot, and what starts late is of use to few. */
    private static final int MOST_SLOTS = 1_000;

    /** Reads what the site advertises now, and starts to search. */
    public Searching start(Site site, Adverts adverts, Searches searches) {
        checkLead(site);
        Advertised advertised = site.read(view -> {
            Pools.checkKnown(view, terms.pools());
            return adverts.read(view, terms.pools(), terms.ready(), site.clock().millis());
        });
        ParallelWorkflow application = terms.application(
                upload.read().workflow(),
                advertised.pools().stream().map(pool -> pool.id().name()).toList());
        List<Offered> all = advertised.slots(terms.wholeGaps());
        List<Offered> slots = all.subList(0, Math.min(MOST_SLOTS, all.size()));
        Planning planning = new Planning(problem(application, advertised, slots), terms.scheduler());
        try {
            return searches.start(
                            upload.owner(),
                            upload.id(),
                            terms,
                            new Searching.Choice(planning, all.size() - slots.size(), advertised.made()))
                    .orElseThrow(() -> Problem.of(
                                    Code.TOO_MANY_SEARCHES,
                                    "%s has %d searches running, the most allowed; stop one, or wait for its end"
                                            .formatted(upload.owner(), Searches.MOST_UNDER_WAY))
                            .toException());
        } catch (Overloaded e) {
            throw Problem.of(Code.OVERLOADED, "Too many searches are waiting; try again later")
                    .toException();
        }
    }

    private Provisioning problem(ParallelWorkflow application, Advertised advertised, List<Offered> slots) {
        Link transfer = new Link(terms.transfer(), Link.GIGABYTE);
        try {
            return new Provisioning(
                    application,
                    advertised.toChooseFrom(slots, transfer),
                    terms.ready(),
                    upload.read().times());
        } catch (BadWorkflow e) {
            throw Problem.of(Code.INVALID_WORKFLOW, String.valueOf(e.getMessage()))
                    .toException();
        }
    }

    private void checkLead(Site site) {
        long lead = site.read(view -> view.facts(Accounts.class).leastLead(upload.owner()));
        if (terms.ready() < site.clock().millis() + lead) {
            throw Problem.invalid(
                            "ready",
                            terms.ready(),
                            "must be at least %s from now for %s"
                                    .formatted(Spans.roughly(Duration.ofMillis(lead)), upload.owner()))
                    .toException();
        }
    }
}
