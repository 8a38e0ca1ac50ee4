package dev.berth.cli.workflow.run;

import dev.berth.workflow.model.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the tasks of a booked plan: each in its slot, after all that it needs. Tells the service what becomes of them, so that
 * the rest is planned anew: earlier where a task is done early, later where one fails or takes longer.
 */
public final class PlanRun {
    private static final Duration LOOK = Duration.ofMillis(500);
    /** A large plan takes a while to be told; it is asked for rarely enough not to burden the service. */
    private static final int LOOK_SHARE = 10;
    /** A start that is this near is not worth another plan. */
    private static final Duration SOON = Duration.ofSeconds(2);

    /** More time than this is asked for at once, so that it is not asked for all the time. */
    private static final Duration LEAST_MORE = Duration.ofSeconds(2);

    private static final int MOST_LOST_SLOTS = 10;

    private final Workflow workflow;
    private final PlanClient plan;
    private final TaskStarter starter;
    private final BlockingQueue<TaskEvent> events;
    private final PlanProgress progress;
    private final int retries;
    private final TaskState[] states;
    private final int[] failures;
    private final int[] lostSlots;
    private final Map<Integer, RunningTask> running = new HashMap<>();
    /** Tasks that will be asked to end soon, unless they get more time. */
    private final Set<Integer> nearlyOver = new TreeSet<>();

    private @Nullable PlanState state;
    private boolean isGivenBack;

    PlanRun(
            Workflow workflow,
            PlanClient plan,
            TaskStarter starter,
            BlockingQueue<TaskEvent> events,
            PlanProgress progress,
            int retries) {
        this.workflow = workflow;
        this.plan = plan;
        this.starter = starter;
        this.events = events;
        this.progress = progress;
        this.retries = retries;
        this.states = new TaskState[workflow.size()];
        Arrays.fill(states, TaskState.WAITING);
        this.failures = new int[workflow.size()];
        this.lostSlots = new int[workflow.size()];
    }

    /** How it came out. */
    enum Outcome {
        DONE,
        FAILED,
        STOPPED
    }

    /** Whether the service knows that no slot is needed any more. */
    boolean isGivenBack() {
        return isGivenBack;
    }

    /** Runs all tasks; nothing of them is left when this returns. */
    Outcome run() throws InterruptedException {
        Outcome outcome = Outcome.STOPPED;
        try {
            outcome = untilTheEnd();
            return outcome;
        } finally {
            isGivenBack = outcome == Outcome.DONE || plan.cancel();
            stopAll();
            progress.end();
        }
    }

    private Outcome untilTheEnd() throws InterruptedException {
        while (true) {
            long begun = System.nanoTime();
            plan.state().ifPresent(now -> state = now);
            long pause = Math.max(LOOK.toNanos(), LOOK_SHARE * (System.nanoTime() - begun));
            askForMore();
            if (!startWhatIsDue()) {
                return Outcome.FAILED;
            }
            progress.show(states, this::slot);
            if (isDone()) {
                return Outcome.DONE;
            }
            TaskEvent event = events.poll(pause, TimeUnit.NANOSECONDS);
            while (event != null) {
                switch (event) {
                    case TaskEvent.Stopped stopped -> {
                        return Outcome.STOPPED;
                    }
                    case TaskEvent.NeedsMoreTime needs -> nearlyOver.add(needs.task());
                    case TaskEvent.Ended ended -> {
                        if (!ended(ended)) {
                            return Outcome.FAILED;
                        }
                    }
                }
                event = events.poll();
            }
        }
    }

    private boolean isDone() {
        for (TaskState state : states) {
            if (state != TaskState.DONE) {
                return false;
            }
        }
        return true;
    }

    private String id(int task) {
        return workflow.task(task).id();
    }

    private Optional<TaskSlotState> slot(int task) {
        return state == null ? Optional.empty() : state.slot(id(task));
    }

    private boolean hasAllItNeeds(int task) {
        for (int k = 0; k < workflow.inDegree(task); k++) {
            if (states[workflow.from(workflow.inEdge(task, k))] != TaskState.DONE) {
                return false;
            }
        }
        return true;
    }

    /** Starts every task whose slot has begun and whose predecessors are done; false if one cannot be saved. */
    private boolean startWhatIsDue() throws InterruptedException {
        boolean moved = false;
        for (int task : workflow.order()) {
            Optional<TaskSlotState> slot = slot(task);
            if (states[task] != TaskState.WAITING || !hasAllItNeeds(task) || slot.isEmpty()) {
                continue;
            }
            if (slot.get().reservation().isEmpty() || slot.get().isFinished()) {
                // It takes no time and only joins others, or an earlier run has done it.
                states[task] = TaskState.DONE;
            } else if (slot.get().isRunning()) {
                if (!isTaken(slot.get())) {
                    start(task, slot.get());
                }
            } else if (!slot.get().isWaiting() && !moved) {
                // Its slot has ended or is gone before what it needs was there. Every new plan moves others, too.
                if (!anotherSlot(task)) {
                    return false;
                }
                moved = true;
            }
        }
        return true;
    }

