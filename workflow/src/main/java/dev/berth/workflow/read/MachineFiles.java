package dev.berth.workflow.read;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Window;
import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machine;
import dev.berth.workflow.model.Machines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads machines:
 *
 * <pre>{@code
 * {"machines": [
 *     {"id": "big", "rate": 1, "busy": [{"from": 0, "to": 3600}]},
 *     {"id": "small", "rate": 0.5, "count": 4}],
 *  "megabytesPerSecond": 125,
 *  "links": [{"between": ["big", "small"], "megabytesPerSecond": 10}]}
 * }</pre>
 *
 * <p>Busy windows are in seconds from the start of the plan. Of an entry with a count there are this many machines, small-0
 * to small-3.
 */
public final class MachineFiles {
    /** 1 Gbit/s, between any two machines by default. */
    public static final Link USUAL_LINK = Link.bytesPerSecond(125_000_000);

    public static final int MOST_MACHINES = 10_000;
    private static final long MOST_BYTES = 64L << 20;
    private static final int MOST_ENTRIES = 1_000;

    /** Machines that are alike. */
    private record Entry(String id, Rate rate, int count, boolean counted, List<Window> busy, long place) {}

    private record Told(List<String> ends, Link link, long place) {}

    private final JsonCursor json;
    private final List<Entry> entries = new ArrayList<>();
    private final List<Told> links = new ArrayList<>();
    private Link usual = USUAL_LINK;

    private MachineFiles(JsonCursor json) {
        this.json = json;
    }

