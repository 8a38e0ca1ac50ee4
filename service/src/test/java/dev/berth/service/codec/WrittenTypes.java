package dev.berth.service.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

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

    /** Without what only tests write, which comes first on the class path. */
    private static Set<String> ofProgram() {
        Properties names = new Properties();
        try (InputStream in = Collections.list(
                        WrittenTypes.class.getClassLoader().getResources(DurableNames.RESOURCE))
                .getLast()
                .openStream()) {
            names.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names.stringPropertyNames();
    }

    /** The types and constants that have durable names in a package and below it, and were not found. */
    public Set<String> missing(String prefix) throws ClassNotFoundException {
        Set<String> missing = new TreeSet<>();
        for (String name : ofProgram()) {
            if (!name.startsWith(prefix)) {
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
