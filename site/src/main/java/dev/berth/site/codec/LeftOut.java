package dev.berth.site.codec;

import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Conditions;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Taken;
import java.lang.reflect.Type;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values that are left out of a document, and are meant where nothing is said: whole servers without licences, which is all that
 * there was before servers had parts, and agreements without other conditions than the price.
 */
final class LeftOut {
    private static final Map<Type, Object> BY_TYPE = Map.of(
            Conditions.class, Conditions.NONE,
            Parts.class, Parts.NONE,
            Slice.class, Slice.WHOLE,
            Amounts.class, Amounts.NONE,
            Taken.class, Taken.WHOLE,
            Devices.class, Devices.NONE,
            HeldLicences.class, HeldLicences.NONE);

    private LeftOut() {}

    /** The value of a type that is left out; null if there is none. */
    static @Nullable Object of(Type type) {
        return BY_TYPE.get(type);
    }
}
