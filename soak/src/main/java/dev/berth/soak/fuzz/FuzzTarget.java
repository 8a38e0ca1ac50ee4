package dev.berth.soak.fuzz;

import java.util.List;

/**
 * A reader under attack. Reading returns normally when the input is accepted, and also when it is refused in the way that
 * the reader documents; every other exception is a finding.
 */
public interface FuzzTarget extends AutoCloseable {
    /** Names the target, its corpus and its findings. */
    String name();

    /** Words of the language that is read, to be inserted at random. */
    default List<String> words() {
        return List.of();
    }

    void read(byte[] input) throws Exception;

    @Override
    default void close() {}
}
