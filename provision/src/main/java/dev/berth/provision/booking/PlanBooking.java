package dev.berth.provision.booking;

import dev.berth.engine.model.BadValue;
import dev.berth.provision.booking.SiteBook.Answer;
import dev.berth.provision.plan.ProvisionPlan;
import dev.berth.provision.plan.ProvisionPlan.Purchase;
import dev.berth.provision.plan.SlotAvailability;
import java.util.ArrayList;
import java.util.List;

/**
 * Books a plan at all its sites or at none: everything is held first, and confirmed only when all of it is. If a site
 * refuses, or fails, whatever was held or confirmed elsewhere is released. Should this process die in between, what is held
 * lapses by itself.
 */
public final class PlanBooking {
    /** What came of it. */
    public sealed interface Result {
        /** All is booked: the receipts, in the order of the plan's purchases. */
        record Booked(List<String> receipts) implements Result {}

        /** Nothing is booked: who refused what, and why. */
        record NotBooked(String site, Purchase purchase, String reason) implements Result {}
    }

    private record Kept(SiteBook site, String receipt) {}

    private PlanBooking() {}

    /**
     * Books all purchases of a plan.
     *
     * @param books one for each site of the availability, in its order
     */
    public static Result book(
            String label, ProvisionPlan plan, SlotAvailability availability, List<? extends SiteBook> books) {
        if (books.size() != availability.sites().size()) {
            throw new BadValue(
                    "books",
                    books.size(),
                    "must be one for each of " + availability.sites().size() + " sites");
        }
        List<Kept> kept = new ArrayList<>();
        boolean all = false;
        try {
            for (int k = 0; k < plan.purchases().size(); k++) {
                Purchase purchase = plan.purchases().get(k);
                SiteBook book = books.get(availability.site(purchase.slot()));
                switch (book.hold(label + "-" + (k + 1), purchase.allocation())) {
                    case Answer.Held held -> kept.add(new Kept(book, held.receipt()));
                    case Answer.Declined refused -> {
                        return refused(availability, purchase, refused);
                    }
                }
            }
            for (int k = 0; k < kept.size(); k++) {
                if (kept.get(k).site.confirm(kept.get(k).receipt) instanceof Answer.Declined refused) {
                    return refused(availability, plan.purchases().get(k), refused);
                }
            }
            all = true;
        } finally {
            if (!all) {
                release(kept.reversed());
            }
        }
        return new Result.Booked(kept.stream().map(Kept::receipt).toList());
    }

    /** A site that cannot be reached keeps no other from being told. */
    private static void release(List<Kept> kept) {
        RuntimeException failed = null;
        for (Kept one : kept) {
            try {
                one.site.release(one.receipt);
            } catch (RuntimeException e) {
                if (failed == null) {
                    failed = e;
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    private static Result refused(SlotAvailability availability, Purchase purchase, Answer.Declined refused) {
        return new Result.NotBooked(
                availability.sites().get(availability.site(purchase.slot())).id(), purchase, refused.reason());
    }
}
