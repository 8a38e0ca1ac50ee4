package dev.berth.cli.provision;

import dev.berth.cli.text.Columns;
import dev.berth.cli.text.Count;
import dev.berth.cli.text.ProvisionText;
import dev.berth.provision.search.Candidate;
import dev.berth.provision.search.SearchResult;
import dev.berth.words.Hundredths;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The plans in words. */
final class ProvisionPlanText {
    private ProvisionPlanText() {}

    static String of(ProvisioningReport shown, @Nullable Candidate best, SearchResult found) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %s, %s; %s to choose from, of %,d tried%s%n",
                shown.workflow(),
                Count.of(shown.tasks(), "task"),
                Count.of(shown.slots(), "slot"),
                Count.of(shown.pareto().size(), "plan"),
                shown.evaluations(),
                shown.exact() ? " (every possible plan)" : shown.finished() ? "" : " before the time limit"));
        Columns plans = new Columns("cost", "makespan", "slots", "");
        for (int k = 0; k < shown.pareto().size(); k++) {
            ProvisioningReport.Point point = shown.pareto().get(k);
            plans.row(
                    money(point.cost()),
                    SlotTable.span(point.makespan()),
                    point.slots().size(),
                    found.set().candidates().get(k).equals(best) ? "chosen" : "");
        }
        ProvisioningReport.Queued queue = shown.queue();
        if (queue != null) {
            plans.row(money(queue.cost()), SlotTable.span(queue.makespan()), "-", "queue of " + queue.site());
        }
        text.append(plans);
        if (queue != null) {
            text.append(ProvisionText.IN_THE_QUEUE).append('\n');
        }
        ProvisioningReport.Chosen chosen = shown.chosen();
        if (chosen != null) {
            text.append(String.format(
                    Locale.ROOT,
                    "%nalpha %s: %s, done after %s%n",
                    Double.toString(chosen.alpha()),
                    money(chosen.cost()),
                    SlotTable.span(chosen.makespan())));
            Columns columns = new Columns("slot", "site", "start", "servers", "duration", "cost", "");
            chosen.allocations()
                    .forEach(part -> columns.row(
                            part.slot(),
                            part.site(),
                            SlotTable.span(part.start()),
                            part.servers(),
                            SlotTable.span(part.seconds()),
                            money(part.cost()),
                            part.reservation() == null ? "" : "booked as " + part.reservation()));
            text.append(columns);
        }
        return text.toString();
    }

    static String money(String exact) {
        return Hundredths.money(new BigDecimal(exact));
    }
}
