package dev.berth.lab.experiment.zhao;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Work;
import dev.berth.engine.opportunistic.Stint;
import dev.berth.engine.opportunistic.Turn;
import dev.berth.lab.simulation.JobFeed;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.spare.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Run of a booked plan with opportunistic jobs beside it (zhao 4.2, the gaps): every slot is a reservation in a real book, a task
 * that ends early gives the rest of its slot back, and the queue of opportunistic jobs never runs dry. With whole machines booked
 * they are given back when the last task has ended.
 *
 * <p>The machines are the servers of one pool: how long a task runs on its machine is in the plan, and for the others only the
 * number of free servers counts. Opportunistic jobs take one server for 50 to 100 units, as Montage's tasks do, and keep what they
 * have done when they make way.
 *
 * @param tasks share of the servers' time up to the deadline in which tasks run
 * @param taken share in which opportunistic jobs run
 * @param done opportunistic jobs that were completed by the deadline
 * @param interruptions how often one made way
 */
record GapRun(double tasks, double taken, int done, int interruptions) {
    private static final String USER = "lab";

    /** @param times how long each task really runs; it is cut off at the end of its slot */
    static GapRun of(WorkflowProblem problem, Plan plan, long[] times, long seed) {
        return new Going(problem, plan, times).run(seed);
    }

    /** A run under way. */
    private static final class Going {
        private final WorkflowProblem problem;
        private final Plan plan;
        private final long[] times;
        private final JobFeed feed;
        /** Reservations that are given back, by when. */
        private final TreeMap<Long, List<ReservationId>> early = new TreeMap<>();

        private final Map<OpportunistId, Long> began = new HashMap<>();
        private double busy;
        private double taken;
        private int done;
        private int interruptions;

        Going(WorkflowProblem problem, Plan plan, long[] times) {
            this.problem = problem;
            this.plan = plan;
            this.times = times;
            feed = new JobFeed(
                    "earliest", List.of(new Pool("machines", problem.machines().size(), "1")));
        }

        GapRun run(long seed) {
            if (plan.wholeMachines()) {
                bookMachines();
            } else {
                bookSlots();
            }
            queue(new SplittableRandom(seed));
            follow(0);
            early.forEach((time, reservations) -> {
                follow(time);
                reservations.forEach(id -> count(feed.done(new Command.Finish(id))));
                follow(time);
            });
            follow(plan.deadline());
            for (Stint stint : feed.book().runningOpportunists()) {
                taken += plan.deadline() - stint.start();
            }
            double all = (double) problem.machines().size() * plan.deadline();
            return new GapRun(busy / all, taken / all, done, interruptions);
        }

        private void bookSlots() {
            for (int task = 0; task < plan.size(); task++) {
                long length = plan.end(task) - plan.start(task);
                if (length > 0) {
                    long used = Math.min(times[task], length);
                    busy += used;
                    book("t" + task, 1, plan.start(task), plan.end(task), plan.start(task) + used);
                }
            }
        }

        private void bookMachines() {
            WorkflowRun.Timed ran = WorkflowRun.timed(problem, plan, times);
            long last = 0;
            for (int task = 0; task < plan.size(); task++) {
                busy += Math.max(0, Math.min(ran.end(task), plan.deadline()) - ran.start(task));
                last = Math.max(last, Math.min(ran.end(task), plan.deadline()));
            }
            book("machines", problem.machines().size(), 0, plan.deadline(), last);
        }

        private void book(String name, int servers, long start, long end, long done) {
            Job job = new Job(
                    new JobId(name),
                    USER,
                    start,
                    end,
                    new Shape.Stay(servers, end - start),
                    Requirements.NONE,
                    Terms.NONE);
            if (!(feed.reserve(job) instanceof Decision.Accepted accepted)) {
                throw new IllegalStateException("the book did not accept the slot of " + name);
            }
            if (done < end) {
                early.computeIfAbsent(done, time -> new ArrayList<>())
                        .add(accepted.reservation().id());
            }
        }

        private void queue(SplittableRandom random) {
            long least = 50 * ZhaoWorkload.UNIT;
            long enough = problem.machines().size() * (plan.deadline() / least + 2);
            for (long job = 0; job < enough; job++) {
                Work work = new Work(random.nextLong(least, 100 * ZhaoWorkload.UNIT + 1));
                feed.done(new Command.QueueOpportunist(new JobId("o"), USER, 1, work, Requirements.NONE));
            }
        }

        private void follow(long to) {
            count(feed.advance(to));
        }

        private void count(Iterable<Event> events) {
            for (Event event : events) {
                if (event instanceof Event.Opportunistic opportunistic) {
                    count(opportunistic.turn());
                }
            }
        }

        private void count(Turn turn) {
            switch (turn) {
                case Turn.Began t -> began.put(t.opportunist(), t.at());
                case Turn.Preempted t -> {
                    interruptions++;
                    stop(t.opportunist(), t.at());
                }
                case Turn.Ended t -> {
                    done++;
                    stop(t.opportunist(), t.at());
                }
                case Turn.Queued t -> {}
                case Turn.Cancelled t -> {}
            }
        }

        private void stop(OpportunistId id, long at) {
            Long since = began.remove(id);
            if (since == null) {
                throw new IllegalStateException(id + " stops and has not begun");
            }
            taken += at - since;
        }
    }
}
