package dev.berth.soak.service;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The wall clock of a machine whose administrator, or whose time server, makes mistakes. */
public final class FaultyClock extends Clock {
    private volatile long offset;

    /** Takes lines, each a number of milliseconds to add to the real time, until there are no more. */
    public void obey(InputStream orders) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(orders, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            offset = Long.parseLong(line.strip());
        }
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public long millis() {
        return System.currentTimeMillis() + offset;
    }
}
