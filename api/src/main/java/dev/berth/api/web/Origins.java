package dev.berth.api.web;

import dev.berth.api.Relay;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where requests come from, also if a proxy or another instance of the site has passed them on.
 *
 * @param isPublicTls whether people find the site at an address with https
 */
record Origins(Proxies proxies, Relay relay, boolean isPublicTls) {
    /** Address by which a client is counted. */
    String address(ServerRequest request) {
        return address(request, Proxies::countedAs);
    }

    /** Where a client is, for the log. */
    String client(ServerRequest request) {
        return address(request, InetAddress::getHostAddress);
    }

    private String address(ServerRequest request, Function<InetAddress, String> written) {
        return relay.client(name -> request.headers().first(HeaderNames.create(name)))
                .orElseGet(() -> peer(request)
                        .map(peer -> written.apply(proxies.client(
                                peer,
                                request.headers().all(HeaderNames.X_FORWARDED_FOR, List::of),
                                request.headers().all(HeaderNames.FORWARDED, List::of))))
                        .orElseGet(() -> request.remotePeer().host()));
    }

    /** Whether another instance of the site passes a request on. */
    boolean isRelayed(ServerRequest request) {
        return relay.client(name -> request.headers().first(HeaderNames.create(name)))
                .isPresent();
    }

    /** Whether browsers speak TLS, to us or to a proxy: one that is trusted says so, or the address of the site does. */
    boolean isSecure(ServerRequest request) {
        return isPublicTls
                || request.isSecure()
                || (peer(request).filter(proxies::isTrusted).isPresent()
                        && request.headers()
                                .first(HeaderNames.X_FORWARDED_PROTO)
                                .filter("https"::equalsIgnoreCase)
                                .isPresent());
    }

    private static Optional<InetAddress> peer(ServerRequest request) {
        return request.remotePeer().address() instanceof InetSocketAddress peer
                ? Optional.ofNullable(peer.getAddress())
                : Optional.empty();
    }
}
