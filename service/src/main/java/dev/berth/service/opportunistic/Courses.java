package dev.berth.service.opportunistic;

import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.opportunistic.Turn;
import dev.berth.service.report.Spent;
import dev.berth.service.report.UsageLedger;
import dev.berth.site.FactKeeper;
import dev.berth.site.Memory;
import dev.berth.site.Numbered;
import dev.berth.site.PastRecords;
import dev.berth.site.Pieces;
import dev.berth.site.Touched;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.site.codec.Codec;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The courses of opportunistic jobs by number: all that are open, and the latest of those that are over. */
public final class Courses implements FactKeeper<Course> {
    public static final String KIND = "opportunist";

    /** Jobs that are over, of one user and in all; each takes about 500 bytes. */
    private static final long SPENT_OF_ONE = 1_000;

    private static final long SPENT_IN_ALL = Memory.atMost(10_000 * 500L, 64) / 500;

    private static final long BYTES = 800;

    private final Numbered<Course> courses =
            new Numbered<>(new OfCourse(), new PastRecords(SPENT_OF_ONE, SPENT_IN_ALL));
    private final Overdue overdue = new Overdue();

    private static final class OfCourse implements Numbered.Traits<Course> {
        @Override
        public long number(Course course) {
            return course.opportunist();
        }

        @Override
        public String owner(Course course) {
            return course.user();
        }

        @Override
        public LongStream reservations(Course course) {
            return LongStream.empty();
        }

        @Override
        public boolean isOver(Course course) {
            return course.isOver();
        }

        @Override
        public long weight(Course course) {
            return 1;
        }
    }

    record All(List<Course> courses) {}

    /** The course of a job, as far as it is still known. */
    public Optional<Course> of(OpportunistId id) {
        return courses.get(id.number());
    }

    /** All that are known, by number. */
    public Collection<Course> all() {
        return courses.all();
    }

    /** The use by commands that run now, as entries of the ledger. */
    public static List<Spent> use(View view) {
        return view.facts(Courses.class).all().stream()
                .flatMap(course -> course
                        .running()
                        .map(start -> UsageLedger.opportunistic(
                                view,
                                course.user(),
                                start.pool(),
                                start.servers().size(),
                                start.began(),
                                Math.max(start.began(), view.now())))
                        .stream())
                .toList();
    }

    /** How many of a user are open. */
    long open(String user) {
        return courses.all().stream()
                .filter(course -> !course.isOver() && course.user().equals(user))
                .count();
    }

    /** The jobs whose commands may still use servers that others have. */
    public Overdue overdue() {
        return overdue;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Course> type() {
        return Course.class;
    }

    @Override
    public Undo apply(Course course, long time, String actor) {
        UndoLog undo = new UndoLog();
        undo.add(courses.set(course));
        undo.add(overdue.set(course, time));
        return undo;
    }

    /** Opens a course for whatever is queued, and takes down what the book did with it. */
    @Override
    public void follow(Transaction transaction, List<Event> events, List<Touched> touched) {
        for (Event event : events) {
            if (event instanceof Event.Opportunistic opportunistic) {
                follow(transaction, opportunistic.turn());
            }
        }
    }

    private void follow(Transaction transaction, Turn turn) {
        switch (turn) {
            case Turn.Queued t -> open(transaction, t.opportunist());
            case Turn.Began began -> {}
            case Turn.Preempted t -> leave(transaction, t.opportunist(), t.at());
            case Turn.Ended t -> end(transaction, t.opportunist(), Course.How.WORK_DONE, t.at());
            case Turn.Cancelled t -> end(transaction, t.opportunist(), Course.How.WITHDRAWN, transaction.now());
        }
    }

    private static void open(Transaction transaction, Opportunist job) {
        CourseLog.recorded(
                transaction,
                new Course(
                        job.id().number(),
                        job.user(),
                        job.job().name(),
                        job.servers(),
                        transaction.now(),
                        0,
                        Optional.empty(),
                        Optional.empty()));
    }

    private void leave(Transaction transaction, OpportunistId id, long at) {
        of(id).ifPresent(course -> CourseLog.left(transaction, course, at));
    }

    /** Whoever ended it on purpose has said so before. */
    private void end(Transaction transaction, OpportunistId id, Course.How how, long at) {
        leave(transaction, id, at);
        of(id).filter(course -> !course.isOver())
                .ifPresent(course ->
                        CourseLog.recorded(transaction, course.ended(new Course.End(how, Optional.empty(), at))));
    }

    @Override
    public long openBytes() {
        return BYTES * courses.open();
    }

    /** Nothing where there never was one, as in all snapshots from before there were courses. */
    @Override
    public Stream<byte[]> capture() {
        return courses.all().isEmpty()
                ? Stream.empty()
                : Pieces.of(List.copyOf(courses.all()), 500, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        courses.clear();
        pieces.forEachRemaining(
                piece -> courses.add(0, Codec.read(All.class, piece).courses()));
        overdue.restore(courses.all());
    }
}
