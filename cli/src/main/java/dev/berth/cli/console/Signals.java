package dev.berth.cli.console;

import java.lang.reflect.Proxy;
import java.util.Map;

/**
 * Signals of the operating system. The JDK has no public API for them, and the compiler warns of the one that there is, so
 * it is found at run time; where it is missing, a signal does what it always did.
 */
public final class Signals implements AutoCloseable {
    /** Signals by which people stop a program, with their numbers; Java handles the others itself. */
    public static final Map<String, Integer> STOPPING = Map.of("INT", 2, "TERM", 15, "HUP", 1);

    private final Runnable restore;

    private Signals(Runnable restore) {
        this.restore = restore;
    }

    /** Does something whenever a signal such as {@code TERM} comes, until it is closed. */
    @SuppressWarnings("ReferenceEquality") // A proxy equals only itself.
    public static Signals on(String name, Runnable action) {
        try {
            Class<?> type = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object signal = type.getConstructor(String.class).newInstance(name);
            Object handler = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(),
                    new Class<?>[] {handlerType},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "handle" -> {
                            action.run();
                            yield null;
                        }
                        case "equals" -> arguments != null && proxy == arguments[0];
                        case "hashCode" -> System.identityHashCode(proxy);
                        default -> name;
                    });
            Object before = type.getMethod("handle", type, handlerType).invoke(null, signal, handler);
            return new Signals(() -> {
                try {
                    type.getMethod("handle", type, handlerType).invoke(null, signal, before);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            });
        } catch (ReflectiveOperationException e) {
            return new Signals(() -> {});
        }
    }

    @Override
    public void close() {
        restore.run();
    }
}
