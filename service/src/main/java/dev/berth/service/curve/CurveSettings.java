package dev.berth.service.curve;

import dev.berth.wire.DecimalStrings;
import dev.berth.wire.Fields;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Hours and dates by which pools cost more or less, and what their power causes: an entry of {@code curves} in
 * {@code site.yaml}.
 *
 * @param pools by name; empty for all
 * @param zone in which the hours of the week are meant
 * @param week the first rule that holds at a time gives the factor; where none does it is 1
 * @param power file whose values the price follows
 * @param carbon file with grams of carbon dioxide for a kilowatt-hour
 */
public record CurveSettings(
        List<String> pools, ZoneId zone, List<HourRule> week, Optional<Power> power, Optional<Emissions> carbon) {
    private static final int MOST_RULES = 50;
    private static final int MOST_WATTS = 1_000_000;

    /**
     * File with a price of power.
     *
     * @param reference the value at which the base price holds; at twice this value the price is twice the base price
     */
    public record Power(Path file, BigDecimal reference) {}

    /**
     * File with grams of carbon dioxide for a kilowatt-hour.
     *
     * @param watts that a server draws
     */
    public record Emissions(Path file, int watts) {}

    public CurveSettings {
        pools = List.copyOf(pools);
        week = List.copyOf(week);
    }

    /** Whether a pool follows these. */
    boolean concern(String pool) {
        return pools.isEmpty() || pools.contains(pool);
    }

    /** Reads an entry; paths in it are relative to the directory. */
    public static CurveSettings read(Fields fields, @Nullable Path directory) {
        List<String> pools = fields.names("pools", 10_000);
        ZoneId zone = fields.parsed("zone", "must be a time zone such as Europe/Zurich", CurveSettings::zone);
        List<HourRule> week = new ArrayList<>();
        for (Fields each : fields.optionalObjects("week", MOST_RULES)) {
            week.add(HourRule.read(each));
        }
        Fields power = fields.object("power");
        Fields carbon = fields.object("carbon");
        Optional<Power> prices = power == null ? Optional.empty() : power(power, directory);
        Optional<Emissions> emissions = carbon == null ? Optional.empty() : carbon(carbon, directory);
        fields.closed();
        return new CurveSettings(pools, zone == null ? ZoneId.systemDefault() : zone, week, prices, emissions);
    }

    private static ZoneId zone(String name) {
        if (!ZoneId.getAvailableZoneIds().contains(name)) {
            throw new DateTimeException("unknown zone");
        }
        return ZoneId.of(name);
    }

    private static Optional<Power> power(Fields fields, @Nullable Path directory) {
        Path file = file(fields, directory);
        fields.require("reference");
        BigDecimal reference = fields.parsed("reference", "must be a decimal above 0", CurveSettings::reference);
        fields.closed();
        return reference == null ? Optional.empty() : Optional.of(new Power(file, reference));
    }

    private static BigDecimal reference(String text) {
        BigDecimal reference = new BigDecimal(DecimalStrings.plain(text));
        if (reference.signum() <= 0) {
            throw new IllegalArgumentException("not above 0");
        }
        return reference;
    }

    private static Optional<Emissions> carbon(Fields fields, @Nullable Path directory) {
        Path file = file(fields, directory);
        fields.require("watts");
        int watts = fields.whole("watts", 1, MOST_WATTS, 1);
        fields.closed();
        return Optional.of(new Emissions(file, watts));
    }

    private static Path file(Fields fields, @Nullable Path directory) {
        Path file = Path.of(fields.requiredText("file", 1_000));
        return directory == null ? file : directory.resolve(file);
    }
}
