package dev.berth.wire;

import java.net.URI;

/** Where people find the service: with a scheme and a host, without a query, and without a slash at the end. */
public final class PublicAddress {
    private static final int LONGEST = 500;

    private PublicAddress() {}

    public static URI of(String text) {
        URI address = URI.create(text.replaceFirst("/+$", ""));
        boolean isWeb = "https".equals(address.getScheme()) || "http".equals(address.getScheme());
        if (!isWeb
                || text.length() > LONGEST
                || address.getHost() == null
                || address.getRawUserInfo() != null
                || address.getRawQuery() != null
                || address.getRawFragment() != null) {
            throw new IllegalArgumentException("not an address of a service");
        }
        return address;
    }

    /** Whether what is sent there cannot be read on the way. */
    public static boolean isSafe(URI address) {
        return "https".equals(address.getScheme())
                || ("http".equals(address.getScheme()) && Loopback.isName(address.getHost()));
    }
}
