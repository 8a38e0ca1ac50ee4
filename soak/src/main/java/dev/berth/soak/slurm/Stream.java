package dev.berth.soak.slurm;

import dev.berth.sandbox.Sandbox;
import java.util.SplittableRandom;

/**
 * Small jobs without end, each on a node of its own. As people do, they ask for more time than they take: for 1, 2 or 4
 * minutes, of which they use up to half. Slurm counts limits in whole minutes, so that nothing smaller can be tried.
 */
final class Stream {
    /** Number of jobs that always wait, so that no node is idle for want of jobs. */
    private static final int WAITING = 12;

    private final Sandbox sandbox;
    private final SplittableRandom random;
    private int submitted;

    Stream(Sandbox sandbox, long seed) {
        this.sandbox = sandbox;
        this.random = new SplittableRandom(seed);
    }

    void fill() {
        long waiting = sandbox.run("squeue", "-h", "-t", "PENDING", "-o", "%A")
                .out()
                .lines()
                .count();
        for (long i = waiting; i < WAITING; i++) {
            int minutes = 1 << random.nextInt(3);
            int seconds = 5 + random.nextInt(minutes * 30 - 5);
            sandbox.run(
                            "sbatch",
                            "--partition=all",
                            "--exclusive",
                            "--time=" + minutes,
                            "--output=/dev/null",
                            "--wrap",
                            "sleep " + seconds)
                    .orThrow();
            submitted++;
        }
    }

    int started() {
        return submitted - WAITING;
    }
}
