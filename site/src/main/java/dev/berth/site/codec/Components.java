package dev.berth.site.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A record as an object with a field for each component that is there, under its durable name. */
final class Components implements Form {
    private final Component[] components;
    private final Set<String> fields = new LinkedHashSet<>();
    private final Constructor<?> constructor;
    private final String name;
    private final String tag;

    /** A component under its durable name. */
    private record Component(
            SerializedString name,
            Accessor accessor,
            Form form,
            boolean isNullable,
            @Nullable Object leftOut) {
        String field() {
            return name.getValue();
        }

        boolean mayBeMissing() {
            return isNullable || leftOut != null || form instanceof Possible;
        }

        @Nullable
        Object missing() {
            return form instanceof Possible ? Optional.empty() : leftOut;
        }
    }

    Components(Class<?> type) {
        if (!type.isRecord()) {
            throw new IllegalArgumentException("no JSON form for " + type + ": not a record");
        }
        RecordComponent[] declared = type.getRecordComponents();
        Class<?>[] types = new Class<?>[declared.length];
        Form[] forms = new Form[declared.length];
        for (int i = 0; i < declared.length; i++) {
            types[i] = declared[i].getType();
            forms[i] = Forms.of(declared[i].getGenericType());
        }
        DurableNames names = DurableNames.of(
                type, Arrays.stream(declared).map(RecordComponent::getName).toList());
        components = new Component[declared.length];
        for (int i = 0; i < declared.length; i++) {
            String inCode = declared[i].getName();
            String field = names.durable(inCode);
            fields.add(field);
            components[i] = new Component(
                    new SerializedString(field),
                    new Accessor(declared[i].getAccessor()),
                    forms[i],
                    Nullables.contains(type, inCode),
                    LeftOut.of(declared[i].getGenericType()));
        }
        tag = names.tag();
        try {
            constructor = open(type.getDeclaredConstructor(types));
        } catch (NoSuchMethodException e) {
            throw new AssertionError("a record without its constructor: " + type, e);
        }
        name = type.getSimpleName();
    }

    /** A record may be private to its package; what it holds is not. */
    private static <A extends AccessibleObject> A open(A member) {
        member.setAccessible(true);
        return member;
    }

    /** Tells it from the other records of its sealed interface. */
    String tag() {
        return tag;
    }

    boolean has(String field) {
        return fields.contains(field);
    }

    @Override
    public void write(JsonGenerator out, Object value) throws IOException {
        out.writeStartObject();
        writeComponents(out, value);
        out.writeEndObject();
    }

    void writeComponents(JsonGenerator out, Object value) throws IOException {
        for (Component component : components) {
            Object held = component.accessor.get(value);
            if (held == null && !component.isNullable) {
                throw new IllegalArgumentException(
                        name + "." + component.field() + " is null; what may be missing is an Optional");
            }
            if (held != null && !Optional.empty().equals(held) && !held.equals(component.leftOut)) {
                out.writeFieldName(component.name);
                component.form.write(out, held);
            }
        }
    }

    @Override
    public Object read(JsonNode node, DocumentPlace place) {
        return read(node, place, false);
    }

    Object read(JsonNode node, DocumentPlace place, boolean tagged) {
        if (!node.isObject()) {
            throw new Malformed(place, "an object is expected, not " + Form.what(node));
        }
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (!has(field.getKey()) && !(tagged && field.getKey().equals(Tagged.TAG))) {
                throw new Malformed(
                        place.at(Form.shortened(field.getKey())), "unknown field; " + name + " has " + fields);
            }
        }
        @Nullable Object[] arguments = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            arguments[i] = argument(components[i], node, place);
        }
        return construct(arguments, place);
    }

    private static @Nullable Object argument(Component component, JsonNode node, DocumentPlace place) {
        String field = component.field();
        JsonNode given = node.get(field);
        if (given != null && !given.isNull()) {
            return component.form.read(given, place.at(field));
        }
        if (component.mayBeMissing()) {
            return component.missing();
        }
        throw new Malformed(place.at(field), given == null ? "missing" : "null, but it has to be there");
    }

    private Object construct(@Nullable Object[] arguments, DocumentPlace place) {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw Malformed.because(place, e.getCause() == null ? e : e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make a " + name, e);
        }
    }
}
