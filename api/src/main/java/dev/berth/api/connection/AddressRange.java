package dev.berth.api.connection;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** A range of addresses, written {@code 10.1.0.0/16}, {@code 2001:db8::/32}, or as one address. */
public record AddressRange(InetAddress address, int bits) {
    private static final Pattern FOUR = Pattern.compile("(\\d{1,3})(\\.\\d{1,3}){3}");
    private static final Pattern SIX = Pattern.compile("[0-9A-Fa-f:.]{2,45}");

    public AddressRange {
        if (bits < 0 || bits > 8 * address.getAddress().length) {
            throw new IllegalArgumentException(address.getHostAddress() + " has no prefix of " + bits + " bits");
        }
        address = prefix(address, bits);
    }

    public static AddressRange of(String text) {
        int slash = text.indexOf('/');
        InetAddress address = literal(slash < 0 ? text : text.substring(0, slash))
                .orElseThrow(() -> new IllegalArgumentException("not an address: " + text));
        return new AddressRange(
                address, slash < 0 ? 8 * address.getAddress().length : Integer.parseInt(text.substring(slash + 1)));
    }

    public boolean contains(InetAddress other) {
        return other.getAddress().length == address.getAddress().length
                && prefix(other, bits).equals(address);
    }

    /** The address that is written there; a name is none, so that nobody is asked about it. */
    public static Optional<InetAddress> literal(String text) {
        boolean isFour = FOUR.matcher(text).matches();
        if (!isFour && !(text.contains(":") && SIX.matcher(text).matches())) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(text));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private static InetAddress prefix(InetAddress address, int bits) {
        byte[] bytes = address.getAddress();
        for (int i = 0; i < bytes.length; i++) {
            int kept = Math.clamp(bits - 8L * i, 0, 8);
            bytes[i] &= (byte) (0xFF << (8 - kept));
        }
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(Arrays.toString(bytes), e);
        }
    }

    @Override
    public String toString() {
        return address.getHostAddress() + "/" + bits;
    }
}
