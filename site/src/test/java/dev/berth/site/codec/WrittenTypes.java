package dev.berth.site.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Which records and constants a value is made of, by their names in the code. */
public final class WrittenTypes {
    private final Set<String> found = new TreeSet<>();

    /** Looks at a value and at all that is in it. */
    public void add(Object value) {
        if (value instanceof Enum<?> constant) {
            found.add(constant.getDeclaringClass().getName() + "." + constant.name());
        } else if (value instanceof Iterable<?> all) {
            all.forEach(this::add);
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, held) -> {
                add(key);
                add(held);
            });
        } else if (value instanceof Optional<?> possible) {
            possible.ifPresent(this::add);
        } else if (value instanceof Record) {
            found.add(value.getClass().getName());
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                Object held = held(component, value);
                if (held != null) {
                    add(held);
                }
            }
        }
    }

    private static Object held(RecordComponent component, Object value) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    /** Without what only tests write: its names are in a file of their own, with those of {@link DurableNamesTest}. */
    private static Set<String> ofProgram() {
        Set<String> all = new TreeSet<>();
        try {
            for (URL each : Collections.list(WrittenTypes.class.getClassLoader().getResources(DurableNames.RESOURCE))) {
                Properties names = new Properties();
                try (InputStream in = each.openStream()) {
                    names.load(in);
                }
                if (names.stringPropertyNames().stream()
                        .noneMatch(name -> name.startsWith(DurableNamesTest.class.getName()))) {
                    all.addAll(names.stringPropertyNames());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    /** The types and constants with durable names that were not found, of those whose names match. */
    public Set<String> missing(Predicate<String> wanted) throws ClassNotFoundException {
        Set<String> missing = new TreeSet<>();
        for (String name : ofProgram()) {
            if (!wanted.test(name)) {
                continue;
            }
            Class<?> type = Class.forName(name);
            if (type.isEnum()) {
                for (Object constant : type.getEnumConstants()) {
                    missing.add(name + "." + ((Enum<?>) constant).name());
                }
            } else {
                missing.add(name);
            }
        }
        missing.removeAll(found);
        return missing;
    }
}
