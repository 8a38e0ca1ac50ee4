package dev.berth.cli.admit;

import dev.berth.cli.csv.Header;
import dev.berth.cli.csv.Source;
import dev.berth.cli.csv.Table;
import dev.berth.engine.model.Window;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code id,submit,ready,work,deadline} and, if wanted, {@code servers}, in the order of submit. */
public final class JobsFile implements Closeable {
    private static final int ID = 0;
    private static final int SUBMIT = 1;
    private static final int READY = 2;
    private static final int WORK = 3;
    private static final int DEADLINE = 4;
    private static final int SERVERS = 5;
    private static final Header HEADER =
            new Header(List.of("id", "submit", "ready", "work", "deadline"), List.of("servers"));
    private static final String UNIT = "seconds";

    private final Table table;
    private long submitBefore;

    public JobsFile(Source source) {
        this.table = new Table(source, HEADER);
    }

    /** The next row, or null at the end. */
    public @Nullable JobRow next() {
        if (!table.next()) {
            return null;
        }
        String id = table.text(ID);
        if (id.isBlank()) {
            throw table.bad(ID, "is empty; give the job an id");
        }
        return new JobRow(
                id,
                submit(),
                table.number(READY, UNIT),
                table.number(WORK, UNIT),
                table.number(DEADLINE, UNIT),
                table.has(SERVERS) ? table.number(SERVERS, "servers") : 1);
    }

    private long submit() {
        long submit = table.number(SUBMIT, UNIT);
        if (submit < 0 || submit >= Window.FOREVER) {
            throw table.bad(SUBMIT, "must be a time from 0 to " + (Window.FOREVER - 1));
        }
        if (submit < submitBefore) {
            throw table.bad(
                    SUBMIT,
                    "is before " + submitBefore + ", the submit time of the row above; sort the rows by submit");
        }
        submitBefore = submit;
        return submit;
    }

    /** How far into the file the reading is, in bytes. */
    long position() {
        return table.position();
    }

    @Override
    public void close() throws IOException {
        table.close();
    }
}
