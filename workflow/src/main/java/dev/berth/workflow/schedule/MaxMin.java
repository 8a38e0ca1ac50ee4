package dev.berth.workflow.schedule;

import dev.berth.workflow.model.Cancelled;
import dev.berth.workflow.model.WorkflowProblem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Max-Min, level by level as singh uses it (section 5.2): of the tasks of a level, the one whose earliest end is latest
 * goes where it has that end, then the next; after what the machine was given before. Long tasks so come first. Of equal
 * ends, the task with the greater sum of times and data arrivals over the machines, then the one given first.
 *
 * <p>A task that takes no longer anywhere, and whose data comes no later, than another's cannot come before that one. So the
 * tasks of a level are put into chains in which each holds back the next, and only the first of every chain is looked at:
 * on machines that differ only in rate, tasks with the same data are one chain.
 */
final class MaxMin implements Scheduler {
    private static final int MOST_CHAINS_TRIED = 256;

    @Override
    public String name() {
        return "max-min";
    }

    @Override
    public Schedule schedule(WorkflowProblem problem) {
        ScheduleDraft draft = new ScheduleDraft(problem);
        for (List<Integer> level : LevelTasks.of(problem.workflow(), draft)) {
            new Level(problem, draft, level).place();
        }
        return draft.toSchedule();
    }

    /** A task of a level, when its data is where, and where it ends earliest. */
    private static final class Candidate {
        static final Comparator<Candidate> HEAVIEST_FIRST = Comparator.<Candidate>comparingLong(
                        candidate -> -candidate.weight)
                .thenComparingInt(candidate -> candidate.task);

        private final int task;
        private final long[] ready;
        private final long[] time;
        private final long weight;
        private int machine;
        private long start;
        private long end;
        private @Nullable Candidate next;

        Candidate(WorkflowProblem problem, ScheduleDraft draft, int task) {
            this.task = task;
            ready = new long[problem.machines().size()];
            time = new long[ready.length];
            draft.dataReady(task, ready);
            long sum = 0;
            for (int on = 0; on < ready.length; on++) {
                time[on] = problem.time(task, on);
                sum += ready[on] + time[on];
            }
            weight = sum;
        }

        /** True if the other can nowhere end later than this one. */
        boolean holdsBack(Candidate other) {
            for (int on = 0; on < ready.length; on++) {
                if (ready[on] < other.ready[on] || time[on] < other.time[on]) {
                    return false;
                }
            }
            return true;
        }

        boolean isBefore(Candidate other) {
            return end > other.end || (end == other.end && HEAVIEST_FIRST.compare(this, other) < 0);
        }
    }

    /** A task's earliest end changes only if its best machine is given another task: only then is it looked for again. */
    private static final class Level {
        private final WorkflowProblem problem;
        private final ScheduleDraft draft;
        private final List<Candidate> heads = new ArrayList<>();

        Level(WorkflowProblem problem, ScheduleDraft draft, List<Integer> tasks) {
            this.problem = problem;
            this.draft = draft;
            List<Candidate> sorted = new ArrayList<>();
            for (int task : tasks) {
                sorted.add(new Candidate(problem, draft, task));
            }
            sorted.sort(Candidate.HEAVIEST_FIRST);
            List<Candidate> tails = new ArrayList<>();
            for (Candidate candidate : sorted) {
                chain(candidate, tails);
            }
            heads.forEach(this::find);
        }

        private void chain(Candidate candidate, List<Candidate> tails) {
            for (int at = 0; at < Math.min(tails.size(), MOST_CHAINS_TRIED); at++) {
                if (tails.get(at).holdsBack(candidate)) {
                    tails.set(at, candidate).next = candidate;
                    return;
                }
            }
            heads.add(candidate);
            tails.add(candidate);
        }

        private void find(Candidate candidate) {
            candidate.end = Long.MAX_VALUE;
            for (int on = 0; on < candidate.ready.length; on++) {
                long start = draft.append(candidate.task, on, candidate.ready[on]);
                long end = start + problem.time(candidate.task, on);
                if (end < candidate.end) {
                    candidate.machine = on;
                    candidate.start = start;
                    candidate.end = end;
                }
            }
        }

        /** Puts the next of the chain in the place of its first; if there is none, the last chain. */
        private void advance(int at, Candidate placed) {
            Candidate next = placed.next;
            if (next != null) {
                next.machine = placed.machine;
                heads.set(at, next);
            } else {
                heads.set(at, heads.getLast());
                heads.removeLast();
            }
        }

        void place() {
            while (!heads.isEmpty()) {
                Cancelled.check();
                int latest = 0;
                for (int at = 1; at < heads.size(); at++) {
                    latest = heads.get(at).isBefore(heads.get(latest)) ? at : latest;
                }
                Candidate placed = heads.get(latest);
                draft.place(placed.task, placed.machine, placed.start);
                advance(latest, placed);
                for (Candidate head : heads) {
                    if (head.machine == placed.machine) {
                        find(head);
                    }
                }
            }
        }
    }
}
