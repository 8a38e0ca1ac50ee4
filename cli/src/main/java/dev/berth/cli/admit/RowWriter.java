package dev.berth.cli.admit;

/** Takes the fields of a row. */
@FunctionalInterface
interface RowWriter {
    void write(String... fields);
}
