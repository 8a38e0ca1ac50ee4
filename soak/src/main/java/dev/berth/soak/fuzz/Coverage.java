package dev.berth.soak.fuzz;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.SessionInfo;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.IRuntime;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;

/** Which branches of the instrumented classes have ever been reached. */
final class Coverage {
    private final IRuntime runtime = new LoggerRuntime();
    private final RuntimeData data = new RuntimeData();
    private final Instrumenter instrumenter = new Instrumenter(runtime);
    private final Map<Long, BitSet> reached = new HashMap<>();
    private int branches;

    Coverage() {
        try {
            runtime.startup(data);
        } catch (Exception e) {
            throw new IllegalStateException("JaCoCo's runtime does not start", e);
        }
    }

    byte[] instrument(byte[] classFile, String name) throws java.io.IOException {
        return instrumenter.instrument(classFile, name);
    }

    /** Whether the code that ran since the last call reached a branch for the first time. */
    boolean reachedNewBranch() {
        int before = branches;
        data.collect(this::add, (SessionInfo ignored) -> {}, true);
        return branches > before;
    }

    private void add(ExecutionData each) {
        boolean[] probes = each.getProbes();
        BitSet known = reached.computeIfAbsent(each.getId(), id -> new BitSet(probes.length));
        for (int i = 0; i < probes.length; i++) {
            if (probes[i] && !known.get(i)) {
                known.set(i);
                branches++;
            }
        }
    }

    int branches() {
        return branches;
    }
}
