package dev.berth.service.account;

import dev.berth.engine.model.Reservation;
import dev.berth.service.site.Transaction;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What an account may book: how much in a sliding window, and how long ahead. */
public final class Limits {
    private static final BigDecimal HOUR =
            BigDecimal.valueOf(Duration.ofHours(1).toMillis());

    private Limits() {}

    /** A limit that a reservation would break. */
    public sealed interface Broken {}

    /** Amounts in server-milliseconds. */
    public record OverQuota(Account account, long booked, long asked) implements Broken {}

    /** The lead is from now to the start. */
    public record WrongLead(Account account, long lead) implements Broken {}

    public static Optional<Broken> broken(Transaction transaction, Account account, Reservation reservation) {
        long lead = reservation.window().start() - transaction.now();
        if (lead < account.leastLead() || (account.mostLead() > 0 && lead > account.mostLead())) {
            return Optional.of(new WrongLead(account, lead));
        }
        if (account.quota() == 0) {
            return Optional.empty();
        }
        long booked = transaction
                .view()
                .facts(Usage.class)
                .since(
                        account.name(),
                        transaction.now() - account.quotaWindow(),
                        reservation.id().number());
        long asked = amount(reservation);
        return booked + asked > account.quota() ? Optional.of(new OverQuota(account, booked, asked)) : Optional.empty();
    }

    /** The same for many at once, none of which is counted yet. */
    public static Optional<Broken> broken(Transaction transaction, Account account, List<Reservation> reservations) {
        long asked = 0;
        for (Reservation reservation : reservations) {
            long lead = reservation.window().start() - transaction.now();
            if (lead < account.leastLead() || (account.mostLead() > 0 && lead > account.mostLead())) {
                return Optional.of(new WrongLead(account, lead));
            }
            asked = Math.min(Long.MAX_VALUE / 4, asked + amount(reservation));
        }
        long booked = account.quota() == 0
                ? 0
                : transaction
                        .view()
                        .facts(Usage.class)
                        .since(account.name(), transaction.now() - account.quotaWindow(), 0);
        return account.quota() > 0 && booked + asked > account.quota()
                ? Optional.of(new OverQuota(account, booked, asked))
                : Optional.empty();
    }

    /** Counts a reservation against its user's quota, if there is one. */
    public static void charge(Transaction transaction, Account account, Reservation reservation) {
        if (account.quota() > 0) {
            transaction.record(
                    Usage.KIND,
                    new Usage.Charge(account.name(), reservation.id().number(), amount(reservation)));
        }
    }

    /** Gives back what has not been used. */
    public static void refund(Transaction transaction, Account account, Reservation reservation) {
        if (account.quota() > 0 && !reservation.isRunning()) {
            transaction.record(
                    Usage.KIND,
                    new Usage.Charge(account.name(), reservation.id().number(), 0));
        }
    }

    private static long amount(Reservation reservation) {
        return amount(reservation.window().length(), reservation.placement().count());
    }

    /** In server-milliseconds. */
    public static long amount(long length, int count) {
        // A pool of millions of servers for a century does not fit; it is over any quota then.
        return length > Long.MAX_VALUE / 4 / count ? Long.MAX_VALUE / 4 : length * count;
    }

    /** Server-hours, for people. */
    public static String hours(long serverMillis) {
        return BigDecimal.valueOf(serverMillis)
                .divide(HOUR, 6, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    public static long serverMillis(String hours) {
        return new BigDecimal(hours)
                .multiply(HOUR)
                .setScale(0, RoundingMode.UNNECESSARY)
                .longValueExact();
    }
}
