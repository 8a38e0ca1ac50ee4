package dev.berth.soak.target;

import java.util.List;

/** {@code berth intake explain}: a round of queued requests. */
public final class IntakeTarget extends ShellTarget {
    @Override
    public String name() {
        return "intake";
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"users\":",
                "\"jobs\":",
                "\"priority\":",
                "\"paying\":",
                "\"rank\":",
                "\"length\":",
                "\"deferrals\":",
                "\"user\":");
    }

    @Override
    public void read(byte[] input) throws Exception {
        run(input, "intake", "explain", "-");
    }
}
