package dev.berth.api.planning;

import dev.berth.api.Checks;
import dev.berth.api.PoolReader;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Changes;
import dev.berth.service.booking.Drain;
import dev.berth.site.View;
import dev.berth.wire.ChangeReader;
import dev.berth.wire.Fields;
import dev.berth.wire.IdKind;
import dev.berth.wire.JobReader;
import dev.berth.wire.PoolJson;
import dev.berth.wire.problem.Problem;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads one command of a what-if. Whether it is allowed is asked when it is made: it takes what it would take in earnest,
 * so that a what-if tells nobody more than they may know.
 */
final class CommandReader {
    private enum Kind {
        RESERVE,
        CANCEL,
        CONFIRM,
        CHANGE,
        ADD_POOL,
        ADD_SERVERS,
        DRAIN,
        RESTORE
    }

    private final Fields fields;
    private final Account account;
    private final long now;
    private final Predicate<Requirements> isRun;

    /** @param isRun whether something waits to run a job with these requirements */
    CommandReader(Fields fields, Account account, long now, Predicate<Requirements> isRun) {
        this.fields = fields;
        this.account = account;
        this.now = now;
        this.isRun = isRun;
    }

    /** Function that makes the command; must be called only if no field was wrong. */
    Function<View, Command> read() {
        fields.require("kind");
        Kind kind = fields.oneOf("kind", Kind.class);
        if (kind == null) {
            return view -> {
                throw new IllegalStateException("the kind was wrong");
            };
        }
        Function<View, Command> command = switch (kind) {
            case RESERVE -> reserve();
            case CANCEL -> onOwn(reservation -> new Command.Cancel(reservation.id()));
            case CONFIRM -> onOwn(reservation -> new Command.Confirm(reservation.id()));
            case CHANGE -> change();
            case ADD_POOL -> addPool();
            case ADD_SERVERS -> addServers();
            case DRAIN -> drain();
            case RESTORE -> restore();
        };
        fields.closed();
        return command;
    }

    private Function<View, Command> reserve() {
        fields.require("job");
        Fields inner = fields.object("job");
        Job job = inner == null ? null : JobReader.read(inner, account.name(), now, isRun);
        if (inner != null) {
            inner.closed();
        }
        return view -> new Command.Reserve(Bookings.mayBook(view, account, Checks.present(job)));
    }

    private Function<View, Command> onOwn(Function<Reservation, Command> make) {
        fields.require("reservation");
        ReservationId id = fields.parsed(
                "reservation",
                "must be a reservation such as r17",
                text -> new ReservationId(IdKind.RESERVATION.number(text).orElseThrow(IllegalArgumentException::new)));
        return view -> {
            ReservationId wanted = Checks.present(id);
            Reservation reservation = Bookings.find(view, wanted)
                    .orElseThrow(() -> Problem.invalid("reservation", wanted.toString(), "must be an open reservation")
                            .toException());
            account.checkOwns(reservation.job().user(), "reservation " + reservation.id());
            return make.apply(reservation);
        };
    }

    private Function<View, Command> change() {
        fields.require("change");
        Fields inner = fields.object("change");
        ChangeReader.Asked change = inner == null ? null : ChangeReader.read(inner);
        if (inner != null) {
            inner.flag("dryRun");
            inner.closed();
        }
        return onOwn(reservation -> switch (Checks.present(change)) {
            case ChangeReader.Adjusted adjusted -> Changes.adjustment(reservation, adjusted.change());
            case ChangeReader.Required required -> Changes.requiring(reservation, required.change());
        });
    }

    private Function<View, Command> addPool() {
        fields.require("pool");
        Fields inner = fields.object("pool");
        PoolJson.Planned planned = inner == null ? null : PoolJson.read(inner);
        if (inner != null) {
            inner.closed();
        }
        return operating(view -> new Command.AddPool(Checks.present(planned).pool()));
    }

    private Function<View, Command> addServers() {
        PoolId pool = pool();
        fields.require("count");
        int count = fields.whole("count", 1, PoolReader.MOST_NAMED, 1);
        Long from = fields.instantRoundedUp("from");
        return operating(view -> new Command.AddServers(Checks.present(pool), count, from == null ? view.now() : from));
    }

    private Function<View, Command> drain() {
        PoolId pool = pool();
        Drain drain = PoolReader.drain(fields);
        return operating(view -> drain.command(Checks.present(pool), view.now(), false));
    }

    private Function<View, Command> restore() {
        PoolId pool = pool();
        ServerSet servers = PoolReader.servers(fields);
        return operating(view -> new Command.Restore(Checks.present(pool), servers));
    }

    private @Nullable PoolId pool() {
        fields.require("pool");
        return fields.parsed("pool", "must be the name of a pool", PoolId::new);
    }

    private Function<View, Command> operating(Function<View, Command> make) {
        return view -> {
            if (!account.is(Role.OPERATOR)) {
                throw Problem.notAllowed("Only operators may change pools and servers")
                        .toException();
            }
            return make.apply(view);
        };
    }
}
