package dev.berth.lab.workload.gpu;

import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Share;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A job of a log with calendar times, in seconds, as the log has it.
 *
 * @param hosts nodes that it runs on at once
 * @param cards of all nodes
 * @param cores of all nodes; 0 if the log does not say
 */
record CalendarJob(long submitted, long started, long ended, long hosts, long cards, long cores) {
    private static final long MOST_CORES = 100_000;

    /** The task that it is, or nothing if it is left out; told are the oddities. */
    Optional<GpuTask> task(Consumer<GpuOddity> told) {
        Optional<GpuOddity> reason = reasonToSkip();
        if (reason.isPresent()) {
            told.accept(reason.get());
            return Optional.empty();
        }
        if (started < submitted) {
            told.accept(GpuOddity.STARTS_BEFORE_SUBMISSION);
        }
        if (cards % hosts != 0 || cores % hosts != 0) {
            told.accept(GpuOddity.UNEVEN);
        }
        GpuRequest request = new GpuRequest(
                1000 * (int) Math.ceilDiv(cores, hosts),
                0,
                (int) Math.ceilDiv(cards, hosts),
                cards == 0 ? 0 : Share.WHOLE);
        return Optional.of(new GpuTask(request, (int) hosts, Math.min(submitted, started), started, ended));
    }

    private Optional<GpuOddity> reasonToSkip() {
        if (ended < started) {
            return Optional.of(GpuOddity.ENDS_BEFORE_START);
        }
        if (cards <= 0 && cores <= 0) {
            return Optional.of(GpuOddity.NOTHING_ASKED);
        }
        if (hosts < 1
                || hosts > GpuTask.MOST_HOSTS
                || Math.ceilDiv(cards, hosts) > Parts.MOST_DEVICES
                || Math.ceilDiv(cores, hosts) > MOST_CORES) {
            return Optional.of(GpuOddity.TOO_WIDE);
        }
        return Optional.empty();
    }
}
