package dev.berth.api.connection;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The open connections. When there are too many, from one address or in all, a newcomer takes the place of one that only
 * waits: first of those that have asked for nothing yet, then of those between two requests, the longest-waiting first, and
 * from the address with the most connections. It is turned away only if all are at work. So connections that are opened and
 * left alone crowd out one another, and not those who use theirs.
 */
public final class Connections implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final ConnectionLimits limits;
    private final List<AddressRange> proxies;
    private final int most;
    private final LongSupplier nanos;
    private final Map<SocketAddress, Connection> open = new HashMap<>();
    private final Map<ByteBuffer, Set<Connection>> bySource = new HashMap<>();
    private final Thread watch =
            Thread.ofPlatform().daemon().name("berth-connections").unstarted(this::watch);
    private boolean isClosed;

    Connections(ConnectionLimits limits, List<AddressRange> proxies, int most, LongSupplier nanos) {
        this.limits = limits;
        this.proxies = List.copyOf(proxies);
        this.most = most;
        this.nanos = nanos;
    }

    /**
     * Watches over connections from now on.
     *
     * @param proxies those through which many clients come: the limit for one address does not count for them
     */
    public static Connections watched(ConnectionLimits limits, List<AddressRange> proxies) {
        Connections connections =
                new Connections(limits, proxies, OpenFileLimit.connections(limits.most()), System::nanoTime);
        connections.watch.start();
        return connections;
    }

    public ConnectionLimits limits() {
        return limits;
    }

    /** Whether a connection that was just accepted may stay; if not, its acceptor closes it. */
    public synchronized boolean admits(Channel channel, SocketAddress remote) {
        if (isClosed) {
            return false;
        }
        Connection connection = new Connection(channel, remote, nanos, limits.firstRequest());
        Set<Connection> same = bySource.getOrDefault(connection.source(), Set.of());
        int ofThese = isProxy(remote) ? most : limits.perAddress();
        if (same.size() >= ofThese && !makeRoom(same, ofThese)) {
            return false;
        }
        if (open.size() >= most && !makeRoom(open.values(), most)) {
            return false;
        }
        Connection before = open.put(remote, connection);
        if (before != null) {
            forget(before);
        }
        bySource.computeIfAbsent(connection.source(), any -> new LinkedHashSet<>())
                .add(connection);
        return true;
    }

    /** The connection from an address and port; empty if it has been closed. */
    public synchronized Optional<Connection> from(SocketAddress remote) {
        return Optional.ofNullable(open.get(remote));
    }

    /** How many are open, as far as is known. */
    public synchronized int count() {
        return open.size();
    }

    private boolean makeRoom(Collection<Connection> among, int limit) {
        removeClosed(List.copyOf(among));
        if (among.size() < limit) {
            return true;
        }
        Optional<Connection> victim = among.stream()
                .filter(connection -> connection.phase() != Connection.Phase.BUSY)
                .min(Comparator.comparing(Connection::phase)
                        .thenComparingInt(connection -> -neighbours(connection))
                        .thenComparing((one, other) -> one.isOlderThan(other) ? -1 : other.isOlderThan(one) ? 1 : 0));
        victim.ifPresent(this::end);
        return victim.isPresent();
    }

    private boolean isProxy(SocketAddress remote) {
        return remote instanceof InetSocketAddress internet
                && proxies.stream().anyMatch(network -> network.contains(internet.getAddress()));
    }

    private int neighbours(Connection connection) {
        return bySource.getOrDefault(connection.source(), Set.of()).size();
    }

    /** Closes those whose time is over, and forgets those that have been closed. */
    synchronized void sweep() {
        List<Connection> all = List.copyOf(open.values());
        removeClosed(all);
        all.stream().filter(Connection::isOverdue).forEach(this::end);
    }

    private void removeClosed(Collection<Connection> some) {
        some.stream().filter(connection -> !connection.isOpen()).forEach(connection -> {
            open.remove(connection.remote(), connection);
            forget(connection);
        });
    }

    private void end(Connection connection) {
        open.remove(connection.remote(), connection);
        forget(connection);
        connection.close();
    }

    private void forget(Connection connection) {
        bySource.computeIfPresent(connection.source(), (source, connections) -> {
            connections.remove(connection);
            return connections.isEmpty() ? null : connections;
        });
    }

    private void watch() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.sleep(PAUSE);
                sweep();
            }
        } catch (InterruptedException e) {
            // Closed.
            Thread.currentThread().interrupt();
        }
    }

    /** Closes all of them, and admits no more: the web server forgets those that it accepted while it was being stopped. */
    @Override
    public void close() {
        watch.interrupt();
        synchronized (this) {
            isClosed = true;
            List.copyOf(open.values()).forEach(this::end);
        }
    }
}
