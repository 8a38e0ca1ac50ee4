package dev.berth.service.notice;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** Makes sockets that are closed at a deadline, for a library that makes its connections itself. */
final class WatchedSockets extends SocketFactory {
    private final DeliveryDeadline deadline;

    WatchedSockets(DeliveryDeadline deadline) {
        this.deadline = deadline;
    }

    @Override
    public Socket createSocket() {
        return deadline.watched(new Socket());
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return deadline.watched(new Socket(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return deadline.watched(new Socket(host, port, localHost, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return deadline.watched(new Socket(host, port));
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
            throws IOException {
        return deadline.watched(new Socket(address, port, localAddress, localPort));
    }
}
