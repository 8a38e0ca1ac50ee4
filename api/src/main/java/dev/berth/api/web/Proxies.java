package dev.berth.api.web;

import dev.berth.api.connection.AddressRange;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses of clients behind proxies. Each proxy adds the address it was called from at the end of
 * {@code X-Forwarded-For} or {@code Forwarded} (RFC 7239), so the list is read from its end: as long as a trusted proxy
 * says so, the hop before it is believed. Entries that the client wrote itself stand further left and are never reached.
 */
final class Proxies {
    /** One hop of {@code Forwarded}: a comma or semicolon within quotes separates nothing. */
    private static final Pattern PARAMETER =
            Pattern.compile("\\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=(\"[^\"\\\\]*\"|[^,;\"\\s]*)\\s*([,;]|$)");

    private static final Pattern WITH_PORT = Pattern.compile("\\[(.*)](?::\\d+)?|(\\d+(?:\\.\\d+){3}):\\d+");
    private static final String UNKNOWN = "unknown";

    private final List<AddressRange> trusted;

    Proxies(List<AddressRange> trusted) {
        this.trusted = List.copyOf(trusted);
    }

    boolean isTrusted(InetAddress address) {
        return trusted.stream().anyMatch(network -> network.contains(address));
    }

    /**
     * The address of the client.
     *
     * @param peer who is connected
     * @param forwardedFor the values of {@code X-Forwarded-For} in the order they came
     * @param forwarded those of {@code Forwarded}
     */
    InetAddress client(InetAddress peer, List<String> forwardedFor, List<String> forwarded) {
        if (!isTrusted(peer)) {
            return peer;
        }
        if (forwardedFor.isEmpty() || forwarded.isEmpty()) {
            return nearest(peer, forwarded.isEmpty() ? hops(forwardedFor) : forwardedHops(forwarded));
        }
        // A proxy writes one of them and may pass the other on as the client wrote it. Which it is cannot be known.
        InetAddress one = nearest(peer, hops(forwardedFor));
        return one.equals(nearest(peer, forwardedHops(forwarded))) ? one : peer;
    }

    /** The last hop that no trusted proxy is at, as far as hops can be read. */
    private InetAddress nearest(InetAddress peer, List<String> hops) {
        InetAddress client = peer;
        for (String hop : hops.reversed()) {
            Optional<InetAddress> before = address(hop);
            if (before.isEmpty()) {
                return client;
            }
            client = before.get();
            if (!isTrusted(client)) {
                return client;
            }
        }
        return client;
    }

    private static List<String> hops(List<String> values) {
        return List.of(String.join(",", values).split(",", -1));
    }

    /** Addresses that the hops say they were called from; empty if the list cannot be read to its end. */
    private static List<String> forwardedHops(List<String> values) {
        List<String> hops = new ArrayList<>();
        Matcher matcher = PARAMETER.matcher(String.join(",", values));
        String from = UNKNOWN;
        int end = 0;
        while (matcher.find() && matcher.start() == end) {
            end = matcher.end();
            if (matcher.group(1).equalsIgnoreCase("for")) {
                from = matcher.group(2).replace("\"", "");
            }
            if (!matcher.group(3).equals(";")) {
                hops.add(from);
                from = UNKNOWN;
            }
        }
        return end == String.join(",", values).length() ? hops : List.of();
    }

    private static Optional<InetAddress> address(String hop) {
        String text = hop.strip();
        Matcher matcher = WITH_PORT.matcher(text);
        if (matcher.matches()) {
            text = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
        }
        return AddressRange.literal(text);
    }

    /** Key by which an address is counted; for IPv6 its network, because a client has all 2^64 addresses of it. */
    static String countedAs(InetAddress address) {
        return address instanceof Inet6Address ? new AddressRange(address, 64).toString() : address.getHostAddress();
    }
}
