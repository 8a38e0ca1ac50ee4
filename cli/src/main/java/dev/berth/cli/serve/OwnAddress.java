package dev.berth.cli.serve;

import dev.berth.cli.console.BadInput;
import dev.berth.server.settings.SiteSettings;
import dev.berth.wire.tls.Tls;
import dev.berth.wire.tls.TlsIdentity;
import dev.berth.wire.tls.UnusableCertificate;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where other instances and people reach this one. */
final class OwnAddress {
    private static final Pattern GIVEN =
            Pattern.compile("(https?://(?:[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:]+]))(:[0-9]{1,5})?/?");

    private OwnAddress() {}

    /** That of the only site, as given or as in its settings. */
    static String of(SiteSettings settings, Optional<String> given) {
        return given.map(text -> matched(text).group().replaceFirst("/$", "")).orElseGet(() -> usual(settings));
    }

    /** That of one of several sites: each has a port of its own. */
    static String ofOne(SiteSettings settings, Optional<String> given) {
        return given.map(text -> host(text) + ":" + settings.listen().getPort()).orElseGet(() -> usual(settings));
    }

    /**
     * The address to tell people: one that the certificate is good for, because their programs refuse any other. What the site
     * is said to be called comes first, then where it listens, then the name of this host, then the first name there is.
     */
    static String shown(SiteSettings settings, int port) {
        String listening = RunningService.address(settings, port);
        List<String> names = settings.tls().map(OwnAddress::names).orElse(List.of());
        Optional<URI> known = settings.address().filter(address -> names.contains(address.getHost()));
        if (names.isEmpty() || known.isPresent()) {
            return known.map(URI::toString).orElse(listening);
        }
        String here = settings.listen().getHostString();
        String name = names.contains(here)
                ? here
                : names.stream()
                        .filter(each -> each.equals(hostName()))
                        .findFirst()
                        .orElse(names.getFirst());
        return "https://%s:%d".formatted(name.indexOf(':') < 0 ? name : "[" + name + "]", port);
    }

    private static List<String> names(Tls tls) {
        try {
            return TlsIdentity.read(tls).names();
        } catch (UnusableCertificate e) {
            // Said when it is used; it may be on its way to be renewed.
            return List.of();
        }
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "";
        }
    }

    /**
     * Checks an address for several sites.
     *
     * @throws BadInput if it has a port
     */
    static String host(String given) {
        Matcher matched = matched(given);
        if (matched.group(2) != null) {
            throw new BadInput("--address: \"" + given
                    + "\" must have no port if --config is a directory, because each site has its own; write "
                    + matched.group(1));
        }
        return matched.group(1);
    }

    private static Matcher matched(String given) {
        Matcher matched = GIVEN.matcher(given);
        if (!matched.matches()) {
            throw new BadInput("--address: \"" + given + "\" must be such as https://a.example.org:8443");
        }
        return matched;
    }

    private static String usual(SiteSettings settings) {
        String listening = RunningService.address(settings, settings.listen().getPort());
        try {
            return settings.listen().getAddress() != null
                            && settings.listen().getAddress().isAnyLocalAddress()
                    ? listening.replaceFirst(
                            "//.*:", "//" + InetAddress.getLocalHost().getHostName() + ":")
                    : listening;
        } catch (UnknownHostException e) {
            throw new BadInput("The name of this host is not known; give --address");
        }
    }
}
