package dev.berth.wire;

import dev.berth.engine.model.ReservationId;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The name of a reservation in the cluster: {@code berth-my-lab-r17} for r17 of the site "My lab". It follows from the book
 * alone, so that after any crash each side finds what belongs to it.
 */
public final class ReservationName {
    /** Slurm takes more, and prints it in columns. */
    private static final int LONGEST_SITE = 40;

    private static final Pattern OTHERS = Pattern.compile("[^a-z0-9]+");
    private static final Pattern NUMBER = Pattern.compile("r[1-9][0-9]{0,17}");

    private final String prefix;

    public ReservationName(String site) {
        String plain = OTHERS.matcher(site.toLowerCase(Locale.ROOT)).replaceAll("-");
        String cut = plain.substring(0, Math.min(LONGEST_SITE, plain.length())).replaceAll("^-+|-+$", "");
        this.prefix = cut.isEmpty() ? "berth-" : "berth-" + cut + "-";
    }

    public String of(ReservationId reservation) {
        return prefix + reservation;
    }

    /** The reservation of a name that is ours; empty for those of others. */
    public Optional<ReservationId> read(String name) {
        if (!name.startsWith(prefix)
                || !NUMBER.matcher(name.substring(prefix.length())).matches()) {
            return Optional.empty();
        }
        return Optional.of(new ReservationId(Long.parseLong(name.substring(prefix.length() + 1))));
    }
}
