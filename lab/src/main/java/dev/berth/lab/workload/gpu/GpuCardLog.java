package dev.berth.lab.workload.gpu;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Pool;
import dev.berth.lab.workload.swf.JobLog;
import dev.berth.lab.workload.swf.Oddities;
import dev.berth.lab.workload.swf.Oddity;
import dev.berth.lab.workload.swf.SwfJob;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A trace of a GPU cluster as a log of rigid jobs: a card is a processor, a share of one as well, and jobs without a card are left out. A
 * trace does not state how large its machine is; it is taken to have as many cards as were in use at once.
 */
public final class GpuCardLog implements JobLog {
    private static final int COMPLETED = 1;

    private final GpuTrace trace;
    private final Iterator<GpuTask> tasks;
    private final OptionalInt given;
    private final int processors;
    private final Map<Oddity, Long> counts = new EnumMap<>(Oddity.class);
    private long number;
    private long read;
    private @Nullable SwfJob upcoming;

    /** @param given processors of the machine; empty for as many as were in use at once */
    public GpuCardLog(GpuTrace trace, OptionalInt given) {
        if (given.isPresent() && (given.getAsInt() < 1 || given.getAsInt() > Pool.MOST_SERVERS)) {
            throw new BadValue("processors", given.getAsInt(), "must be from 1 to " + Pool.MOST_SERVERS);
        }
        this.trace = trace;
        this.given = given;
        this.processors = Math.min(Pool.MOST_SERVERS, given.orElseGet(trace::mostCards));
        this.tasks = trace.tasks().iterator();
        this.upcoming = advance();
    }

    @Override
    public OptionalInt processors() {
        return processors == 0 ? OptionalInt.empty() : OptionalInt.of(processors);
    }

    @Override
    public boolean statesProcessors() {
        return given.isPresent();
    }

    @Override
    public Oddities oddities() {
        return new Oddities(read, counts);
    }

    @Override
    public String words() {
        List<String> lines = new ArrayList<>();
        lines.add(read + " jobs read, " + (oddities().skipped() + trace.skipped()) + " skipped");
        trace.oddityWords().lines().forEach(line -> lines.add("  " + line));
        oddities().words().lines().skip(1).forEach(lines::add);
        if (lines.size() > 1) {
            lines.set(0, lines.getFirst() + ":");
        }
        lines.add("a GPU counts as a server"
                + (given.isPresent() ? "" : ", and the machine has as many as were in use at once: " + processors));
        return String.join("\n", lines);
    }

    @Override
    public boolean hasNext() {
        return upcoming != null;
    }

    @Override
    public SwfJob next() {
        SwfJob job = upcoming;
        if (job == null) {
            throw new NoSuchElementException(trace.name() + " has no more jobs");
        }
        upcoming = advance();
        return job;
    }

    private @Nullable SwfJob advance() {
        while (tasks.hasNext()) {
            GpuTask task = tasks.next();
            number++;
            int cards = task.cards();
            if (cards == 0) {
                counts.merge(Oddity.NO_PROCESSORS, 1L, Long::sum);
            } else if (cards > processors) {
                counts.merge(Oddity.TOO_WIDE, 1L, Long::sum);
            } else {
                read++;
                return new SwfJob(
                        number,
                        task.created(),
                        task.started() - task.created(),
                        task.length(),
                        cards,
                        cards,
                        task.length(),
                        -1,
                        COMPLETED);
            }
        }
        return null;
    }

    @Override
    public void close() {
        // All of it is in memory.
    }
}
