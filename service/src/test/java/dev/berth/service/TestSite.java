package dev.berth.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.site.HandClock;
import dev.berth.site.MemoryJournal;
import dev.berth.site.Settings;
import dev.berth.site.Site;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Rejected;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A site in memory with some accounts, to try out use cases without HTTP. Its time stands still until it is told. */
public final class TestSite implements AutoCloseable {
    public static final long START = 1_800_000_000_000L;
    public static final long HOUR = Duration.ofHours(1).toMillis();

    public static final Account ANA = Account.of("ana", Role.USER);
    public static final Account BEN = Account.of("ben", Role.USER);
    public static final Account OLGA = Account.of("olga", Role.OPERATOR);

    private final HandClock clock = new HandClock(START);
    private final Site site = Site.open(
            new MemoryJournal(),
            () -> new Book("level"),
            clock,
            Facts.keepers(),
            Settings.DEFAULT.withTick(Duration.ofHours(1)));

    public TestSite(Pool... pools) {
        for (Pool pool : pools) {
            submit(new Command.AddPool(pool));
        }
        List.of(ANA, BEN, OLGA).forEach(this::set);
    }

    /** Some servers for exactly this window. */
    public static Job job(String user, Window window, int servers) {
        Job job = Job.exactly("job", window, servers);
        return new Job(job.id(), user, job.ready(), job.deadline(), job.shape(), job.requirements(), job.terms());
    }

    /** Expects a problem of this code that says this, of a field or in its sentence. */
    public static void rejected(Code code, String text, ThrowingCallable call) {
        assertThatExceptionOfType(Rejected.class).isThrownBy(call).satisfies(e -> {
            assertThat(e.problem().code()).isEqualTo(code.text());
            assertThat(e.problem().detail().toString() + e.problem().errors()).contains(text);
        });
    }

    public Site site() {
        return site;
    }

    /** Records the new state of an account. */
    public void set(Account account) {
        write(OLGA, transaction -> {
            transaction.record(Accounts.KIND, account);
            return true;
        });
    }

    public Decision submit(Command command) {
        return write(OLGA, transaction -> transaction.submit(command));
    }

    /** A transaction of somebody's; throws what it throws. */
    public <T> T write(Account actor, Function<Transaction, T> work) {
        try {
            return site.write(actor.name(), work).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Answer that a write would give. */
    public <T> T rehearse(Account actor, Function<Transaction, T> work) {
        return site.rehearse(actor.name(), work);
    }

    public <T> T read(Function<View, T> question) {
        return site.read(question);
    }

    /** The reservation, if it is open. */
    public Optional<Reservation> open(ReservationId id) {
        return site.read(view -> Bookings.find(view, id));
    }

    /** How many have servers. */
    public int open() {
        return site.read(view -> view.reservations().size());
    }

    /** Lets time pass, and the site do what is due. */
    public void pass(long time) {
        clock.pass(time);
        write(OLGA, Transaction::now);
    }

    /** Audited actions, the latest last, such as {@code ana book r1}. */
    public List<String> deeds() {
        return read(view -> view.facts(AuditLog.class).before(Long.MAX_VALUE, null, 1_000).reversed().stream()
                .map(line -> "%s %s %s"
                        .formatted(line.actor(), line.deed().what(), line.deed().subject()))
                .toList());
    }

    @Override
    public void close() {
        site.close();
    }
}
