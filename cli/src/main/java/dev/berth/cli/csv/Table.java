package dev.berth.cli.csv;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.Iterator;
import java.util.Objects;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file with a header: one row at a time, columns in any order. A column is asked for by its place in the
 * {@link Header}, required columns first.
 */
public final class Table implements Closeable {
    private static final int LONGEST = 100;

    private final Source source;
    private final CsvReader<CsvRecord> reader;
    private final Iterator<CsvRecord> rows;
    private final Header header;
    private final int[] places;
    private final int width;
    private long line;
    private @Nullable CsvRecord row;

    public Table(Source source, Header header) {
        this.source = source;
        this.header = header;
        this.reader = CsvReader.builder()
                .allowExtraFields(true)
                .allowMissingFields(true)
                .ofCsvRecord(source.reader());
        this.rows = reader.iterator();
        CsvRecord first = read();
        if (first == null) {
            throw new BadInput(source.name() + ": is empty; the first line names the columns " + header);
        }
        this.places = header.match(source.name() + ":" + line + ": ", first.getFields());
        this.width = first.getFieldCount();
    }

    /** Goes to the next row; false at the end. */
    public boolean next() {
        row = read();
        if (row != null && row.getFieldCount() != width) {
            int fields = row.getFieldCount();
            throw new BadInput("%s:%d: has %d %s, but the header has %d"
                    .formatted(source.name(), line, fields, fields == 1 ? "field" : "fields", width));
        }
        return row != null;
    }

    private @Nullable CsvRecord read() {
        try {
            while (rows.hasNext()) {
                CsvRecord read = rows.next();
                line = read.getStartingLineNumber();
                if (read.getFieldCount() > 1 || !read.getField(0).isBlank()) {
                    return read;
                }
            }
            return null;
        } catch (CsvParseException e) {
            throw unreadable(
                    "is not CSV: " + Objects.requireNonNullElse(e.getCause(), e).getMessage());
        } catch (UncheckedIOException e) {
            throw switch (e.getCause()) {
                case CharacterCodingException cause -> unreadable("is not UTF-8 text");
                case ZipException cause -> unreadable("is not valid gzip: " + cause.getMessage());
                case EOFException cause -> unreadable("ends in the middle of the gzipped data");
                case null -> new Failed(source.name() + ": cannot be read");
                case IOException cause -> new Failed(source.name() + ": cannot be read", cause);
            };
        }
    }

    private BadInput unreadable(String why) {
        return new BadInput("%s: after line %d: %s".formatted(source.name(), line, why));
    }

    /** Whether the file has this optional column. */
    public boolean has(int column) {
        return places[column] >= 0;
    }

    public String text(int column) {
        if (row == null) {
            throw new IllegalStateException("no row");
        }
        return row.getField(places[column]);
    }

    /** A whole number, with nothing around it. */
    public long number(int column, String unit) {
        String text = text(column);
        if (!isWhole(text)) {
            throw bad(column, "is not a whole number of " + unit);
        }
        if (text.length() > LONGEST) {
            throw bad(column, "is too long; the largest number is " + Long.MAX_VALUE);
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw bad(column, "is too large; the largest number is " + Long.MAX_VALUE);
        }
    }

    /** Plain digits: not the signs and the digits of other scripts that Java would take as well. */
    private static boolean isWhole(String text) {
        int first = text.startsWith("-") ? 1 : 0;
        for (int i = first; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return text.length() > first;
    }

    /** The line of the current row, counted from 1. */
    public long line() {
        return line;
    }

    /** A complaint about a value of the current row. */
    public BadInput bad(int column, String complaint) {
        return new BadInput("%s:%d: column %s: \"%s\" %s"
                .formatted(source.name(), line, header.name(column), Shown.of(text(column)), complaint));
    }

    /** How far into the file the reading is, in bytes. */
    public long position() {
        return source.position();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
