package dev.berth.lab.experiment.singh;

import dev.berth.lab.workload.LublinJobs;
import dev.berth.lab.workload.RigidJob;
import dev.berth.lab.workload.swf.Trace;
import dev.berth.provision.besteffort.QueuedJob;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of others at a cluster, by submission (singh, section 5), in seconds: all of one copy of a log, and each of a
 * second copy, four weeks further on, with some probability, to raise the load. Without a log both copies are drawn after
 * Lublin and Feitelson, each from a seed of its own.
 */
public final class SinghLoad implements Iterator<QueuedJob> {
    /** From the begin of the first copy of a log to that of the second. */
    private static final long FOUR_WEEKS = 28 * 86_400;

    private final Iterator<RigidJob> first;
    private final Iterator<RigidJob> second;
    private final SplittableRandom coins;
    private final double probability;
    private final int processors;
    private final int percent;
    private @Nullable RigidJob nextOfFirst;
    private @Nullable RigidJob nextOfSecond;

    private SinghLoad(
            Iterator<RigidJob> first,
            Iterator<RigidJob> second,
            int processors,
            double probability,
            int percent,
            SplittableRandom coins) {
        this.first = first;
        this.second = second;
        this.processors = processors;
        this.probability = probability;
        this.percent = percent;
        this.coins = coins;
        nextOfFirst = first.hasNext() ? first.next() : null;
        nextOfSecond = tossed();
    }

    /**
     * Jobs without end.
     *
     * @param load of one copy
     * @param percent of its run time that a job is queued for
     */
    public static SinghLoad synthetic(int processors, double load, double probability, int percent, long seed) {
        return new SinghLoad(
                new LublinJobs(processors, load, 2 * seed),
                new LublinJobs(processors, load, 2 * seed + 1),
                processors,
                probability,
                percent,
                new SplittableRandom(seed));
    }

    /** The jobs of a log from a time on, counted from there. */
    public static SinghLoad of(Trace trace, long from, double probability, int percent, long seed) {
        return new SinghLoad(
                since(trace.jobs(), from),
                since(trace.jobs(), from + FOUR_WEEKS),
                trace.processors(),
                probability,
                percent,
                new SplittableRandom(seed));
    }

    private static Iterator<RigidJob> since(List<RigidJob> jobs, long from) {
        Stream<RigidJob> later = jobs.stream().filter(job -> job.submit() >= from);
        return later.map(job -> new RigidJob(job.submit() - from, job.processors(), job.runTime()))
                .iterator();
    }

    /** The next of the second copy that the coin is for. */
    private @Nullable RigidJob tossed() {
        while (probability > 0 && second.hasNext()) {
            RigidJob job = second.next();
            if (coins.nextDouble() < probability) {
                return job;
            }
        }
        return null;
    }

    @Override
    public boolean hasNext() {
        return nextOfFirst != null || nextOfSecond != null;
    }

    @Override
    public QueuedJob next() {
        RigidJob one = nextOfFirst;
        RigidJob other = nextOfSecond;
        if (one != null && (other == null || one.submit() <= other.submit())) {
            nextOfFirst = first.hasNext() ? first.next() : null;
            return queued(one);
        }
        if (other == null) {
            throw new NoSuchElementException("the log is over");
        }
        nextOfSecond = tossed();
        return queued(other);
    }

    private QueuedJob queued(RigidJob job) {
        return new QueuedJob(
                job.submit(), Math.min(processors, job.processors()), Math.max(1, job.runTime() * percent / 100));
    }
}
