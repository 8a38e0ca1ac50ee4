package dev.berth.bench;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.lab.simulation.JobFeed;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.swf.SwfJob;
import dev.berth.lab.workload.swf.SwfReader;
import dev.berth.lab.workload.swf.SwfWorkload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Which share of the work of real logs is lost by {@code earliest} and by {@code level}, both starting as promised, and by
 * {@code prompt} and {@code level} with early starts? Book-ahead and slack are drawn uniformly from 0 up to a number of hours, as in castillo's
 * workload.
 *
 * <p>Arguments: logs in the Standard Workload Format.
 */
public final class EarlyStartsReport {
    private static final long HOUR = 3_600;
    private static final long[] BOOK_AHEAD = {0, 24, 336};
    private static final long[] SLACK = {2, 20, 200};

    private EarlyStartsReport() {}

    public static void main(String[] files) throws IOException {
        double[] logs = new double[2];
        int cells = 0;
        for (String file : files) {
            List<SwfJob> jobs = new ArrayList<>();
            int processors;
            try (SwfReader reader = SwfReader.open(Path.of(file))) {
                reader.forEachRemaining(jobs::add);
                processors = reader.processors().orElseThrow();
            }
            System.out.println(Path.of(file).getFileName() + ", " + jobs.size() + " jobs, " + processors + " servers");
            for (long ahead : BOOK_AHEAD) {
                for (long slack : SLACK) {
                    double earliest = loss(jobs, processors, "earliest", false, ahead, slack);
                    double level = loss(jobs, processors, "level", false, ahead, slack);
                    double better = Math.min(earliest, level);
                    double prompt = loss(jobs, processors, "prompt", true, ahead, slack);
                    double levelEarly = loss(jobs, processors, "level", true, ahead, slack);
                    logs[0] += Math.log(prompt / better);
                    logs[1] += Math.log(levelEarly / better);
                    cells++;
                    System.out.printf(
                            "%4d h ahead, %4d h slack: earliest %6.2f%%  level %6.2f%%"
                                    + "  early starts: prompt %6.2f%% (%.3f)  level %6.2f%% (%.3f)%n",
                            ahead,
                            slack,
                            100 * earliest,
                            100 * level,
                            100 * prompt,
                            prompt / better,
                            100 * levelEarly,
                            levelEarly / better);
                }
            }
        }
        System.out.printf(
                "geometric mean of the ratio to the better of both: prompt %.3f, level %.3f%n",
                Math.exp(logs[0] / cells), Math.exp(logs[1] / cells));
    }

    private static double loss(
            List<SwfJob> jobs, int processors, String policy, boolean earlyStarts, long ahead, long slack) {
        SplittableRandom random = new SplittableRandom(1);
        SplittableRandom slacks = new SplittableRandom(2);
        SwfWorkload workload = new SwfWorkload(
                jobs.iterator(), () -> random.nextLong(ahead * HOUR + 1), job -> slacks.nextLong(slack * HOUR + 1));
        Book book = new Book(policy, "direct", earlyStarts);
        book.submit(new Command.AddPool(new Pool("machine", processors, "1")));
        double asked = 0;
        double lost = 0;
        while (workload.hasNext()) {
            Arrival arrival = workload.next();
            Job job = arrival.job().whenFree();
            asked += JobFeed.work(job);
            book.submit(new Command.Advance(arrival.submit()));
            if (book.submit(new Command.Reserve(job)) instanceof Decision.Refused) {
                lost += JobFeed.work(job);
            }
        }
        return lost / asked;
    }
}
