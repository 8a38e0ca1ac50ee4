package dev.berth.api.connection;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How many files the operating system lets this process have open: each connection is one of them. */
final class OpenFileLimit {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFileLimit.class);
    /** For the journal, the libraries and backups. */
    private static final int OTHERS = 256;

    private OpenFileLimit() {}

    /** Number of connections to accept: as many as wanted, or as the process can have without running out of files. */
    static int connections(int wanted) {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system)) {
            return wanted;
        }
        return connections(wanted, system.getMaxFileDescriptorCount());
    }

    static int connections(int wanted, long files) {
        long possible = Math.max(16, files - OTHERS);
        if (files < 0 || possible >= wanted) {
            return wanted;
        }
        LOG.warn(
                "This process may have {} files open, so at most {} connections are accepted instead of {};"
                        + " raise the limit (ulimit -n) for more",
                files,
                possible,
                wanted);
        return (int) possible;
    }
}
