package dev.berth.cli.provision;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Access;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.text.AnswerText;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Rate;
import dev.berth.provision.booking.PlanBooking.Place;
import dev.berth.provision.booking.SiteBook;
import dev.berth.provision.federation.SiteSlots;
import dev.berth.provision.federation.SiteSlots.OfPool;
import dev.berth.provision.federation.SlotsOfSites;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.read.SiteFiles;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import dev.berth.workflow.model.Link;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The pools of one or several services as sites, with what they advertise.
 *
 * @param availability in milliseconds from now
 * @param places one for each site, to book there
 */
record RemoteSites(SlotAvailability availability, List<Place> places) {
    public RemoteSites {
        places = List.copyOf(places);
    }

    /** To book at each of these services. */
    static List<SiteBook> books(Environment environment, List<String> addresses, long epoch) {
        List<SiteBook> books = new ArrayList<>();
        for (String address : addresses) {
            Access access = Access.signedIn(environment, address);
            books.add(new RemoteBook(new ServiceClient(access, environment), access.address(), epoch));
        }
        return books;
    }

    /**
     * Asks all of them.
     *
     * @param now when the times of the availability begin to count
     * @param ready what is free before is left out
     * @param transfer what a gigabyte takes from one pool to another
     */
    static RemoteSites read(
            Environment environment, List<String> addresses, long now, Instant ready, Duration transfer) {
        List<SiteSlots> sites = new ArrayList<>();
        for (String address : addresses) {
            sites.add(advertised(environment, Access.signedIn(environment, address), now, ready));
        }
        if (sites.stream().allMatch(site -> site.pools().isEmpty())) {
            throw new BadInput(
                    "--at: %s has no pools; an operator can add one".formatted(String.join(", ", addresses)));
        }
        Link link = new Link(transfer.toMillis(), Link.GIGABYTE);
        SlotsOfSites all = SlotsOfSites.of(sites, addresses.size() == 1, link, Integer.MAX_VALUE);
        return new RemoteSites(all.availability(), all.places());
    }

    private static SiteSlots advertised(Environment environment, Access access, long now, Instant ready) {
        ServiceClient service = new ServiceClient(access, environment);
        JsonNode advertised =
                service.send("GET", "/slots?limit=10000&from=" + ready).expected();
        List<OfPool> pools = new ArrayList<>();
        for (JsonNode pool : service.send("GET", "/pools").expected().path("pools")) {
            String name = AnswerText.text(pool, "name");
            List<Slot> slots = new ArrayList<>();
            for (JsonNode slot : advertised.path("slots")) {
                if (AnswerText.text(slot, "pool").equals(name)) {
                    slots.add(slot(slot, now));
                }
            }
            pools.add(new OfPool(name, Rate.of(AnswerText.text(pool, "rate")), slots));
        }
        return new SiteSlots(URI.create(access.servers().getFirst()).getAuthority(), pools);
    }

    private static Slot slot(JsonNode slot, long now) {
        long start = Instant.parse(AnswerText.text(slot, "start")).toEpochMilli();
        long end = Instant.parse(AnswerText.text(slot, "end")).toEpochMilli();
        return new Slot(
                start - now,
                slot.path("servers").asInt(),
                end - start,
                new UnitCost(Money.of(AnswerText.text(slot, "serverHour")), SiteFiles.HOUR),
                Money.of(AnswerText.text(slot, "fixedCost")),
                slot.path("divisible").asBoolean(),
                slot.path("extensible").asBoolean());
    }
}
