package dev.berth.soak.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;

/** Loads Berth's own classes a second time, with probes that tell which branches are reached. */
final class InstrumentedLoader extends ClassLoader {
    private static final String OURS = "dev.berth.";
    /** Shared with the fuzzer, or nothing to learn from. */
    private static final String FUZZER = "dev.berth.soak.";

    private final Coverage coverage;

    InstrumentedLoader(Coverage coverage) {
        super(InstrumentedLoader.class.getClassLoader());
        this.coverage = coverage;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS) || name.startsWith("dev.berth.soak.fuzz.")) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        try (InputStream in = getParent().getResourceAsStream(file)) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            byte[] probed = name.startsWith(FUZZER) ? bytes : coverage.instrument(bytes, name);
            return defineClass(name, probed, 0, probed.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    @Override
    public URL getResource(String name) {
        return getParent().getResource(name);
    }

    static {
        registerAsParallelCapable();
    }
}
