package dev.berth.lab.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Runs the cells of an experiment on several threads. Each finished cell is kept on disk at once, so that a run that was
 * interrupted goes on where it stopped. Results depend on the cells alone, not on the threads. Experiments that one runner
 * runs share their {@link KnownRun}s.
 */
public final class ExperimentRunner {
    private final int threads;
    private final SharedRuns shared = new SharedRuns();

    public ExperimentRunner(int threads) {
        this.threads = threads;
    }

    /** Told how many of how many cells are done. */
    @FunctionalInterface
    public interface Progress {
        void done(int cells, int of);
    }

    /**
     * Runs what is not finished yet and returns the results of all cells by their keys.
     *
     * @param measures what a cell yields
     * @param kept where finished cells are kept until all are done; deleted then
     * @param settings all that results depend on, the version of the program included
     * @throws UnfinishedRun if cells of other settings are kept there
     */
    public <R> Map<String, R> run(List<Cell<R>> cells, Class<R> measures, Path kept, String settings, Progress progress)
            throws IOException, InterruptedException {
        Map<String, R> results = finished(cells, measures, kept, settings);
        try (KeptCells<R> file = KeptCells.open(kept, settings)) {
            runRest(cells, measures, results, file, progress);
            file.delete();
        }
        return results;
    }

    /** Runs the share of one part, and keeps it for a run of all. */
    public <R> void run(
            CellShare part, List<Cell<R>> cells, Class<R> measures, Path kept, String settings, Progress progress)
            throws IOException, InterruptedException {
        List<Cell<R>> share = part.share(cells);
        try (KeptCells<R> file = KeptCells.open(part.file(kept), settings)) {
            runRest(share, measures, finished(share, measures, kept, settings), file, progress);
        }
    }

    /**
     * The results of those cells that are finished, here or in parts, by their keys.
     *
     * @throws UnfinishedRun if cells of other settings are kept there
     */
    public static <R> Map<String, R> finished(List<Cell<R>> cells, Class<R> measures, Path kept, String settings)
            throws IOException {
        Map<String, R> all = KeptCells.withParts(kept, measures, settings);
        Map<String, R> results = new ConcurrentHashMap<>();
        for (Cell<R> cell : cells) {
            R result = all.get(cell.key());
            if (result != null) {
                results.put(cell.key(), result);
            }
        }
        return results;
    }

    private <R> void runRest(
            List<Cell<R>> cells, Class<R> measures, Map<String, R> results, KeptCells<R> file, Progress progress)
            throws IOException, InterruptedException {
        progress.done(results.size(), cells.size());
        List<Cell<R>> left =
                cells.stream().filter(cell -> !results.containsKey(cell.key())).toList();
        runAll(left, measures, cells.size(), results, file, progress);
    }

    private <R> void runAll(
            List<Cell<R>> cells,
            Class<R> measures,
            int of,
            Map<String, R> results,
            KeptCells<R> file,
            Progress progress)
            throws IOException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().daemon().factory());
        try {
            CompletionService<Map.Entry<String, R>> finished = new ExecutorCompletionService<>(pool);
            cells.forEach(cell -> finished.submit(() -> Map.entry(cell.key(), shared.result(cell.work(), measures))));
            for (int i = 0; i < cells.size(); i++) {
                Map.Entry<String, R> cell = finished.take().get();
                results.put(cell.getKey(), cell.getValue());
                file.add(cell.getKey(), cell.getValue());
                progress.done(results.size(), of);
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a run failed: " + e.getCause(), e.getCause());
        } finally {
            // What has begun is let go on to its end, so that nothing runs on behind the caller's back.
            pool.shutdownNow();
            pool.awaitTermination(1, TimeUnit.HOURS);
        }
    }
}
