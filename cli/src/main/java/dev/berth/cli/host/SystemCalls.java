package dev.berth.cli.host;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Calls of Linux for which Java has no words. They go through Java's foreign functions, which are final since Java 22; the sources
 * are for Java 21, so they are reached by reflection. Where they are missing or not allowed, these calls return empty and callers use
 * a less reliable way.
 */
public final class SystemCalls {
    /** The same numbers on all machines: they came after Linux had begun to number them together. */
    private static final long PIDFD_SEND_SIGNAL = 424;

    private static final long PIDFD_OPEN = 434;
    private static final int SET_CHILD_SUBREAPER = 36;
    private static final int NO_HANG = 1;

    private final MethodHandle syscall;
    private final MethodHandle close;
    private final MethodHandle prctl;
    private final MethodHandle waitpid;

    private SystemCalls(Binding binding) throws ReflectiveOperationException {
        syscall =
                binding.function("syscall", 1, long.class, long.class, long.class, long.class, long.class, long.class);
        close = binding.function("close", Binding.NOT_VARIADIC, int.class, int.class);
        prctl = binding.function("prctl", 1, int.class, int.class, long.class, long.class, long.class, long.class);
        waitpid = binding.function("waitpid", Binding.NOT_VARIADIC, int.class, int.class, long.class, int.class);
    }

    /** Bound once, when they are first needed: that takes as long as to start a small program. */
    private static final class Bound {
        static final Optional<SystemCalls> CALLS = bind();

        private static Optional<SystemCalls> bind() {
            try {
                boolean isKnown = System.getProperty("os.name", "").equals("Linux")
                        && System.getProperty("sun.arch.data.model", "").equals("64");
                return isKnown && Binding.isAllowed() ? Optional.of(new SystemCalls(new Binding())) : Optional.empty();
            } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                return Optional.empty();
            }
        }
    }

    /** Empty where they cannot be called. */
    public static Optional<SystemCalls> find() {
        return Bound.CALLS;
    }

    /** A descriptor of the process that has a number now, which stays that process's whatever becomes of the number. */
    OptionalInt openProcess(long pid) {
        long descriptor = call(PIDFD_OPEN, pid, 0, 0, 0);
        return descriptor < 0 ? OptionalInt.empty() : OptionalInt.of((int) descriptor);
    }

    /** Whether the signal was sent. */
    boolean signal(int descriptor, int signal) {
        return call(PIDFD_SEND_SIGNAL, descriptor, signal, 0, 0) == 0;
    }

    void close(int descriptor) {
        try {
            int unused = (int) close.invokeExact(descriptor);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** From now on processes whose parents have ended become children of this one, and not of init; whether that is so. */
    public boolean becomeSubreaper() {
        try {
            return (int) prctl.invokeExact(SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L) == 0;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** Lets a child that has ended vanish. Never for one that Java has started: it waits for that one itself. */
    public void reap(long child) {
        try {
            int unused = (int) waitpid.invokeExact((int) child, 0L, NO_HANG);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private long call(long number, long first, long second, long third, long fourth) {
        try {
            return (long) syscall.invokeExact(number, first, second, third, fourth);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static IllegalStateException failed(Throwable e) {
        return new IllegalStateException("a call of the system failed", e);
    }

    /** Java's foreign functions, by reflection. */
    private static final class Binding {
        static final int NOT_VARIADIC = -1;

        private final Class<?> linkerType = type("Linker");
        private final Class<?> optionType = type("Linker$Option");
        private final Class<?> layoutType = type("MemoryLayout");
        private final Class<?> descriptorType = type("FunctionDescriptor");
        private final Object linker = linkerType.getMethod("nativeLinker").invoke(null);
        private final Object lookup = linkerType.getMethod("defaultLookup").invoke(linker);

        Binding() throws ReflectiveOperationException {}

        private static Class<?> type(String name) throws ClassNotFoundException {
            return Class.forName("java.lang.foreign." + name);
        }

        /** Whether native code may be called without a warning of Java's. */
        static boolean isAllowed() throws ReflectiveOperationException {
            return (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(SystemCalls.class.getModule());
        }

        MethodHandle function(String name, int firstVariadic, Class<?> result, Class<?>... parameters)
                throws ReflectiveOperationException {
            Optional<?> symbol = (Optional<?>)
                    type("SymbolLookup").getMethod("find", String.class).invoke(lookup, name);
            Object layouts = Array.newInstance(layoutType, parameters.length);
            for (int i = 0; i < parameters.length; i++) {
                Array.set(layouts, i, layout(parameters[i]));
            }
            Object descriptor = descriptorType
                    .getMethod("of", layoutType, layouts.getClass())
                    .invoke(null, layout(result), layouts);
            Object options = Array.newInstance(optionType, firstVariadic < 0 ? 0 : 1);
            if (firstVariadic >= 0) {
                Array.set(
                        options,
                        0,
                        optionType.getMethod("firstVariadicArg", int.class).invoke(null, firstVariadic));
            }
            return (MethodHandle) linkerType
                    .getMethod("downcallHandle", type("MemorySegment"), descriptorType, options.getClass())
                    .invoke(linker, symbol.orElseThrow(), descriptor, options);
        }

        private static Object layout(Class<?> primitive) throws ReflectiveOperationException {
            return type("ValueLayout")
                    .getField(primitive == int.class ? "JAVA_INT" : "JAVA_LONG")
                    .get(null);
        }
    }
}
