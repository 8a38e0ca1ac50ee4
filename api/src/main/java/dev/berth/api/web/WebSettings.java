package dev.berth.api.web;

import dev.berth.api.connection.AddressRange;
import dev.berth.api.connection.ConnectionLimits;
import dev.berth.wire.tls.Tls;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Settings of the listener.
 *
 * @param address where people find the service; empty if it has not been set
 * @param trustedProxies whose word on the address of a client is taken
 * @param bodyBytes length of the longest body that is read
 */
public record WebSettings(
        InetSocketAddress listen,
        Optional<Tls> tls,
        Optional<URI> address,
        List<AddressRange> trustedProxies,
        ConnectionLimits connections,
        int bodyBytes) {
    public WebSettings {
        trustedProxies = List.copyOf(trustedProxies);
    }
}
