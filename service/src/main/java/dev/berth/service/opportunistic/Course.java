package dev.berth.service.opportunistic;

import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import java.util.Optional;

/**
 * Course of an opportunistic job, beside what the book knows of it: how often its command was started, where it ran last, and
 * how it ended. As a fact: what is known of it from then on.
 *
 * @param opportunist its number
 * @param asked when it was queued
 * @param starts how often its command was started
 * @param start the latest start of its command; empty before the first
 * @param end empty until it is over
 */
public record Course(
        long opportunist,
        String user,
        String name,
        int servers,
        long asked,
        int starts,
        Optional<Start> start,
        Optional<End> end) {
    /** How an opportunistic job ended. */
    public enum How {
        /** Its command ended by itself. */
        EXITED,
        /** It has had the servers for all of its work. */
        WORK_DONE,
        /** It was withdrawn by its owner or an operator. */
        WITHDRAWN,
        /** Its runner was silent for too long. */
        LOST,
        /** Its command failed after Linux had killed processes of it because it had no memory left. */
        OUT_OF_MEMORY
    }

    /** The end of the job. {@code code} is the exit code of its command, if it was told. */
    public record End(How how, Optional<Integer> code, long at) {}

    /**
     * One start of the command.
     *
     * @param runner a name that its runner made up
     * @param host where it runs, as the runner calls it
     * @param command what it is called, without its arguments, which may be secret
     * @param left when the book took its servers away before its runner said that the command is over
     * @param over when its runner said that the command is over
     */
    public record Start(
            String runner,
            String host,
            String command,
            PoolId pool,
            ServerSet servers,
            long began,
            Optional<Long> left,
            Optional<Long> over) {
        /** Whether the command may run, and has its servers. */
        public boolean isRunning() {
            return left.isEmpty() && over.isEmpty();
        }

        /** Whether the command may still run although its servers belong to somebody else. */
        boolean isOverdue() {
            return left.isPresent() && over.isEmpty();
        }

        Start leftAt(long time) {
            return new Start(runner, host, command, pool, servers, began, Optional.of(time), over);
        }

        Start overAt(long time) {
            return new Start(runner, host, command, pool, servers, began, left, Optional.of(time));
        }
    }

    public boolean isOver() {
        return end.isPresent();
    }

    /** The start whose command may run now, and has its servers. */
    public Optional<Start> running() {
        return start.filter(Start::isRunning);
    }

    /** How often its command was stopped and started again. */
    public int restarts() {
        return Math.max(0, starts - 1);
    }

    Course started(Start next) {
        return new Course(opportunist, user, name, servers, asked, starts + 1, Optional.of(next), end);
    }

    Course with(Start changed) {
        return new Course(opportunist, user, name, servers, asked, starts, Optional.of(changed), end);
    }

    Course ended(End how) {
        return new Course(opportunist, user, name, servers, asked, starts, start, Optional.of(how));
    }
}
