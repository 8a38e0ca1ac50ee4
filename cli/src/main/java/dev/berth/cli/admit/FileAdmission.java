package dev.berth.cli.admit;

import dev.berth.cli.console.ShownProgress;
import dev.berth.cli.csv.RowWriter;
import dev.berth.cli.replay.Replay;
import dev.berth.cli.replay.Summary;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.lab.simulation.BookPolicy;
import java.util.List;

/** The way of a file of jobs through a book. One unit of the book's time is one second. */
final class FileAdmission {
    private static final int ROWS_PER_REPORT = 1024;

    private final Placements placements;
    private final Replay replay;

    FileAdmission(BookPolicy scheduler, List<Pool> pools, RowWriter out) {
        this.placements = new Placements(out);
        this.replay = new Replay(scheduler, pools, 1, placements::happened);
    }

    Summary run(JobsFile jobs, ShownProgress progress) {
        long rows = 0;
        for (JobRow request = jobs.next(); request != null; request = jobs.next()) {
            decide(request);
            if (++rows % ROWS_PER_REPORT == 0) {
                progress.to(jobs.position());
            }
        }
        replay.finish();
        return replay.summary();
    }

    private void decide(JobRow request) {
        Job job;
        try {
            job = request.job();
        } catch (BadValue e) {
            replay.refuseUnseen(request.submit(), request.work(), request.servers());
            placements.refused(request.id(), "bad-value: " + e.getMessage());
            return;
        }
        switch (replay.decide(request.submit(), job)) {
            case Decision.Accepted accepted -> placements.accepted(accepted.reservation());
            case Decision.Refused refused ->
                placements.refused(request.id(), refused.refusal().code());
            case Decision.Report report -> throw new IllegalStateException("not an answer to a job: " + report);
        }
    }
}
