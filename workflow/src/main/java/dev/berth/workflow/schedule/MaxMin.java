package dev.berth.workflow.schedule;

import dev.berth.workflow.model.Problem;
import java.util.List;

/**
 * Max-Min, level by level as singh uses it (section 5.2): of the tasks of a level, the one whose earliest end is latest
 * goes where it has that end, then the next; after what the machine was given before. Long tasks so come first.
 */
final class MaxMin implements Scheduler {
    @Override
    public String name() {
        return "max-min";
    }

    @Override
    public Schedule schedule(Problem problem) {
        Draft draft = new Draft(problem);
        for (List<Integer> level : LevelTasks.of(problem.workflow(), draft)) {
            new Level(problem, draft, level).place();
        }
        return draft.toSchedule();
    }

    /** A task's earliest end changes only if its best machine is given another task: only then is it looked for anew. */
    private static final class Level {
        private final Problem problem;
        private final Draft draft;
        private final int[] tasks;
        private final long[][] ready;
        private final int[] machine;
        private final long[] start;
        private final long[] end;
        private int size;

        Level(Problem problem, Draft draft, List<Integer> level) {
            this.problem = problem;
            this.draft = draft;
            tasks = level.stream().mapToInt(Integer::intValue).toArray();
            size = tasks.length;
            ready = new long[size][problem.machines().size()];
            machine = new int[size];
            start = new long[size];
            end = new long[size];
            for (int at = 0; at < size; at++) {
                draft.dataReady(tasks[at], ready[at]);
                find(at);
            }
        }

        private void find(int at) {
            int task = tasks[at];
            end[at] = Long.MAX_VALUE;
            for (int on = 0; on < ready[at].length; on++) {
                long from = draft.append(task, on, ready[at][on]);
                if (from + problem.time(task, on) < end[at]) {
                    machine[at] = on;
                    start[at] = from;
                    end[at] = from + problem.time(task, on);
                }
            }
        }

        void place() {
            while (size > 0) {
                int latest = 0;
                for (int at = 1; at < size; at++) {
                    if (end[at] > end[latest] || (end[at] == end[latest] && tasks[at] < tasks[latest])) {
                        latest = at;
                    }
                }
                int on = machine[latest];
                draft.place(tasks[latest], on, start[latest]);
                replaceByLast(latest);
                for (int at = 0; at < size; at++) {
                    if (machine[at] == on) {
                        find(at);
                    }
                }
            }
        }

        private void replaceByLast(int at) {
            size--;
            tasks[at] = tasks[size];
            ready[at] = ready[size];
            machine[at] = machine[size];
            start[at] = start[size];
            end[at] = end[size];
        }
    }
}
