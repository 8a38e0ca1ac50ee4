package dev.berth.cli.csv;

/** Takes the fields of a row. */
@FunctionalInterface
public interface RowWriter {
    void write(String... fields);
}
