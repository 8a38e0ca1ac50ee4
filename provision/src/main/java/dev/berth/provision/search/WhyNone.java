package dev.berth.provision.search;

import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.plan.SlotAvailability;

/** Why a search has found no plan at all, and what to do about it. */
public final class WhyNone {
    private WhyNone() {}

    public static String reason(Provisioning problem, SearchResult found) {
        SlotAvailability availability = problem.availability();
        if (availability.size() == 0) {
            return "nothing is offered anywhere; ask for a later time, or other places";
        }
        int most = widest(availability);
        return problem.application().widest() > most
                ? "a task takes %d servers at once, and nowhere are more than %d offered; ask for fewer, or name a larger place"
                        .formatted(problem.application().widest(), most)
                : "the workflow fits on none of the %,d choices of slots tried of %d; offer longer or extensible slots%s"
                        .formatted(found.evaluations(), availability.size(), found.exact() ? "" : ", or search longer");
    }

    /** The most servers that slots of one site offer at one time. */
    private static int widest(SlotAvailability availability) {
        int most = 0;
        for (int first = 0; first < availability.size(); first++) {
            long time = availability.slot(first).start();
            int together = 0;
            for (int slot = 0; slot < availability.size(); slot++) {
                boolean open = availability.slot(slot).start() <= time
                        && time < availability.slot(slot).latestEnd();
                together += open && availability.site(slot) == availability.site(first)
                        ? availability.slot(slot).servers()
                        : 0;
            }
            most = Math.max(most, together);
        }
        return most;
    }
}
