package dev.berth.broker.deal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.broker.remote.Reserved;
import dev.berth.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The reservations of one part that its site could not keep.
 *
 * @param part with all its reservations, one for each of its jobs
 */
public record Lost(DealPart part, List<Reserved> reservations) {
    /** The first part with something that is to be replaced, and was not tried yet. */
    public static Optional<Lost> first(List<DealPart> parts, Replacement terms) {
        return parts.stream()
                .flatMap(part -> of(part, id -> !terms.tried().contains(key(part.group(), id))).stream())
                .findFirst();
    }

    /** Lost reservations of a part, among those with some ids; empty if there are none. */
    public static Optional<Lost> of(DealPart part, Predicate<String> ids) {
        List<Reserved> lost = part.reservations().stream()
                .filter(each -> each.stands().isLost() && ids.test(each.id()))
                .toList();
        return lost.isEmpty() ? Optional.empty() : Optional.of(new Lost(part, lost));
    }

    static String key(String group, String id) {
        return group + " " + id;
    }

    /** Keys of the reservations in the list of those that were tried. */
    public List<String> keys() {
        return reservations.stream().map(each -> key(part.group(), each.id())).toList();
    }

    public List<String> ids() {
        return reservations.stream().map(Reserved::id).toList();
    }

    /** Jobs of the reservations, as the API of a site takes them. */
    public List<ObjectNode> jobs() {
        return some(true);
    }

    /** The part without them; empty if nothing is left of it. */
    Optional<DealPart> rest() {
        List<Reserved> kept = part.reservations().stream()
                .filter(each -> !reservations.contains(each))
                .toList();
        ObjectNode request = request();
        request.putArray("jobs").addAll(some(false));
        return kept.isEmpty() ? Optional.empty() : Optional.of(part.reduced(text(request), kept));
    }

    /** A site may have told of fewer reservations than there are jobs. */
    private List<ObjectNode> some(boolean lost) {
        List<ObjectNode> jobs = new ArrayList<>();
        JsonNode all = request().path("jobs");
        for (int i = 0; i < Math.min(all.size(), part.reservations().size()); i++) {
            if (reservations.contains(part.reservations().get(i)) == lost && all.get(i) instanceof ObjectNode each) {
                jobs.add(each);
            }
        }
        return jobs;
    }

    private ObjectNode request() {
        return Json.read(part.request().getBytes(StandardCharsets.UTF_8));
    }

    private static String text(ObjectNode node) {
        return new String(Json.bytes(node), StandardCharsets.UTF_8);
    }
}
