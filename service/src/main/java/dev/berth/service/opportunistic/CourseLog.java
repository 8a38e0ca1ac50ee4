package dev.berth.service.opportunistic;

import dev.berth.engine.opportunistic.Stint;
import dev.berth.service.report.UsageLedger;
import dev.berth.site.Transaction;
import java.util.Optional;

/** Writes down what becomes of opportunistic jobs, and the server-hours that their commands used. */
public final class CourseLog {
    private CourseLog() {}

    /** Records that the command begins on the servers of a stint. */
    public static Course started(
            Transaction transaction, Course course, Stint stint, String runner, String host, String command) {
        return recorded(
                transaction,
                course.started(new Course.Start(
                        runner,
                        host,
                        command,
                        stint.pool(),
                        stint.servers(),
                        transaction.now(),
                        Optional.empty(),
                        Optional.empty())));
    }

    /** Records that the command of the latest start is over. */
    public static Course over(Transaction transaction, Course course) {
        Optional<Course.Start> open =
                course.start().filter(start -> start.over().isEmpty());
        if (open.isEmpty()) {
            return course;
        }
        course.running().ifPresent(start -> count(transaction, course, start, transaction.now()));
        return recorded(transaction, course.with(open.get().overAt(transaction.now())));
    }

    /** Records that the book took the servers of the job away, as far as its command was running there. */
    static Course left(Transaction transaction, Course course, long at) {
        return course.running()
                .map(start -> {
                    count(transaction, course, start, at);
                    return recorded(transaction, course.with(start.leftAt(at)));
                })
                .orElse(course);
    }

    /** Records how the job ended. */
    public static Course ended(Transaction transaction, Course course, Course.How how, Optional<Integer> code) {
        return recorded(transaction, course.ended(new Course.End(how, code, transaction.now())));
    }

    static Course recorded(Transaction transaction, Course course) {
        transaction.record(Courses.KIND, course);
        return course;
    }

    private static void count(Transaction transaction, Course course, Course.Start start, long until) {
        UsageLedger.opportunistic(
                transaction,
                course.user(),
                start.pool(),
                start.servers().size(),
                start.began(),
                Math.max(start.began(), until));
    }
}
