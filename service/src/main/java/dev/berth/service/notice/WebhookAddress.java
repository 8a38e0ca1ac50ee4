package dev.berth.service.notice;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;

/** Which addresses webhooks may have: by default none through which a user could reach into the network of the service. */
final class WebhookAddress {
    static final String RULE = "must be an https address such as https://example.org/berth";

    private WebhookAddress() {}

    /** The address, or an {@link IllegalArgumentException} if it is none for a webhook. */
    static URI checked(String text, boolean isPrivateAllowed) {
        try {
            URI uri = new URI(text);
            boolean isGood = "https".equals(uri.getScheme()) || (isPrivateAllowed && "http".equals(uri.getScheme()));
            if (!isGood
                    || uri.getHost() == null
                    || uri.getRawUserInfo() != null
                    || uri.getRawFragment() != null
                    || uri.getPort() == 0
                    || uri.getPort() > 65_535
                    || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
                throw new IllegalArgumentException(RULE);
            }
            return uri;
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(RULE, e);
        }
    }

    /** The address to connect to; what was checked is what is used, so a name that resolves differently later gains nothing. */
    static InetAddress resolved(URI uri, boolean isPrivateAllowed) throws IOException {
        String host = uri.getHost().replaceAll("[\\[\\]]", "");
        InetAddress[] all;
        try {
            all = InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw new IOException("Unknown host " + host, e);
        }
        for (InetAddress address : all) {
            if (!isPrivateAllowed && !isPublic(address)) {
                throw new IOException(host + " is in a private network; operators can allow this in site.yaml");
            }
        }
        return all[0];
    }

    static boolean isPublic(InetAddress address) {
        if (address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()) {
            return false;
        }
        byte[] bytes = address.getAddress();
        int first = bytes[0] & 0xff;
        int second = bytes[1] & 0xff;
        if (address instanceof Inet6Address) {
            // Only 2000::/3 is given out, less 2002::/16 and 2001::/32, which hold addresses of version 4.
            boolean isTunnel = (first == 0x20 && second == 0x02)
                    || (first == 0x20 && second == 0x01 && bytes[2] == 0 && bytes[3] == 0);
            return (first & 0xe0) == 0x20 && !isTunnel;
        }
        boolean isShared = first == 100 && (second & 0xc0) == 64;
        boolean isSpecial = first == 0
                || first >= 240
                || (first == 192 && second == 0 && (bytes[2] == 0 || bytes[2] == 2))
                || (first == 198 && (second & 0xfe) == 18);
        return !isShared && !isSpecial;
    }
}
