package dev.berth.engine.book;

import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Work;
import java.util.SplittableRandom;

/** Requests for the next round and opportunistic jobs, drawn from a seed, for books of which some pools have hosts. */
final class RandomQueueing {
    private final SplittableRandom random;

    RandomQueueing(SplittableRandom random) {
        this.random = random;
    }

    Command next(Book book, Job job) {
        if (book.rounds().isEmpty()) {
            return new Command.SetRounds(rounds());
        }
        return switch (random.nextInt(8)) {
            case 0 -> new Command.CancelOpportunist(new OpportunistId(1 + random.nextInt(20)));
            case 1 -> new Command.FinishOpportunist(new OpportunistId(1 + random.nextInt(20)));
            case 2, 3, 4 ->
                new Command.QueueOpportunist(
                        new JobId("o" + book.now()),
                        "ann",
                        1 + random.nextInt(2),
                        new Work(1 + random.nextInt(25)),
                        random.nextInt(3) == 0 ? Requirements.pool("p" + random.nextInt(3)) : Requirements.NONE);
            default -> new Command.Enqueue(job, new Priority(1 + random.nextInt(12)));
        };
    }

    private Rounds rounds() {
        Sorting[] sortings = Sorting.values();
        return new Rounds(
                1 + random.nextInt(10),
                new Rules(
                        random.nextInt(5),
                        1 + random.nextInt(2),
                        sortings[random.nextInt(sortings.length)],
                        random.nextInt(4) == 0 ? new Excess.Discard() : new Excess.Defer(1 + random.nextInt(3))));
    }
}
