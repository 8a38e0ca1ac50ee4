package dev.berth.api.watch;

import com.sun.management.UnixOperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process and its JVM. Micrometer has names of its own for what every client library of Prometheus calls
 * {@code process_cpu_seconds_total}, {@code process_open_fds} and so on: usual dashboards and alerts look for the latter.
 */
final class ProcessMetrics implements MeterBinder, AutoCloseable {
    private static final Path STATUS = Path.of("/proc/self/status");

    /** Listens to the collectors, so it has to be closed. */
    private final JvmGcMetrics collections = new JvmGcMetrics();

    @Override
    public void bindTo(MeterRegistry registry) {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collections.bindTo(registry);
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            FunctionCounter.builder("process.cpu", system, os -> os.getProcessCpuTime() / 1e9)
                    .description("processor time of the process")
                    .baseUnit("seconds")
                    .register(registry);
            Gauge.builder("process.open.fds", system, UnixOperatingSystemMXBean::getOpenFileDescriptorCount)
                    .description("open files and connections")
                    .register(registry);
            Gauge.builder("process.max.fds", system, UnixOperatingSystemMXBean::getMaxFileDescriptorCount)
                    .description("how many files and connections may be open")
                    .register(registry);
        }
        if (Files.isReadable(STATUS)) {
            memory(registry, "process.resident.memory", "memory of the process that is in RAM", "VmRSS");
            memory(registry, "process.virtual.memory", "addresses that the process has reserved", "VmSize");
        }
    }

    private static void memory(MeterRegistry registry, String name, String about, String line) {
        Pattern pattern = Pattern.compile("(?m)^" + line + ":\\s+([0-9]+) kB$");
        Gauge.builder(name, () -> bytes(pattern))
                .description(about)
                .baseUnit("bytes")
                .register(registry);
    }

    private static double bytes(Pattern line) {
        try {
            Matcher found = line.matcher(Files.readString(STATUS));
            return found.find() ? Long.parseLong(found.group(1)) * 1024.0 : Double.NaN;
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    @Override
    public void close() {
        collections.close();
    }
}
