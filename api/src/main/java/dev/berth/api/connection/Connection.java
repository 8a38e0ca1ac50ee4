package dev.berth.api.connection;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * One connection of a client, and how long it may go on as it is. The thread that serves it says what it is doing; {@link
 * Connections} closes it when its time is over.
 */
public final class Connection {
    /** Phases of a connection, in the order in which connections are closed to make room for others. */
    enum Phase {
        /** No request has come yet. */
        NEW,
        /** Between requests. */
        IDLE,
        /** A request or its answer is under way. */
        BUSY
    }

    private static final long NEVER = Long.MAX_VALUE;

    private final Channel channel;
    private final SocketAddress remote;
    private final LongSupplier nanos;
    private volatile Phase phase = Phase.NEW;
    private volatile long since;
    /** From {@code since} on, in nanoseconds. */
    private volatile long allowed;

    Connection(Channel channel, SocketAddress remote, LongSupplier nanos, Duration firstRequest) {
        this.channel = channel;
        this.remote = remote;
        this.nanos = nanos;
        this.since = nanos.getAsLong();
        this.allowed = firstRequest.toNanos();
    }

    SocketAddress remote() {
        return remote;
    }

    /**
     * Where it comes from: an IPv4 address, or the network of an IPv6 address (its first half, which is what one customer
     * of a provider gets). Empty where clients have no addresses.
     */
    ByteBuffer source() {
        if (!(remote instanceof InetSocketAddress internet)) {
            return ByteBuffer.allocate(0);
        }
        byte[] address = internet.getAddress().getAddress();
        return ByteBuffer.wrap(address, 0, Math.min(address.length, Long.BYTES));
    }

    Phase phase() {
        return phase;
    }

    /** Longer in its phase than another. */
    boolean isOlderThan(Connection other) {
        return since - other.since < 0;
    }

    /** It is at work and takes as long as it takes. */
    public void busy() {
        now(Phase.BUSY, NEVER);
    }

    /** It is at work, and something must happen within this time. */
    public void busy(Duration most) {
        now(Phase.BUSY, most.toNanos());
    }

    /** It has been answered and may ask again within this time. */
    public void idle(Duration most) {
        now(Phase.IDLE, most.toNanos());
    }

    private void now(Phase next, long most) {
        // In this order nobody sees an old start with a new, shorter time.
        allowed = NEVER;
        since = nanos.getAsLong();
        phase = next;
        allowed = most;
    }

    boolean isOverdue() {
        long most = allowed;
        return most != NEVER && nanos.getAsLong() - since > most;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Hangs up, without a word and without waiting for anybody. */
    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // Closed all the same.
        }
    }
}
