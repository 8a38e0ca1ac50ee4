package dev.berth.slurm;

import dev.berth.engine.model.Rate;
import dev.berth.wire.DecimalStrings;
import dev.berth.wire.Fields;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A Slurm cluster that keeps what is booked.
 *
 * @param mode whether anything is done there, or only looked at
 * @param partitions whose nodes can be booked; a node in several of them belongs to the first
 * @param lead how long before its start a reservation has its nodes named
 * @param rates of nodes by a feature that they have; the first that fits counts
 * @param rate of nodes that have none of these features
 * @param patience how long a node must be down, or back, before it is believed
 * @param brake how long nodes that fail together, or right after a silence, must be down before anybody loses what was promised
 * @param extend whether a reservation is extended, if its nodes are free, for a job in it that takes longer; empty to extend only
 *     where neither a price nor a quota counts the longer time
 * @param config the slurm.conf to go by; empty for that of the machine
 * @param checkUsers whether nodes are booked only for Unix users whom the machine of the service knows
 * @param parts whether nodes are booked in parts, where the cluster can hold these
 * @param licences names of Slurm's licences that are licences of the site
 * @param idle after how long a reservation in which nothing runs or waits is given back; empty for never
 */
public record SlurmSettings(
        Mode mode,
        List<String> partitions,
        Duration lead,
        Map<String, Rate> rates,
        Rate rate,
        Duration patience,
        Duration brake,
        Optional<Boolean> extend,
        Optional<Path> config,
        boolean checkUsers,
        Optional<Duration> idle,
        boolean parts,
        List<String> licences)
        implements ClusterSettings {
    public static final Duration LEAD = Duration.ofMinutes(10);
    public static final Duration PATIENCE = Duration.ofMinutes(1);
    public static final Duration BRAKE = Duration.ofMinutes(15);

    private static final Duration LONGEST_LEAD = Duration.ofDays(30);
    private static final int MOST_PARTITIONS = 100;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.=:-]{0,62}");
    private static final String NAME_RULE = "must be a name of at most 63 letters, digits and _ . = : -";

    /** The most licences that a site has; Slurm's others, such as {@code flex@server}, cannot be named here. */
    private static final int MOST_LICENCES = 16;

    private static final Pattern LICENCE = Pattern.compile("[a-z][a-z0-9._-]{0,39}");
    private static final String LICENCE_RULE =
            "must be a name of at most 40 small letters, digits, dots, dashes and underscores that begins with a letter";

    private static final String RATE_RULE = "must be a decimal above \"0\" and at most \"1\"";

    public SlurmSettings {
        partitions = List.copyOf(partitions);
        licences = List.copyOf(licences);
        rates = new LinkedHashMap<>(rates);
    }

    /** Nodes of these partitions, all of the same rate, and everything else as it is by default. */
    public static SlurmSettings of(String... partitions) {
        return new SlurmSettings(
                Mode.KEEP,
                List.of(partitions),
                LEAD,
                Map.of(),
                Rate.of("1"),
                PATIENCE,
                BRAKE,
                Optional.empty(),
                Optional.empty(),
                true,
                Optional.empty(),
                false,
                List.of());
    }

    public SlurmSettings in(Mode other) {
        return new SlurmSettings(
                other,
                partitions,
                lead,
                rates,
                rate,
                patience,
                brake,
                extend,
                config,
                checkUsers,
                idle,
                parts,
                licences);
    }

    public SlurmSettings withLead(Duration other) {
        return new SlurmSettings(
                mode,
                partitions,
                other,
                rates,
                rate,
                patience,
                brake,
                extend,
                config,
                checkUsers,
                idle,
                parts,
                licences);
    }

    public SlurmSettings withRates(Map<String, Rate> others, Rate usual) {
        return new SlurmSettings(
                mode,
                partitions,
                lead,
                others,
                usual,
                patience,
                brake,
                extend,
                config,
                checkUsers,
                idle,
                parts,
                licences);
    }

    public SlurmSettings withPatience(Duration other) {
        return new SlurmSettings(
                mode, partitions, lead, rates, rate, other, brake, extend, config, checkUsers, idle, parts, licences);
    }

    public SlurmSettings withBrake(Duration other) {
        return new SlurmSettings(
                mode,
                partitions,
                lead,
                rates,
                rate,
                patience,
                other,
                extend,
                config,
                checkUsers,
                idle,
                parts,
                licences);
    }

    public SlurmSettings extending(boolean always) {
        return new SlurmSettings(
                mode,
                partitions,
                lead,
                rates,
                rate,
                patience,
                brake,
                Optional.of(always),
                config,
                checkUsers,
                idle,
                parts,
                licences);
    }

    public SlurmSettings withConfig(Path file) {
        return new SlurmSettings(
                mode,
                partitions,
                lead,
                rates,
                rate,
                patience,
                brake,
                extend,
                Optional.of(file),
                checkUsers,
                idle,
                parts,
                licences);
    }

    public SlurmSettings withParts() {
        return new SlurmSettings(
                mode, partitions, lead, rates, rate, patience, brake, extend, config, checkUsers, idle, true, licences);
    }

    public SlurmSettings withIdle(Duration limit) {
        return new SlurmSettings(
                mode,
                partitions,
                lead,
                rates,
                rate,
                patience,
                brake,
                extend,
                config,
                checkUsers,
                Optional.of(limit),
                parts,
                licences);
    }

    public SlurmSettings withLicences(String... names) {
        return new SlurmSettings(
                mode,
                partitions,
                lead,
                rates,
                rate,
                patience,
                brake,
                extend,
                config,
                checkUsers,
                idle,
                parts,
                List.of(names));
    }

    /** The Slurm of a {@code cluster}; null if something is wrong with it. */
    public static @Nullable SlurmSettings read(Fields cluster, @Nullable Path directory) {
        cluster.require("slurm");
        Fields slurm = cluster.object("slurm");
        if (slurm == null) {
            return null;
        }
        Mode mode = slurm.oneOf("mode", Mode.class);
        slurm.require("partitions");
        List<String> partitions = slurm.names("partitions", MOST_PARTITIONS);
        partitions.stream()
                .filter(each -> !NAME.matcher(each).matches())
                .forEach(each -> slurm.fault("partitions", NAME_RULE + ", not \"" + each + "\""));
        Long lead = slurm.positiveDuration("lead");
        if (lead != null && lead > LONGEST_LEAD.toMillis()) {
            slurm.fault("lead", "must be at most 30 days");
        }
        Map<String, Rate> rates = new LinkedHashMap<>();
        slurm.texts("rates").forEach((feature, rate) -> rates.put(feature, rate(slurm, "rates", rate)));
        Rate rate = slurm.parsed("rate", RATE_RULE, text -> Rate.of(DecimalStrings.plain(text)));
        Long patience = slurm.positiveDuration("patience");
        Long brake = slurm.positiveDuration("brake");
        Long idle = slurm.positiveDuration("idle");
        Optional<Boolean> endOnTime = slurm.has("endOnTime") ? Optional.of(slurm.flag("endOnTime")) : Optional.empty();
        String config = slurm.text("config", 4_096);
        boolean parts = slurm.has("parts") && slurm.flag("parts");
        List<String> licences = slurm.names("licences", MOST_LICENCES);
        licences.stream()
                .filter(each -> !LICENCE.matcher(each).matches())
                .forEach(each -> slurm.fault("licences", LICENCE_RULE + ", not \"" + each + "\""));
        boolean checkUsers = !slurm.has("checkUsers") || slurm.flag("checkUsers");
        slurm.closed();
        cluster.closed();
        return new SlurmSettings(
                mode == null ? Mode.KEEP : mode,
                partitions,
                lead == null ? LEAD : Duration.ofMillis(lead),
                rates,
                rate == null ? Rate.of("1") : rate,
                patience == null ? PATIENCE : Duration.ofMillis(patience),
                brake == null ? BRAKE : Duration.ofMillis(brake),
                endOnTime.map(kill -> !kill),
                Optional.ofNullable(config).map(directory == null ? Path::of : directory::resolve),
                checkUsers,
                Optional.ofNullable(idle).map(Duration::ofMillis),
                parts,
                licences);
    }

    private static Rate rate(Fields fields, String field, String text) {
        try {
            return Rate.of(DecimalStrings.plain(text));
        } catch (IllegalArgumentException e) {
            fields.fault(field, RATE_RULE + ", not \"" + text + "\"");
            return Rate.of("1");
        }
    }
}
