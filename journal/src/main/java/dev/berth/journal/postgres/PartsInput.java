package dev.berth.journal.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;

/** A snapshot that is read part by part, over a connection of its own. */
final class PartsInput extends InputStream {
    private final Connection connection;
    private final PostgresSnapshots.Row row;
    private byte[] current = new byte[0];
    private int next;
    private int used;

    PartsInput(Connection connection, PostgresSnapshots.Row row) {
        this.connection = connection;
        this.row = row;
    }

    @Override
    public int read() throws IOException {
        return fill() ? current[used++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int some = Math.min(count, current.length - used);
        System.arraycopy(current, used, bytes, offset, some);
        used += some;
        return some;
    }

    private boolean fill() throws IOException {
        while (used == current.length) {
            if (next == row.parts()) {
                return false;
            }
            try {
                byte[] part = PostgresSnapshots.part(connection, row.id(), next++);
                if (part == null) {
                    throw new IOException("part " + (next - 1) + " of the snapshot is missing");
                }
                current = part;
                used = 0;
            } catch (SQLException e) {
                throw new IOException(e);
            }
        }
        return true;
    }

    @Override
    public void close() {
        Leadership.close(connection);
    }
}
