package dev.berth.journal.sqlite;

/**
 * The one door between a journal and what it is kept on. Every step that may fail, be torn by a crash or take long goes
 * through it under the name of its {@link CrashPoint}. It stands below {@link dev.berth.journal.Journal}: a journal kept elsewhere has its
 * own points and the same door.
 */
public interface Disk {
    /** The disk there is. */
    Disk REAL = new Disk() {
        @Override
        public <T, E extends Exception> T at(CrashPoint point, Call<T, E> call) throws E {
            return call.run();
        }
    };

    /** Takes the step. */
    <T, E extends Exception> T at(CrashPoint point, Call<T, E> call) throws E;

    /** One step. */
    @FunctionalInterface
    interface Call<T, E extends Exception> {
        T run() throws E;
    }
}
