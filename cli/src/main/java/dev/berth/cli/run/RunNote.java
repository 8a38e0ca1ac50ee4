package dev.berth.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.run.place.Launch;
import dev.berth.cli.run.place.ProcFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Record of a runner's task and progress. It is written to a file before anything is booked, so that if the runner dies, the
 * next one finds what is left to be done: see {@link Backlog}.
 */
final class RunNote {
    static final String RESERVATIONS = "/reservations/";
    private static final String OPPORTUNISTS = "/opportunists/";

    private final ObjectNode node;

    private RunNote(ObjectNode node) {
        this.node = node;
    }

    static RunNote read(JsonNode node) {
        if (!(node instanceof ObjectNode object) || !object.hasNonNull("runner")) {
            throw new IllegalArgumentException("not a note of a run");
        }
        return new RunNote(object);
    }

    /**
     * A command that is to run.
     *
     * @param request what is to be booked; null to run in a reservation that is there
     */
    static RunNote of(Order order, String key, @Nullable JsonNode request) {
        ObjectNode node = JsonTree.object()
                .put("runner", Launch.newMark())
                .put("key", key)
                .put("address", order.address())
                .put("authority", order.authority())
                .put("host", order.host())
                .put("grace", order.limits().grace().toString())
                .put("warning", order.limits().warning())
                .put("warn", order.limits().warn().toString())
                .put("overrun", order.overtime().policy())
                .put("more", order.overtime().more().toString())
                .put("detached", order.detached())
                .put("via", order.via())
                .put("keepsServers", order.keepsServers());
        ArrayNode words = node.putArray("words");
        order.words().forEach(words::add);
        if (request != null) {
            node.set("request", request);
        }
        return new RunNote(node).by(ProcessHandle.current());
    }

    /**
     * Order of the user, without the booking.
     *
     * @param keepsServers whether its reservation goes on when the command has ended
     */
    record Order(
            String address,
            String authority,
            String host,
            List<String> words,
            TimeLimits limits,
            Overtime.Wish overtime,
            boolean detached,
            String via,
            boolean keepsServers) {}

    /** The same as an opportunistic job. {@code checkpoint} says how the command is asked to save its work. */
    RunNote opportunistic(String checkpoint) {
        RunNote copy = with("checkpoint", checkpoint);
        copy.node.put("opportunistic", true);
        return copy;
    }

    boolean isOpportunistic() {
        return node.path("opportunistic").asBoolean();
    }

    /** A signal or a command: see {@link Farewell}. */
    String checkpoint() {
        return text("checkpoint");
    }

    /** Where it is booked or queued. */
    String collection() {
        String path = isOpportunistic() ? OPPORTUNISTS : RESERVATIONS;
        return path.substring(0, path.length() - 1);
    }

    /** Path of its reservation, or of the opportunistic job that it is. */
    String path() {
        return path(reservation());
    }

    private String path(String id) {
        return (isOpportunistic() ? OPPORTUNISTS : RESERVATIONS) + Remote.encoded(id);
    }

    /** Gives up what it booked or queued. */
    void giveUp(ServiceClient service, String id) {
        service.send("DELETE", path(id)).expected();
    }

    JsonNode json() {
        return node;
    }

    private RunNote with(String field, String value) {
        ObjectNode copy = node.deepCopy();
        copy.put(field, value);
        return new RunNote(copy);
    }

    private String text(String field) {
        return node.path(field).asText("");
    }

    String runner() {
        return text("runner");
    }

    /** Under which it is booked once, however often that is tried. */
    String key() {
        return text("key");
    }

    String address() {
        return text("address");
    }

    String authority() {
        return text("authority");
    }

    /** Name of this machine. */
    String host() {
        return text("host");
    }

    /** Where it runs: see {@link Places}. */
    String via() {
        return text("via");
    }

    /** Whether its reservation goes on when the command has ended: somebody booked it for more than this. */
    boolean keepsServers() {
        return node.path("keepsServers").asBoolean();
    }

    boolean isDetached() {
        return node.path("detached").asBoolean();
    }

    /** The same, to be run in this directory. */
    RunNote in(Path directory) {
        return with("directory", directory.toString());
    }

    /** Where the command runs; empty in the notes of older versions, which meant the directory of the runner. */
    Optional<Path> directory() {
        return text("directory").isEmpty() ? Optional.empty() : Optional.of(Path.of(text("directory")));
    }

    /** The same, from now on in the hands of a runner on another host. */
    RunNote handedTo(String other, Instant when) {
        return with("handedTo", other).with("handed", when.toString());
    }

