package dev.berth.journal.sqlite;

import java.nio.file.FileSystemException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * A disk that goes wrong at the n-th step, and remembers which steps were taken. One step at a time, also of several
 * threads, so that what is there between two of them is what a crash would leave.
 */
public final class FaultyDisk implements Disk {
    /** Faults of the disk. */
    public enum Fault {
        FULL,
        IO_ERROR,
        READ_ONLY,
        /** The step is done, and an error is reported all the same. */
        IO_ERROR_AFTERWARDS,
        /** The step is held up while others go on. */
        DELAY
    }

    /** Sees the disk between steps. */
    public interface Watcher {
        void before(int step, CrashPoint point);

        void after(int step, CrashPoint point);
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final List<CrashPoint> taken = new ArrayList<>();
    /** Where a fault was injected. */
    private final Set<CrashPoint> hit = EnumSet.noneOf(CrashPoint.class);

    private Watcher watcher = new Watcher() {
        @Override
        public void before(int step, CrashPoint point) {}

        @Override
        public void after(int step, CrashPoint point) {}
    };
    private boolean isArmed;
    private int from;
    private int to;
    private int second;
    private Fault fault = Fault.FULL;

    /** From now on steps are counted, from 0; none goes wrong. */
    public FaultyDisk arm() {
        return arm(Integer.MAX_VALUE, Fault.FULL, false);
    }

    /** From now on steps are counted, and the n-th goes wrong; if it lasts, all that follow until {@link #repair}. */
    public FaultyDisk arm(int n, Fault what, boolean lasts) {
        lock.lock();
        try {
            taken.clear();
            isArmed = true;
            from = n;
            to = lasts ? Integer.MAX_VALUE : n;
            second = n;
            fault = what;
            return this;
        } finally {
            lock.unlock();
        }
    }

    /** Another step that goes wrong, such as one that deals with the first. */
    public FaultyDisk and(int other) {
        second = other;
        return this;
    }

    public FaultyDisk watch(Watcher who) {
        watcher = who;
        return this;
    }

    /** No fault any more. */
    public void repair() {
        lock.lock();
        try {
            isArmed = false;
        } finally {
            lock.unlock();
        }
    }

    public List<CrashPoint> taken() {
        lock.lock();
        try {
            return List.copyOf(taken);
        } finally {
            lock.unlock();
        }
    }

    public Set<CrashPoint> hit() {
        return hit;
    }

    @Override
    public <T, E extends Exception> T at(CrashPoint point, Call<T, E> call) throws E {
        boolean isHeldUp;
        lock.lock();
        try {
            isHeldUp = isArmed && fault == Fault.DELAY && taken.size() >= from && taken.size() <= to;
            if (isHeldUp) {
                hit.add(point);
            }
        } finally {
            lock.unlock();
        }
        if (isHeldUp) {
            pause();
        }
        lock.lock();
        try {
            if (!isArmed) {
                return call.run();
            }
            int step = taken.size();
            taken.add(point);
            watcher.before(step, point);
            boolean isHit = (step >= from && step <= to) || step == second;
            T result = isHit && fault != Fault.DELAY ? goWrong(point, call) : call.run();
            watcher.after(step, point);
            return result;
        } finally {
            lock.unlock();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(3);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private <T, E extends Exception> T goWrong(CrashPoint point, Call<T, E> call) throws E {
        hit.add(point);
        // What fails to be closed is closed nevertheless.
        if (fault == Fault.IO_ERROR_AFTERWARDS || point == CrashPoint.DISCONNECT) {
            T result = call.run();
            if (result instanceof AutoCloseable open) {
                try {
                    open.close();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
        }
        throw FaultyDisk.<E>asDeclared(point.kind() == CrashPoint.Kind.SQL ? sql() : file());
    }

    private SQLException sql() {
        SQLiteErrorCode code = switch (fault) {
            case FULL -> SQLiteErrorCode.SQLITE_FULL;
            case READ_ONLY -> SQLiteErrorCode.SQLITE_READONLY;
            default -> SQLiteErrorCode.SQLITE_IOERR_FSYNC;
        };
        return new SQLiteException("injected " + fault, code);
    }

    private Exception file() {
        return new FileSystemException(
                "injected",
                null,
                switch (fault) {
                    case FULL -> "No space left on device";
                    case READ_ONLY -> "Read-only file system";
                    default -> "Input/output error";
                });
    }

    /** A step fails with the exception of its kind, which is the one that it declares. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Exception> E asDeclared(Exception e) {
        return (E) e;
    }
}
