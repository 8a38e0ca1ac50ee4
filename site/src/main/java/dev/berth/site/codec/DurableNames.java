package dev.berth.site.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;

/**
 * The names of a type in journals and snapshots, which stay when the code gets others. They are in the resources
 * {@code durable-names.properties} of the class path; a type that has none there cannot be written.
 *
 * @param tag which record it is, where one of several is expected; empty for an enum
 * @param byCode the names of its components or constants by their names in the code
 */
record DurableNames(String tag, Map<String, String> byCode) {
    static final String RESOURCE = "dev/berth/site/codec/durable-names.properties";
    private static final String RENAMED = " as ";
    private static final Properties ALL = load();

    /**
     * The names of a type.
     *
     * @param inCode all its components, or constants: each of them needs a name
     */
    static DurableNames of(Class<?> type, Collection<String> inCode) {
        String line = ALL.getProperty(type.getName());
        if (line == null) {
            throw new IllegalArgumentException(
                    "no durable names for " + type.getName() + ": give it a line in " + RESOURCE);
        }
        int colon = line.indexOf(':');
        DurableNames names = new DurableNames(
                colon < 0 ? "" : line.substring(0, colon).strip(), byCode(type, line.substring(colon + 1)));
        if (!names.byCode.keySet().equals(Set.copyOf(inCode))) {
            throw new IllegalArgumentException("the durable names of %s are of %s, but the code has %s; see %s"
                    .formatted(type.getName(), names.byCode.keySet(), inCode, RESOURCE));
        }
        return names;
    }

    /** All types that have names. */
    static Set<String> types() {
        return ALL.stringPropertyNames();
    }

    String durable(String inCode) {
        return Objects.requireNonNull(byCode.get(inCode), inCode);
    }

    private static Map<String, String> byCode(Class<?> type, String names) {
        Map<String, String> byCode = new LinkedHashMap<>();
        Set<String> durable = new HashSet<>();
        for (String each : names.isBlank() ? List.<String>of() : List.of(names.split(",", -1))) {
            String[] both = each.strip().split(RENAMED, 2);
            String name = both[both.length - 1].strip();
            if (!durable.add(name) || byCode.put(both[0].strip(), name) != null) {
                throw new IllegalArgumentException(
                        "the durable names of " + type.getName() + " have " + name + " twice");
            }
        }
        return byCode;
    }

    private static Properties load() {
        Properties all = new Properties();
        try {
            for (URL url : Collections.list(DurableNames.class.getClassLoader().getResources(RESOURCE))) {
                try (InputStream in = url.openStream();
                        Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
                    all.load(reader);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }
}
