package dev.berth.engine.admission;

import dev.berth.engine.admission.reschedule.Order;
import dev.berth.engine.admission.reschedule.Replan;
import dev.berth.engine.admission.reschedule.Rescheduling;
import dev.berth.engine.admission.reschedule.RoomForWide;
import dev.berth.engine.model.BadValue;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The registry of admission policies: name to constructor. Snapshots hold the names, so they stay. */
public final class Admissions {
    /** Name of the policy of a book that is not told another. */
    public static final String DEFAULT = "direct";

    /** Name of the policy of new sites. */
    public static final String OF_NEW_SITES = "replan-wide";

    private static final Map<String, Function<AdmissionContext, AdmissionPolicy>> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("direct", context -> new Direct());
        BY_NAME.put("replan", Replan::new);
        BY_NAME.put("replan-wide", RoomForWide::new);
        BY_NAME.put("reschedule-shuffle", context -> new Rescheduling(Order.SHUFFLE, context));
        BY_NAME.put("reschedule-fifo", context -> new Rescheduling(Order.FIFO, context));
        BY_NAME.put("reschedule-bjf", context -> new Rescheduling(Order.BJF, context));
        BY_NAME.put("reschedule-lff", context -> new Rescheduling(Order.LFF, context));
        BY_NAME.put("reschedule-edf", context -> new Rescheduling(Order.EDF, context));
        BY_NAME.put("reschedule-hrf", context -> new Rescheduling(Order.HRF, context));
        BY_NAME.put("reschedule-hpf", context -> new Rescheduling(Order.HPF, context));
    }

    private Admissions() {}

    public static Set<String> names() {
        return Collections.unmodifiableSet(BY_NAME.keySet());
    }

    /** Throws {@link BadValue} if there is no such policy; returns the name, so that it can be used in passing. */
    public static String checked(String name) {
        constructor(name);
        return name;
    }

    /**
     * The policy of a new book: one of the names, or the full name of a class on the class path that is an
     * {@link AdmissionPolicy} and has a public constructor with an {@link AdmissionContext}.
     */
    public static AdmissionPolicy create(String name, AdmissionContext context) {
        return constructor(name).apply(context);
    }

    private static Function<AdmissionContext, AdmissionPolicy> constructor(String name) {
        Function<AdmissionContext, AdmissionPolicy> known = BY_NAME.get(name);
        return known != null ? known : ofClass(name);
    }

    private static Function<AdmissionContext, AdmissionPolicy> ofClass(String name) {
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            Constructor<? extends AdmissionPolicy> constructor = Class.forName(name, false, loader)
                    .asSubclass(AdmissionPolicy.class)
                    .getConstructor(AdmissionContext.class);
            return context -> newPolicy(constructor, context);
        } catch (ClassNotFoundException e) {
            throw new BadValue(
                    "admission",
                    name,
                    "must be one of " + String.join(", ", names()) + ", or a class on the class path");
        } catch (ClassCastException e) {
            throw new BadValue("admission", name, "must be a class that implements AdmissionPolicy");
        } catch (NoSuchMethodException e) {
            throw new BadValue("admission", name, "needs a public constructor with an AdmissionContext");
        }
    }

    private static AdmissionPolicy newPolicy(
            Constructor<? extends AdmissionPolicy> constructor, AdmissionContext context) {
        try {
            return constructor.newInstance(context);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(constructor.getDeclaringClass() + " cannot be created", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new BadValue(
                    "admission",
                    constructor.getDeclaringClass().getName(),
                    "must be a public class that is not abstract");
        }
    }
}
