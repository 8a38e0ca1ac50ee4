package dev.berth.cli.run.fence;

import java.io.IOException;
import java.util.List;

/** Source of fences for commands. A machine may have none that this user can make. */
@FunctionalInterface
public interface Fences {
    /** For places that hold commands to their limits in another way. */
    Fences NONE = (mark, limits) -> Fence.NONE;

    /** Makes one for the command with a mark, which is not started yet. */
    Fence make(String mark, HostLimits limits) throws IOException;

    /**
     * Fences by what this machine has: the groups of cgroup v1; or those of cgroup v2, which come from systemd where it runs, and are made
     * beside that of this process elsewhere.
     *
     * @param scope the words that, with {@code --} before a command, let systemd give it a scope; none if systemd does not
     */
    static Fences ofThisMachine(List<String> scope) {
        return (mark, limits) -> {
            if (limits.isNothing()) {
                return Fence.NONE;
            }
            Hierarchies own = Hierarchies.ofThisProcess();
            if (own.legacy("memory").isPresent()) {
                return new LegacyFences(own).make(mark, limits);
            }
            return scope.isEmpty()
                    ? new DelegatedFences(own).make(mark, limits)
                    : new ScopeFences(own, scope).make(mark, limits);
        };
    }
}
