package dev.berth.wire;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A server as people know it.
 *
 * @param name unique in its pool; without commas, because lists of names are handed to commands
 * @param host the machine that it is, or is in; empty if nobody said
 * @param device the device of that machine, such as the UUID of a GPU; empty if it is the machine itself, or nobody said
 */
public record NamedServer(String name, Optional<String> host, Optional<String> device) {
    /** The most servers of a pool that can have names. */
    public static final int MOST = 10_000;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,252}");
    private static final Pattern DEVICE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}");

    private static final String NAME_RULE =
            "must be a name of at most 63 letters, digits, dots, hyphens and underscores, such as gpu0, and not only digits";
    private static final String HOST_RULE = "must be the name of a host, such as dgx or node7.example.org";
    private static final String DEVICE_RULE = "must be a device without spaces and commas, such as GPU-3f2a...";

    /** The servers in a list, each with a name of its own. */
    public static List<NamedServer> list(Fields fields, String field) {
        return read(fields.objects(field, MOST));
    }

    /** The same; none if the list is missing or empty, as generated clients send it. */
    public static List<NamedServer> optionalList(Fields fields, String field) {
        return read(fields.optionalObjects(field, MOST));
    }

    private static List<NamedServer> read(List<Fields> all) {
        List<NamedServer> servers = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Fields each : all) {
            each.require("name");
            // A name of digits would be taken for the number of a server.
            String name = each.parsed("name", NAME_RULE, text -> checked(NAME, text.matches("\\d+") ? "" : text));
            String host = each.parsed("host", HOST_RULE, text -> checked(HOST, text));
            String device = each.parsed("device", DEVICE_RULE, text -> checked(DEVICE, text));
            each.closed();
            if (name != null && !names.add(name)) {
                each.fault("name", "must be unique in its pool");
            }
            if (name != null) {
                servers.add(new NamedServer(name, Optional.ofNullable(host), Optional.ofNullable(device)));
            }
        }
        return servers;
    }

    private static String checked(Pattern form, String text) {
        if (!form.matcher(text).matches()) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }
}