    /** Host whose runner it was handed to; empty if it was not. */
    String handedTo() {
        return text("handedTo");
    }

    /** When it was handed over, at the latest. */
    Instant handed() {
        return Instant.parse(text("handed"));
    }

    /**
     * The note of the runner that takes it over on another host. There the command is not tied to a terminal, whatever it is here.
     *
     * @param other name of that host
     * @param attended whether its streams go to somebody as long as the connection lasts
     */
    RunNote takenOver(String other, String trusted, boolean attended) {
        ObjectNode copy = node.deepCopy();
        copy.remove(List.of("handedTo", "handed", "mark", "since", "exitCode", "cutShort", "settled"));
        copy.put("runner", Launch.newMark())
                .put("host", other)
                .put("authority", trusted)
                .put("detached", true)
                .put("attended", attended);
        return new RunNote(copy).by(ProcessHandle.current());
    }

    /** Whether somebody on another host has its streams, as long as the connection lasts. */
    boolean isAttended() {
        return node.path("attended").asBoolean();
    }

    /** Its runner takes signals from now on. */
    RunNote listening() {
        ObjectNode copy = node.deepCopy();
        copy.put("listening", true);
        return new RunNote(copy);
    }

    boolean isListening() {
        return node.path("listening").asBoolean();
    }

    List<String> words() {
        List<String> words = new ArrayList<>();
        node.path("words").forEach(word -> words.add(word.asText()));
        return words;
    }

    /** Name of the command, without its arguments. */
    String command() {
        return command(words());
    }

    static String command(List<String> words) {
        String first = words.getFirst();
        String name = first.substring(first.lastIndexOf('/') + 1);
        return name.length() > 100 ? name.substring(0, 100) : name;
    }

    TimeLimits limits() {
        return new TimeLimits(
                Duration.parse(text("grace")),
                node.hasNonNull("warning") ? text("warning") : null,
                Duration.parse(text("warn")));
    }

    Overtime.Wish overtime() {
        return new Overtime.Wish(text("overrun"), Duration.parse(text("more")));
    }

    /** Records the process that runs it now. */
    RunNote by(ProcessHandle process) {
        RunNote copy = with("born", ProcFiles.born(process.pid()).orElse(""));
        copy.node.put("process", process.pid());
        return copy;
    }

    long process() {
        return node.path("process").asLong();
    }

    /** Whether its runner lives, and is no other process that has got its number. */
    boolean isAlive() {
        return !text("born").isEmpty()
                && ProcFiles.born(process()).filter(text("born")::equals).isPresent();
    }

    /** Request for the booking; empty if it runs in a reservation that already existed. */
    Optional<JsonNode> request() {
        return Optional.ofNullable(node.get("request"));
    }

    /** The same with another booking to try. */
    RunNote requesting(JsonNode request, String key) {
        RunNote copy = with("key", key);
        copy.node.set("request", request);
        return copy;
    }

    RunNote booked(String reservation) {
        RunNote copy = with("reservation", reservation);
        // In the next reservation of a command that has migrated nothing has happened yet.
        copy.node.remove(List.of("mark", "since", "exitCode", "cutShort", "outOfMemory"));
        return copy;
    }

    /** Empty until it is booked. */
    String reservation() {
        return text("reservation");
    }

    RunNote begun(String mark, Instant since) {
        return with("mark", mark).with("since", since.toString());
    }

    boolean hasBegun() {
        return node.has("mark");
    }

    /** Mark by which its processes are recognised. */
    String mark() {
        return text("mark");
    }

    Optional<Instant> since() {
        return node.has("since") ? Optional.of(Instant.parse(text("since"))) : Optional.empty();
    }

    RunNote ended(RunEnding how) {
        ObjectNode copy = node.deepCopy();
        copy.put("exitCode", how.code()).put("cutShort", how.cutShort()).put("outOfMemory", how.outOfMemory());
        return new RunNote(copy);
    }

    /** How it ended, as far as that is known; it has an exit code then. */
    RunEnding ending() {
        return new RunEnding(
                node.path("exitCode").asInt(),
                wasCutShort(),
                node.path("outOfMemory").asBoolean());
    }

    Optional<Integer> exitCode() {
        return node.has("exitCode") ? Optional.of(node.path("exitCode").asInt()) : Optional.empty();
    }

    boolean wasCutShort() {
        return node.path("cutShort").asBoolean();
    }

    /** Nothing remains to be done about it. */
    RunNote settled() {
        ObjectNode copy = node.deepCopy();
        copy.put("settled", true);
        return new RunNote(copy);
    }

    boolean isSettled() {
        return node.path("settled").asBoolean();
    }
}
