package dev.berth.api.web;

import dev.berth.api.connection.Connections;
import io.helidon.common.socket.SocketOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The door of the web server: it sets the options of each connection it accepts before it does anything else with it, and
 * closes the connection if that fails. So this is where connections are counted and turned away.
 */
final class AcceptedSockets implements SocketOptions {
    private final SocketOptions options;
    private final Connections connections;

    AcceptedSockets(SocketOptions options, Connections connections) {
        this.options = options;
        this.connections = connections;
    }

    @Override
    public void configureSocket(SocketChannel socket) {
        try {
            if (!connections.admits(socket, socket.getRemoteAddress())) {
                throw new IllegalStateException("too many connections");
            }
        } catch (IOException e) {
            // It has hung up already.
            throw new UncheckedIOException(e);
        }
        options.configureSocket(socket);
    }

    @Override
    public void configureSocket(Socket socket) {
        options.configureSocket(socket);
    }

    @Override
    public Map<SocketOption<?>, Object> socketOptions() {
        return options.socketOptions();
    }

    @Override
    public Duration connectTimeout() {
        return options.connectTimeout();
    }

    @Override
    public Duration readTimeout() {
        return options.readTimeout();
    }

    @Override
    public Optional<Integer> socketReceiveBufferSize() {
        return options.socketReceiveBufferSize();
    }

    @Override
    public Optional<Integer> socketSendBufferSize() {
        return options.socketSendBufferSize();
    }

    @Override
    public boolean socketReuseAddress() {
        return options.socketReuseAddress();
    }

    @Override
    public boolean socketKeepAlive() {
        return options.socketKeepAlive();
    }

    @Override
    public boolean tcpNoDelay() {
        return options.tcpNoDelay();
    }
}
