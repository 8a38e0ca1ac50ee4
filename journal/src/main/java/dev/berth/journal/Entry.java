package dev.berth.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * One record of a journal: what one transaction changed. Not compared by its body.
 *
 * @param number counts the entries of a journal upwards from 1, without gaps
 * @param time the time of the book it belongs to
 * @param kind how to read the body
 */
public record Entry(
        long number,
        long time,
        String kind,
        @SuppressWarnings("ArrayRecordComponent") byte[] body) {
    /** The check sum over all of it, the same in every journal that keeps it. */
    public long sum() {
        byte[] name = kind.getBytes(StandardCharsets.UTF_8);
        CRC32C sum = new CRC32C();
        sum.update(ByteBuffer.allocate(20)
                .putLong(number)
                .putLong(time)
                .putInt(name.length)
                .flip());
        sum.update(name);
        sum.update(body);
        return sum.getValue();
    }
}
