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
import dev.berth.provision.plan.Route;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.plan.SlotAvailability.Offered;
import dev.berth.provision.plan.SlotSite;
import dev.berth.provision.read.SiteFiles;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import dev.berth.service.workflow.PlanTerms;
import dev.berth.workflow.model.Link;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
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
            books.add(new RemoteBook(new ServiceClient(access), access.address(), epoch));
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
        List<SlotSite> sites = new ArrayList<>();
        List<Offered> slots = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        for (int k = 0; k < addresses.size(); k++) {
            Access access = Access.signedIn(environment, addresses.get(k));
            ServiceClient service = new ServiceClient(access);
            String place = addresses.size() == 1
                    ? ""
                    : " at " + URI.create(access.servers().getFirst()).getAuthority();
            JsonNode advertised =
                    service.send("GET", "/slots?limit=10000&from=" + ready).expected();
            for (JsonNode pool : service.send("GET", "/pools").expected().path("pools")) {
                String name = AnswerText.text(pool, "name");
                sites.add(new SlotSite(name + place, Rate.of(AnswerText.text(pool, "rate"))));
                places.add(new Place(k, name));
                for (JsonNode slot : advertised.path("slots")) {
                    if (AnswerText.text(slot, "pool").equals(name)) {
                        slots.add(new Offered(sites.size() - 1, slot(slot, now)));
                    }
                }
            }
        }
        if (sites.isEmpty()) {
            throw new BadInput(
                    "--at: %s has no pools; an operator can add one".formatted(String.join(", ", addresses)));
        }
        Route[][] routes = new Route[sites.size()][sites.size()];
        for (Route[] from : routes) {
            Arrays.fill(from, new Route(0, new Link(transfer.toMillis(), PlanTerms.GIGABYTE)));
        }
        return new RemoteSites(new SlotAvailability(sites, routes, slots), places);
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
