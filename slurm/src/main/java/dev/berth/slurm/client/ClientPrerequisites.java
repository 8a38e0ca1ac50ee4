package dev.berth.slurm.client;

import dev.berth.slurm.ClusterSilent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Prerequisites of a client of Slurm on this machine: a slurm.conf and munge. Both are checked before Slurm's programs are
 * run, because without them these try again for up to a minute, and say nothing until then.
 */
final class ClientPrerequisites {
    private static final Path USUAL = Path.of("/etc/slurm/slurm.conf");

    private static final Pattern MAY_BE_MUNGE = Pattern.compile("(?i)munge|authentication|no answer within");

    private final Path file;
    /** Whether somebody named the file. Slurm may have been built to look elsewhere, or get its configuration from slurmctld. */
    private final boolean isNamed;

    private final boolean hasToken;
    private volatile boolean isSeen;
    private volatile @Nullable Path answered;

    /**
     * @param environment what Slurm's programs get beside the service's own
     * @param own the service's own environment
     */
    ClientPrerequisites(Map<String, String> environment, UnaryOperator<@Nullable String> own) {
        String named = Optional.ofNullable(environment.get("SLURM_CONF"))
                .or(() -> Optional.ofNullable(own.apply("SLURM_CONF")))
                .orElse("");
        this.isNamed = !named.isEmpty();
        this.file = isNamed ? Path.of(named) : USUAL;
        this.hasToken = own.apply("SLURM_JWT") != null;
    }

    /** Throws if it is known before anything is asked that nothing can be answered. */
    void require() throws ClusterSilent {
        if (Files.isReadable(file)) {
            isSeen = true;
        } else if (Files.exists(file)) {
            throw new ClusterSilent(
                    "slurm.conf cannot be read: %s; let the user of the service read it".formatted(file));
        } else if (isNamed || isSeen) {
            throw new ClusterSilent(
                    "slurm.conf is gone: %s; put it back, or correct cluster.slurm.config in site.yaml or SLURM_CONF"
                            .formatted(file));
        }
        Optional<Munge> munge = munge();
        Optional<String> fault = munge.flatMap(Munge::fault);
        if (munge.isPresent() && fault.isEmpty()) {
            answered = munge.get().socket();
        } else if (fault.isPresent()
                && (munge.get().isNamed() || munge.get().socket().equals(answered))) {
            throw new ClusterSilent(fault.get());
        }
    }

    /** A failure together with what it is probably due to. What scontrol complains of otherwise has nothing to do with munge. */
    ClusterSilent explained(ClusterSilent failure) {
        String said = String.valueOf(failure.getMessage());
        return Optional.of(said)
                .filter(words -> MAY_BE_MUNGE.matcher(words).find())
                .flatMap(words -> munge().flatMap(Munge::fault))
                .map(fault -> new ClusterSilent("%s; %s".formatted(said, fault), failure))
                .orElse(failure);
    }

    private Optional<Munge> munge() {
        return hasToken ? Optional.empty() : Munge.of(file);
    }
}
