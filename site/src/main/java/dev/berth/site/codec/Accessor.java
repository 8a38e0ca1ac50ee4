package dev.berth.site.codec;

import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads one component of a record. Made into a lambda when it is first used: that is several times as fast as reflection, of
 * which a booking would need some sixty calls.
 */
final class Accessor {
    private static final MethodType READS = MethodType.methodType(Object.class, Object.class);

    private final Method method;
    private volatile @Nullable Function<Object, @Nullable Object> lambda;

    Accessor(Method method) {
        this.method = method;
    }

    @Nullable
    Object get(Object holder) {
        Function<Object, @Nullable Object> made = lambda;
        if (made == null) {
            made = make();
            lambda = made;
        }
        return made.apply(holder);
    }

    /** A record may be private to its package; what it holds is not. */
    @SuppressWarnings("unchecked") // the metafactory makes what it is asked for
    private Function<Object, @Nullable Object> make() {
        try {
            MethodHandles.Lookup within =
                    MethodHandles.privateLookupIn(method.getDeclaringClass(), MethodHandles.lookup());
            MethodHandle handle = within.unreflect(method);
            CallSite site = LambdaMetafactory.metafactory(
                    within,
                    "apply",
                    MethodType.methodType(Function.class),
                    READS,
                    handle,
                    handle.type().wrap());
            return (Function<Object, @Nullable Object>) site.getTarget().invoke();
        } catch (Throwable e) {
            throw new IllegalStateException("cannot read " + method, e);
        }
    }
}
