package dev.berth.provision.booking;

import dev.berth.engine.model.BadValue;
import dev.berth.provision.booking.SiteBook.Standing;
import dev.berth.provision.booking.SiteBook.Wanted;
import dev.berth.provision.plan.ProvisionPlan;
import dev.berth.provision.plan.ProvisionPlan.Purchase;
import dev.berth.provision.plan.SlotAvailability;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Books a plan at all its sites or at none: everything is held first, and confirmed only when all of it is. If a site
 * refuses, or fails, whatever was held or confirmed elsewhere is released.
 *
 * <p>A booking has a name, from which the names of its groups follow. Should this process die in between, another one that is
 * told the same name and sites brings it to its end: if something is confirmed, all was held, and the rest is confirmed, too;
 * otherwise all is released, and a new turn begins under new names of groups.
 */
public final class PlanBooking {
    /** Result of booking a plan. */
    public sealed interface Result {
        /** All is booked: the receipts, in the order of the plan's purchases. */
        record Booked(List<String> receipts) implements Result {}

        /** Nothing is booked: the site that refused, and its reason. */
        record NotBooked(String site, String reason) implements Result {}
    }

    /** Bookings at one site. */
    public record Share(String site, List<String> receipts) {}

    /**
     * Where the slots of a site of the availability are booked.
     *
     * @param book its index
     */
    public record Place(int book, String pool) {}

    private final String name;
    private final List<SiteBook> books;
    private int turn = 1;

    public PlanBooking(String name, List<? extends SiteBook> books) {
        this.name = name;
        this.books = List.copyOf(books);
    }

    private String group(int book) {
        String text =
                String.join(" ", name, Integer.toString(turn), books.get(book).name());
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /**
     * Brings what was begun under this name before to its end, and says what is booked under it: at all sites that have a
     * part. Empty if nothing is.
     */
    public Optional<List<Share>> settle() {
        while (true) {
            List<Standing> standings = new ArrayList<>();
            for (int book = 0; book < books.size(); book++) {
                standings.add(books.get(book).standing(group(book)));
            }
            if (standings.stream().allMatch(Standing.Unknown.class::isInstance)) {
                return Optional.empty();
            }
            Optional<List<Share>> whole = standings.stream().anyMatch(Standing.Booked.class::isInstance)
                    ? completed(standings)
                    : Optional.empty();
            if (whole.isPresent()) {
                return whole;
            }
            release();
            turn++;
        }
    }

    /** Confirms the rest of what is confirmed in part; empty if some of it has gone. */
    private Optional<List<Share>> completed(List<Standing> standings) {
        List<Share> shares = new ArrayList<>();
        for (int book = 0; book < books.size(); book++) {
            Standing standing = standings.get(book) instanceof Standing.Held
                    ? books.get(book).confirm(group(book))
                    : standings.get(book);
            if (standing instanceof Standing.Booked booked) {
                shares.add(new Share(books.get(book).name(), booked.receipts()));
            } else if (!(standing instanceof Standing.Unknown)) {
                return Optional.empty();
            }
        }
        return Optional.of(shares);
    }

    /**
     * Books all purchases of a plan; to be called after {@link #settle}, if the name may have been used before.
     *
     * @param places one for each site of the availability, in its order
     */
    public Result book(String label, ProvisionPlan plan, SlotAvailability availability, List<Place> places) {
        if (places.size() != availability.sites().size()) {
            throw new BadValue(
                    "places",
                    places.size(),
                    "must be one for each of " + availability.sites().size() + " sites");
        }
        List<List<Wanted>> wanted = new ArrayList<>();
        books.forEach(book -> wanted.add(new ArrayList<>()));
        for (Purchase purchase : plan.purchases()) {
            Place place = places.get(availability.site(purchase.slot()));
            int number = wanted.stream().mapToInt(List::size).sum() + 1;
            wanted.get(place.book).add(new Wanted(label + "-" + number, place.pool, purchase.allocation()));
        }
        List<List<String>> receipts = new ArrayList<>();
        Optional<Result> refused;
        boolean all = false;
        try {
            refused = held(wanted).or(() -> confirmed(wanted, receipts));
            all = refused.isEmpty();
        } finally {
            if (!all) {
                release();
                turn++;
            }
        }
        return refused.orElseGet(() -> new Result.Booked(inOrder(plan, availability, places, receipts)));
    }

    /** Why not all of it can be held. */
    private Optional<Result> held(List<List<Wanted>> wanted) {
        for (int book = 0; book < books.size(); book++) {
            if (!wanted.get(book).isEmpty()
                    && books.get(book).hold(group(book), wanted.get(book)) instanceof Standing.Gone gone) {
                return Optional.of(new Result.NotBooked(books.get(book).name(), gone.reason()));
            }
        }
        return Optional.empty();
    }

    /** Why not all of it can be confirmed. */
    private Optional<Result> confirmed(List<List<Wanted>> wanted, List<List<String>> receipts) {
        for (int book = 0; book < books.size(); book++) {
            if (wanted.get(book).isEmpty()) {
                receipts.add(List.of());
                continue;
            }
            Standing standing = books.get(book).confirm(group(book));
            if (!(standing instanceof Standing.Booked booked)) {
                String reason = standing instanceof Standing.Gone gone ? gone.reason() : "it does not confirm";
                return Optional.of(new Result.NotBooked(books.get(book).name(), reason));
            }
            receipts.add(booked.receipts());
        }
        return Optional.empty();
    }

    private static List<String> inOrder(
            ProvisionPlan plan, SlotAvailability availability, List<Place> places, List<List<String>> receipts) {
        int[] next = new int[receipts.size()];
        List<String> all = new ArrayList<>();
        for (Purchase purchase : plan.purchases()) {
            int book = places.get(availability.site(purchase.slot())).book;
            all.add(receipts.get(book).get(next[book]++));
        }
        return all;
    }

    /** A site that cannot be reached keeps no other from being told. */
    private void release() {
        RuntimeException failed = null;
        for (int book = books.size() - 1; book >= 0; book--) {
            try {
                books.get(book).release(group(book));
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
}
