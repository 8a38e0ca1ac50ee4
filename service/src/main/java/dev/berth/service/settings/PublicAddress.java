package dev.berth.service.settings;

import java.net.URI;

/** Where people find the service: with a scheme and a host, without a query, and without a slash at the end. */
final class PublicAddress {
    private static final int LONGEST = 500;

    private PublicAddress() {}

    static URI of(String text) {
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
}
