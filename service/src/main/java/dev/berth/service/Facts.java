package dev.berth.service;

import dev.berth.service.account.Accounts;
import dev.berth.service.account.Answers;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Quota;
import dev.berth.service.account.Tokens;
import dev.berth.service.adoption.Adoptions;
import dev.berth.service.ask.Asks;
import dev.berth.service.booking.PoolUnits;
import dev.berth.service.hold.HoldGroups;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.loss.Losses;
import dev.berth.service.notice.Outbox;
import dev.berth.service.notice.Preferences;
import dev.berth.service.notice.Webhooks;
import dev.berth.service.opportunistic.Courses;
import dev.berth.service.project.Projects;
import dev.berth.service.provision.Provisions;
import dev.berth.service.quota.Spending;
import dev.berth.service.quota.Usage;
import dev.berth.service.report.MeasuredUses;
import dev.berth.service.report.UsageLedger;
import dev.berth.service.runs.Runs;
import dev.berth.service.series.SeriesBook;
import dev.berth.service.sharing.Sharings;
import dev.berth.service.signin.Identities;
import dev.berth.service.signin.Passwords;
import dev.berth.service.waitlist.Waits;
import dev.berth.service.workflow.PlanNews;
import dev.berth.service.workflow.Plans;
import dev.berth.site.FactKeeper;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Keepers of what the use cases keep beside the book of a site. */
public final class Facts {
    private Facts() {}

    public static List<FactKeeper<?>> keepers() {
        return keepers(Optional.empty(), List.of());
    }

    /**
     * The same for a site with a default, and with more facts.
     *
     * @param quota of users who have none of their own
     * @param others keepers of rooms above, such as a broker's deals; snapshots keep the order in which they always stood
     */
    public static List<FactKeeper<?>> keepers(Optional<Quota> quota, List<FactKeeper<?>> others) {
        List<FactKeeper<?>> before = List.of(
                new Accounts(),
                new Tokens(),
                new Identities(),
                new Passwords(),
                new Answers(),
                new AuditLog(),
                new Projects(),
                new Usage(quota),
                new Spending(),
                new UsageLedger(),
                new PoolUnits(),
                new ServerNames(),
                new HoldGroups());
        List<FactKeeper<?>> after = List.of(
                new SeriesBook(),
                new Plans(),
                new Provisions(),
                new Runs(),
                new Losses(),
                new PlanNews(),
                new Waits(),
                new Webhooks(),
                new Preferences(),
                new Outbox(),
                new Courses(),
                new Asks(),
                new Sharings(),
                new Adoptions(),
                new MeasuredUses());
        return Stream.of(before, others, after).flatMap(List::stream).toList();
    }
}
