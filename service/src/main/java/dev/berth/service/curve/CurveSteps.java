package dev.berth.service.curve;

import dev.berth.engine.agreement.TimeCurve;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Steps of a curve from settings. Hours of the week are worked out from the first of this month for {@link #MONTHS} months, so
 * that they change once a month; changes of the clock in summer and winter are in them.
 */
public final class CurveSteps {
    static final int MONTHS = 14;

    private static final int ONE = 1_000_000;
    private static final int MOST_GRAMS = 1_000_000;

    private CurveSteps() {}

    /**
     * Factors of the price.
     *
     * @param power values that the price follows; empty for none. Outside of their time the price is that of the week alone
     * @return empty if every hour costs the same
     */
    public static Optional<TimeCurve> hours(CurveSettings settings, Optional<DatedValues> power, long now) {
        if (settings.week().isEmpty() && power.isEmpty()) {
            return Optional.empty();
        }
        NavigableMap<Long, BigDecimal> dated = new TreeMap<>();
        power.ifPresent(values -> {
            BigDecimal reference = settings.power().orElseThrow().reference();
            // A negative price of power makes a server free of charge; nobody is paid for booking.
            values.values()
                    .forEach(each -> dated.put(
                            each.from(),
                            each.value().max(BigDecimal.ZERO).divide(reference, 12, RoundingMode.HALF_UP)));
        });
        long end = power.map(DatedValues::until).orElse(0L);
        LocalDate first =
                Instant.ofEpochMilli(now).atZone(settings.zone()).toLocalDate().withDayOfMonth(1);
        long from = start(first, settings.zone());
        long until = start(first.plusMonths(MONTHS), settings.zone());
        if (settings.week().isEmpty()) {
            from = dated.firstKey();
            until = end;
        }
        TreeSet<Long> turns = new TreeSet<>(dated.keySet());
        turns.add(end);
        turns.add(from);
        turns.addAll(turns(settings, first));
        List<TimeCurve.Step> steps = new ArrayList<>();
        for (long turn : turns.subSet(from, until)) {
            int factor = factor(settings, dated.floorEntry(turn), turn >= end, turn);
            if (steps.isEmpty() || steps.getLast().value() != factor) {
                steps.add(new TimeCurve.Step(turn, factor));
            }
        }
        return Optional.of(new TimeCurve(steps, until, ONE));
    }

    private static int factor(
            CurveSettings settings, Map.@Nullable Entry<Long, BigDecimal> dated, boolean over, long time) {
        LocalDateTime wall = Instant.ofEpochMilli(time).atZone(settings.zone()).toLocalDateTime();
        int week = settings.week().stream()
                .filter(rule -> rule.holds(wall))
                .mapToInt(HourRule::factor)
                .findFirst()
                .orElse(ONE);
        if (dated == null || over) {
            return week;
        }
        return BigDecimal.valueOf(week)
                .multiply(dated.getValue())
                .setScale(0, RoundingMode.HALF_UP)
                .min(BigDecimal.valueOf(TimeCurve.MOST_VALUE))
                .intValueExact();
    }

    /** Every moment at which a rule begins or ends, or the clock changes. */
    private static List<Long> turns(CurveSettings settings, LocalDate first) {
        List<Long> turns = new ArrayList<>();
        ZoneId zone = settings.zone();
        LocalDate last = first.plusMonths(MONTHS);
        if (settings.week().isEmpty()) {
            return turns;
        }
        TreeSet<LocalTime> times = new TreeSet<>(List.of(LocalTime.MIDNIGHT));
        settings.week().forEach(rule -> times.addAll(rule.turns()));
        for (LocalDate day = first; day.isBefore(last); day = day.plusDays(1)) {
            for (LocalTime time : times) {
                turns.add(day.atTime(time).atZone(zone).toInstant().toEpochMilli());
                // The later of two hours with the same name, when the clock is put back.
                turns.add(day.atTime(time)
                        .atZone(zone)
                        .withLaterOffsetAtOverlap()
                        .toInstant()
                        .toEpochMilli());
            }
        }
        Instant end = last.atStartOfDay(ZoneOffset.UTC).toInstant();
        ZoneOffsetTransition change =
                zone.getRules().nextTransition(first.atStartOfDay(zone).toInstant());
        while (change != null && change.getInstant().isBefore(end)) {
            turns.add(change.getInstant().toEpochMilli());
            change = zone.getRules().nextTransition(change.getInstant());
        }
        return turns;
    }

    private static long start(LocalDate day, ZoneId zone) {
        return day.atStartOfDay(zone).toInstant().toEpochMilli();
    }

    /** Grams for a kilowatt-hour, in whole grams. Outside of the time of the values their mean is counted. */
    public static TimeCurve carbon(DatedValues values) {
        List<TimeCurve.Step> steps = new ArrayList<>();
        BigInteger sum = BigInteger.ZERO;
        long first = values.values().getFirst().from();
        for (int i = 0; i < values.values().size(); i++) {
            DatedValues.Dated each = values.values().get(i);
            long end =
                    i + 1 < values.values().size() ? values.values().get(i + 1).from() : values.until();
            int grams = each.value()
                    .setScale(0, RoundingMode.HALF_UP)
                    .max(BigDecimal.ZERO)
                    .min(BigDecimal.valueOf(MOST_GRAMS))
                    .intValueExact();
            sum = sum.add(BigInteger.valueOf(grams).multiply(BigInteger.valueOf(end - each.from())));
            if (steps.isEmpty() || steps.getLast().value() != grams) {
                steps.add(new TimeCurve.Step(each.from(), grams));
            }
        }
        int mean = sum.divide(BigInteger.valueOf(values.until() - first)).intValueExact();
        return new TimeCurve(steps, values.until(), mean);
    }
}
