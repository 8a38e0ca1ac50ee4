package dev.berth.soak.brokers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Whether deals, reservations at the sites and what clients were told say the same, when everything is over. */
final class Judgement {
    /** A deal in one of these keeps reservations, or none at all. */
    private static final Set<String> OVER = Set.of("booked", "released", "undone");

    private final List<String> violations = new ArrayList<>();

    private Judgement() {}

    /**
     * Violations found; empty if there are none.
     *
     * @param sites the reservations that each has: held, waiting or running
     */
    static List<String> of(List<JsonNode> deals, Map<String, List<JsonNode>> sites, List<Told> told) {
        Judgement judgement = new Judgement();
        judgement.sitesKeepWhatIsBooked(deals, sites);
        judgement.clientsWereToldTheTruth(deals, told);
        return judgement.violations;
    }

    static boolean isOver(JsonNode deal) {
        return OVER.contains(deal.path("state").asText());
    }

    private void sitesKeepWhatIsBooked(List<JsonNode> deals, Map<String, List<JsonNode>> sites) {
        Map<String, String> expected = new TreeMap<>();
        for (JsonNode deal : deals) {
            String id = deal.path("id").asText();
            if (!isOver(deal)) {
                violations.add(id + " is still " + deal.path("state").asText());
            }
            if (deal.path("state").asText().equals("booked")) {
                deal.path("parts")
                        .forEach(part -> part.path("reservations").forEach(reservation -> {
                            String key = part.path("site").asText() + " "
                                    + reservation.path("id").asText();
                            if (expected.put(key, id) != null) {
                                violations.add(key + " belongs to two deals");
                            }
                        }));
            }
        }
        Set<String> found = new HashSet<>();
        sites.forEach((site, reservations) -> reservations.forEach(reservation -> {
            String key = site + " " + reservation.path("id").asText();
            found.add(key);
            if (!expected.containsKey(key)) {
                violations.add(key + " is " + reservation.path("state").asText() + " for no deal");
            } else if (!reservation.path("state").asText().equals("waiting")) {
                violations.add(key + " of " + expected.get(key) + " is only "
                        + reservation.path("state").asText());
            }
        }));
        expected.forEach((key, deal) -> {
            if (!found.contains(key)) {
                violations.add(deal + " is booked, and its " + key + " is not there");
            }
        });
    }

    private void clientsWereToldTheTruth(List<JsonNode> deals, List<Told> told) {
        Map<String, JsonNode> byName = new HashMap<>();
        for (JsonNode deal : deals) {
            if (byName.put(deal.path("name").asText(), deal) != null) {
                violations.add(deal.path("name").asText() + " was carried out twice");
            }
        }
        for (Told each : told) {
            JsonNode deal = byName.get(each.name());
            boolean isBooked = deal != null && deal.path("state").asText().equals("booked");
            boolean isRight = switch (each.outcome()) {
                case BOOKED -> isBooked;
                case REFUSED, CANCELLED -> !isBooked;
                case OPEN -> true;
            };
            if (!isRight) {
                violations.add(each + ", but it is "
                        + (deal == null ? "unknown" : deal.path("state").asText()));
            }
            if (deal != null && isBooked && deal.path("parts").size() != each.parts()) {
                violations.add(
                        each + ", but it has parts at " + deal.path("parts").size() + " sites");
            }
        }
    }
}
