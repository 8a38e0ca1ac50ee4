package dev.berth.api.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.Channel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Connections that stay, make room or are closed, with a clock that is set by hand. */
class ConnectionsTest {
    private static final ConnectionLimits LIMITS =
            new ConnectionLimits(4, 3, Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(30));

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final Connections connections =
            new Connections(LIMITS, List.of(AddressRange.of("198.51.100.0/24")), LIMITS.most(), nanos::get);
    private int port = 1_000;

    /** A line that is either open or not. */
    private static final class Line implements Channel {
        private final SocketAddress remote;
        private boolean open = true;

        Line(SocketAddress remote) {
            this.remote = remote;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }
    }

    private Line line(String address) {
        try {
            return new Line(new InetSocketAddress(InetAddress.getByName(address), port++));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private Line admitted(String address) {
        Line line = line(address);
        pass(Duration.ofMillis(1));
        assertThat(connections.admits(line, line.remote)).isTrue();
        return line;
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        connections.sweep();
    }

    private Connection of(Line line) {
        return connections.from(line.remote).orElseThrow();
    }

    /** The web server was seen to leave a connection open for ever that it had accepted while it was stopped. */
    @Test
    void close_hangsUpOnAll_andAdmitsNobody() {
        Line idle = admitted("192.0.2.1");
        Line busy = admitted("192.0.2.2");
        of(busy).busy();
        connections.close();
        assertThat(idle.open).isFalse();
        assertThat(busy.open).isFalse();
        Line late = line("192.0.2.3");
        assertThat(connections.admits(late, late.remote)).isFalse();
    }

    @Test
    void whoAsksForNothingIsHungUpOn() {
        Line silent = admitted("192.0.2.1");
        Line asking = admitted("192.0.2.1");
        of(asking).busy();
        pass(Duration.ofSeconds(11));
        assertThat(silent.open).isFalse();
        assertThat(asking.open).isTrue();
        assertThat(connections.count()).isEqualTo(1);
        pass(Duration.ofDays(1));
        assertThat(asking.open).as("takes as long as it takes").isTrue();
        of(asking).idle(LIMITS.idle());
        pass(Duration.ofSeconds(59));
        assertThat(asking.open).isTrue();
        pass(Duration.ofSeconds(2));
        assertThat(asking.open).as("has not asked again").isFalse();
    }

    @Test
    void whatDoesNotGetOnIsHungUpOn() {
        Line stalled = admitted("192.0.2.1");
        for (int i = 0; i < 10; i++) {
            of(stalled).busy(LIMITS.stalled());
            pass(Duration.ofSeconds(29));
            assertThat(stalled.open).isTrue();
        }
        pass(Duration.ofSeconds(2));
        assertThat(stalled.open).isFalse();
    }

    @Test
    void fromOneAddress_theSilentMakeRoomFirst() {
        Line user = admitted("192.0.2.1");
        of(user).idle(LIMITS.idle());
        Line first = admitted("192.0.2.1");
        Line second = admitted("192.0.2.1");
        Line third = admitted("192.0.2.1");
        assertThat(first.open).as("the longest silent").isFalse();
        assertThat(user.open && second.open && third.open).isTrue();
        of(second).busy();
        of(third).busy();
        Line fourth = admitted("192.0.2.1");
        assertThat(user.open).as("idle, and all else is at work").isFalse();
        of(fourth).busy();
        Line fifth = line("192.0.2.1");
        assertThat(connections.admits(fifth, fifth.remote))
                .as("all are at work")
                .isFalse();
        assertThat(admitted("192.0.2.2").open).as("another address").isTrue();
    }

    @Test
    void inAll_theAddressWithTheMostMakesRoom() {
        Line lone = admitted("192.0.2.9");
        Line first = admitted("192.0.2.1");
        Line second = admitted("192.0.2.1");
        Line third = admitted("192.0.2.1");
        admitted("192.0.2.2");
        assertThat(first.open).isFalse();
        assertThat(lone.open && second.open && third.open).isTrue();
        assertThat(connections.count()).isEqualTo(4);
    }

    @Test
    void whatWasClosedTakesNoRoom() {
        Line first = admitted("192.0.2.1");
        Line second = admitted("192.0.2.1");
        of(second).busy();
        Line third = admitted("192.0.2.1");
        of(first).busy();
        of(third).busy();
        second.close();
        assertThat(admitted("192.0.2.1").open).isTrue();
        assertThat(first.open && third.open).isTrue();
    }

    @Test
    void aTrustedProxyMayHaveThemAll() {
        for (int i = 0; i < LIMITS.most(); i++) {
            of(admitted("198.51.100.7")).busy();
        }
        Line another = line("198.51.100.7");
        assertThat(connections.admits(another, another.remote)).isFalse();
    }

    @Test
    void anIpv6NetworkIsOneAddress() {
        for (int i = 1; i <= 3; i++) {
            of(admitted("2001:db8::" + i)).busy();
        }
        Line neighbour = line("2001:db8::4");
        assertThat(connections.admits(neighbour, neighbour.remote)).isFalse();
        assertThat(admitted("2001:db8:0:1::1").open).isTrue();
    }

    @Test
    void noMoreConnectionsThanFiles() {
        assertThat(OpenFileLimit.connections(4_096, 1_048_576)).isEqualTo(4_096);
        assertThat(OpenFileLimit.connections(4_096, 1_024)).isEqualTo(768);
        assertThat(OpenFileLimit.connections(4_096, 100)).isEqualTo(16);
        assertThat(OpenFileLimit.connections(4_096, -1)).as("unknown").isEqualTo(4_096);
        assertThat(OpenFileLimit.connections(1)).isEqualTo(1);
    }
}
