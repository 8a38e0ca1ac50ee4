package dev.berth.wire.tls;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * TLS sockets over connections that were accepted already, which close these with themselves. The web server asks for
 * sockets that leave them open: each would be lost until the garbage collector finds it, and closing would wait for the
 * client.
 *
 * <p>It also has a way without sockets, over channels. That one looks up the name of every client's address before the
 * handshake, in a native call that holds a carrier of virtual threads: a few connections from addresses whose name server
 * does not answer would stop the service.
 */
final class ServerSockets extends SSLSocketFactory {
    private final SSLSocketFactory inner;

    private ServerSockets(SSLSocketFactory inner) {
        this.inner = inner;
    }

    /** The same context, whose sockets close the connection below them. */
    static SSLContext closing(SSLContext context) {
        return new SSLContext(new Delegating(context), context.getProvider(), context.getProtocol()) {};
    }

    @Override
    public Socket createSocket(Socket accepted, @Nullable InputStream consumed, boolean autoClose) throws IOException {
        return inner.createSocket(accepted, consumed, true);
    }

    @Override
    public Socket createSocket(Socket accepted, String host, int port, boolean autoClose) throws IOException {
        return inner.createSocket(accepted, host, port, true);
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return inner.createSocket(host, port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return inner.createSocket(host, port, local, localPort);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return inner.createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return inner.createSocket(host, port, local, localPort);
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return inner.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return inner.getSupportedCipherSuites();
    }

    /** All else as the inner context does it. */
    private static final class Delegating extends SSLContextSpi {
        private final SSLContext inner;

        Delegating(SSLContext inner) {
            this.inner = inner;
        }

        @Override
        protected void engineInit(
                KeyManager @Nullable [] keys, TrustManager @Nullable [] trusted, @Nullable SecureRandom random)
                throws KeyManagementException {
            inner.init(keys, trusted, random);
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return new ServerSockets(inner.getSocketFactory());
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return inner.getServerSocketFactory();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return inner.createSSLEngine();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return inner.createSSLEngine(host, port);
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return inner.getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return inner.getClientSessionContext();
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return inner.getDefaultSSLParameters();
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return inner.getSupportedSSLParameters();
        }
    }
}