    /**
     * Reads a file.
     *
     * @throws BadWorkflow with the place in the file and what is wrong there
     * @throws IOException if the file cannot be read
     */
    public static Machines read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in);
        }
    }

    /** The same from a stream, which is not closed. */
    public static Machines read(InputStream in) throws IOException {
        return Input.parse(in, MOST_BYTES, text -> {
            try (JsonCursor json = JsonCursor.of(text)) {
                MachineFiles file = new MachineFiles(json);
                json.object("the file", file::field);
                json.end();
                return file.machines();
            }
        });
    }

    private void field(String name) throws IOException {
        switch (name) {
            case "machines" -> json.list(name, this::machine);
            case "megabytesPerSecond" -> usual = speed();
            case "links" -> json.list(name, this::link);
            default -> throw unknown("the file", name, "machines, megabytesPerSecond and links");
        }
    }

    private BadWorkflow unknown(String what, String field, String fields) {
        return WorkflowDraft.bad(json.place(), "%s has no field \"%s\"; it has %s".formatted(what, field, fields));
    }

    private void machine() throws IOException {
        long place = json.place();
        List<Window> busy = new ArrayList<>();
        var told = new Object() {
            @Nullable
            String id;

            Rate rate = Rate.FULL;
            int count;
        };
        json.object("a machine", field -> {
            switch (field) {
                case "id" -> told.id = json.text("id of a machine");
                case "rate" -> told.rate = rate();
                case "count" -> told.count = count();
                case "busy" -> json.list(field, () -> busy.add(window()));
                default -> throw unknown("a machine", field, "id, rate, count and busy");
            }
        });
        if (told.id == null) {
            throw WorkflowDraft.bad(place, "a machine has no id; give it one");
        }
        if (entries.size() == MOST_ENTRIES) {
            throw WorkflowDraft.bad(
                    place, "more than %d machines; describe equal machines once, with a count".formatted(MOST_ENTRIES));
        }
        entries.add(new Entry(told.id, told.rate, Math.max(1, told.count), told.count > 0, merged(busy), place));
    }

    private Rate rate() throws IOException {
        String rule = "a decimal above 0 and at most 1, with up to six places";
        String number = json.number("rate", rule);
        try {
            // Longer than any right one; what is left costs little to look at.
            if (number.length() <= 20) {
                return Rate.of(number);
            }
        } catch (BadValue e) {
            // Said below, with the place.
        }
        throw json.notA("rate", rule);
    }

    private int count() throws IOException {
        String rule = "a whole number from 1 to " + MOST_MACHINES;
        String number = json.number("count", rule);
        if (!number.matches("[1-9]\\d{0,4}") || Integer.parseInt(number) > MOST_MACHINES) {
            throw json.notA("count", rule);
        }
        return Integer.parseInt(number);
    }

    private Window window() throws IOException {
        long place = json.place();
        long[] ends = {0, -1};
        json.object("a busy window", field -> {
            switch (field) {
                case "from" -> ends[0] = json.quantity(field, Quantity.MILLISECONDS);
                case "to" -> ends[1] = json.quantity(field, Quantity.MILLISECONDS);
                default -> throw unknown("a busy window", field, "from and to");
            }
        });
        if (ends[1] <= ends[0]) {
            throw WorkflowDraft.bad(
                    place, "a busy window must end after it begins; give it a later \"to\", in seconds");
        }
        return new Window(ends[0], ends[1]);
    }

    /** Sorted, and one window where several meet. */
    private static List<Window> merged(List<Window> windows) {
        List<Window> merged = new ArrayList<>();
        windows.sort(Comparator.comparingLong(Window::start));
        for (Window window : windows) {
            if (!merged.isEmpty() && window.start() <= merged.getLast().end()) {
                Window last = merged.removeLast();
                merged.add(new Window(last.start(), Math.max(last.end(), window.end())));
            } else {
                merged.add(window);
            }
        }
        return merged;
    }

    private void link() throws IOException {
        long place = json.place();
        List<String> ends = new ArrayList<>();
        var told = new Object() {
            @Nullable
            Link link;
        };
        json.object("a link", field -> {
            switch (field) {
                case "between" -> json.list(field, () -> ends.add(json.text("an end of a link")));
                case "megabytesPerSecond" -> told.link = speed();
                default -> throw unknown("a link", field, "between and megabytesPerSecond");
            }
        });
        if (ends.size() != 2 || told.link == null) {
            throw WorkflowDraft.bad(place, "a link must name two machines and its megabytesPerSecond");
        }
        links.add(new Told(ends, told.link, place));
    }

    /** Bytes a second, from megabytes; to a thousandth of them. */
    private Link speed() throws IOException {
        long thousandths = json.quantity("megabytesPerSecond", Quantity.THOUSANDTHS);
        if (thousandths == 0) {
            throw json.notA("megabytesPerSecond", "a number above 0");
        }
        return Link.bytesPerSecond(thousandths * 1_000);
    }

    private Machines machines() {
        if (entries.isEmpty()) {
            throw new BadWorkflow("file", "there are no machines in it; give at least one");
        }
        List<Machine> machines = new ArrayList<>();
        List<List<Window>> busy = new ArrayList<>();
        List<Integer> groups = new ArrayList<>();
        for (int group = 0; group < entries.size(); group++) {
            Entry entry = entries.get(group);
            if (machines.size() + entry.count > MOST_MACHINES) {
                throw WorkflowDraft.bad(entry.place, "more than %d machines; use fewer".formatted(MOST_MACHINES));
            }
            for (int i = 0; i < entry.count; i++) {
                machines.add(new Machine(entry.counted ? entry.id + "-" + i : entry.id, entry.rate));
                busy.add(entry.busy);
                groups.add(group);
            }
        }
        Link[] self = new Link[entries.size()];
        Arrays.fill(self, Link.NONE);
        try {
            return Machines.grouped(
                            machines, groups.stream().mapToInt(group -> group).toArray(), between(), self)
                    .withBusy(busy);
        } catch (BadValue e) {
            throw new BadWorkflow("machines", "%s is %s, but %s".formatted(e.field(), e.value(), e.rule()));
        }
    }

    private Link[][] between() {
        Link[][] between = new Link[entries.size()][entries.size()];
        for (Link[] row : between) {
            Arrays.fill(row, usual);
        }
        Map<String, Integer> groups = new HashMap<>();
        for (int group = 0; group < entries.size(); group++) {
            Entry entry = entries.get(group);
            if (groups.put(entry.id, group) != null) {
                throw WorkflowDraft.bad(
                        entry.place, "machine \"%s\" already exists; give each machine its own id".formatted(entry.id));
            }
        }
        for (Told told : links) {
            int[] ends = told.ends.stream()
                    .mapToInt(end -> group(groups, end, told.place))
                    .toArray();
            between[ends[0]][ends[1]] = told.link;
            between[ends[1]][ends[0]] = told.link;
        }
        return between;
    }

    private static int group(Map<String, Integer> groups, String id, long place) {
        Integer group = groups.get(id);
        if (group == null) {
            throw WorkflowDraft.bad(place, "a link of machine \"%s\", which the file does not describe".formatted(id));
        }
        return group;
    }
}
