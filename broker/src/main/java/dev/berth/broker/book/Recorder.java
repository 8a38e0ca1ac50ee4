package dev.berth.broker.book;

import dev.berth.broker.deal.Deal;
import dev.berth.service.workflow.PlanNews;
import dev.berth.site.Site;
import dev.berth.site.Transaction;

/** Records how a deal goes on, unless it has changed meanwhile, such as by its user: then it has to be looked at again. */
public record Recorder(Site site, Probe probe) {
    private static final String ACTOR = "broker";

    public boolean record(Deal before, Deal next) {
        probe.at("before fact " + next.state());
        boolean isSame = site.write(ACTOR, transaction -> {
                    boolean same = transaction
                            .view()
                            .facts(Deals.class)
                            .get(before.number())
                            .filter(before::equals)
                            .isPresent();
                    if (same) {
                        add(transaction, next);
                        DealNotices.tell(transaction, before, next);
                    }
                    return same;
                })
                .join();
        if (isSame) {
            DealLog.write(before, next);
        }
        probe.at("after fact " + next.state());
        return isSame;
    }

    /** Records how a deal stands, and tells those who listen that it has changed. */
    static void add(Transaction transaction, Deal deal) {
        transaction.record(Deals.KIND, deal);
        PlanNews.tell(
                transaction, new PlanNews.Line(deal.number(), deal.user(), deal.name(), PlanNews.What.DEAL_CHANGED));
    }
}