    /** Whether another task still runs on the whole server of a slot. */
    private boolean isTaken(TaskSlotState slot) {
        return running.keySet().stream()
                .map(this::slot)
                .flatMap(Optional::stream)
                .anyMatch(other -> other.isShared() && other.reservation().equals(slot.reservation()));
    }

    private void start(int task, TaskSlotState slot) {
        states[task] = TaskState.RUNNING;
        running.put(task, starter.start(task, slot));
        progress.say("%s runs in %s of pool %s".formatted(id(task), slot.reservation(), slot.pool()));
    }

    private boolean anotherSlot(int task) throws InterruptedException {
        if (++lostSlots[task] > MOST_LOST_SLOTS) {
            progress.say("%s lost its slot %d times; the workflow is given up".formatted(id(task), MOST_LOST_SLOTS));
            return false;
        }
        return replanned(task, "%s lost its slot and gets another one".formatted(id(task)));
    }

    private boolean replanned(int task, String words) throws InterruptedException {
        Optional<String> refused = plan.failed(id(task));
        if (refused.isPresent()) {
            progress.say("%s gets no other slot, so the workflow is given up: %s".formatted(id(task), refused.get()));
            return false;
        }
        progress.say(words);
        return true;
    }

    /** Takes in that a task has ended; false if the workflow cannot go on. */
    private boolean ended(TaskEvent.Ended ended) throws InterruptedException {
        int task = ended.task();
        RunningTask was = running.remove(task);
        nearlyOver.remove(task);
        String log = was == null ? "" : "; its output is in " + was.log();
        if (ended.code() == 0 && !ended.wasCutShort()) {
            states[task] = TaskState.DONE;
            progress.say(id(task) + " is done");
            plan.finished(id(task), somethingWaitsFor(task));
            return true;
        }
        failures[task]++;
        String why = ended.wasCutShort() ? "its time was over" : "exit code " + ended.code();
        if (failures[task] > retries) {
            states[task] = TaskState.FAILED;
            progress.say("%s failed, %s%s".formatted(id(task), why, log));
            return false;
        }
        states[task] = TaskState.WAITING;
        // Its old slot is not to be seen as its new one.
        state = null;
        return replanned(
                task,
                "%s failed, %s%s; try %d of %d follows".formatted(id(task), why, log, failures[task] + 1, retries + 1));
    }

    /** Tasks that need a task, or its whole server. */
    private Set<Integer> waitingFor(int task) {
        Set<Integer> waiting = new TreeSet<>();
        for (int k = 0; k < workflow.outDegree(task); k++) {
            waiting.add(workflow.to(workflow.outEdge(task, k)));
        }
        Optional<TaskSlotState> own = slot(task).filter(TaskSlotState::isShared);
        for (int other = 0; own.isPresent() && other < states.length; other++) {
            if (slot(other)
                    .filter(slot -> slot.reservation().equals(own.get().reservation()))
                    .isPresent()) {
                waiting.add(other);
            }
        }
        return waiting;
    }

    /** Whether a task could start now that would otherwise wait for its slot. */
    private boolean somethingWaitsFor(int task) {
        PlanState seen = state;
        if (seen == null) {
            return false;
        }
        Instant soon = seen.now().plus(SOON);
        for (int next : waitingFor(task)) {
            if (states[next] == TaskState.WAITING
                    && hasAllItNeeds(next)
                    && slot(next)
                            .filter(slot -> slot.isWaiting() && slot.start().isAfter(soon))
                            .isPresent()) {
                return true;
            }
        }
        return false;
    }

    /** Asks for more time for what will not be done by the end of its slot. */
    private void askForMore() throws InterruptedException {
        for (int task : List.copyOf(nearlyOver)) {
            Optional<TaskSlotState> slot = slot(task);
            if (slot.isPresent()) {
                nearlyOver.remove(task);
                if (slot.get().isRunning()) {
                    askForMore(task, slot.get());
                }
            }
        }
    }

    /** A quarter of its time more, beyond the spare time that is used up. */
    private void askForMore(int task, TaskSlotState slot) throws InterruptedException {
        Duration quarter = Duration.between(slot.start(), slot.end()).dividedBy(4);
        Duration more = Duration.between(slot.expectedEnd(), slot.end())
                .plus(LEAST_MORE)
                .plus(quarter);
        Optional<String> refused = plan.overrun(id(task), more);
        progress.say(
                refused.isPresent()
                        ? "%s takes longer and gets no more time: %s".formatted(id(task), refused.get())
                        : "%s takes longer; it has more time, and the rest is planned anew".formatted(id(task)));
    }

    private void stopAll() throws InterruptedException {
        running.values().forEach(task -> task.stop().run());
        while (!running.isEmpty()) {
            if (events.take() instanceof TaskEvent.Ended ended) {
                running.remove(ended.task());
            }
        }
    }
}
