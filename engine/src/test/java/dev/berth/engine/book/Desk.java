package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.List;

/** A book with what a test by hand says to it; a command that is refused must leave it as it was. */
record Desk(Book book) {
    static final PoolId POOL = new PoolId("p");

    /** One pool p of rate 1. */
    static Desk of(String policy, int servers) {
        return of(policy, new Pool("p", servers, "1"));
    }

    static Desk of(String policy, Pool... pools) {
        Desk desk = new Desk(new Book(policy));
        for (Pool pool : pools) {
            desk.accept(new Command.AddPool(pool));
        }
        return desk;
    }

    List<Event> accept(Command command) {
        Decision decision = book.submit(command);
        assertThat(decision).as(book.policy()).isInstanceOf(Accepted.class);
        return ((Accepted) decision).events();
    }

    ReservationId reserve(Job job) {
        Decision decision = book.submit(new Command.Reserve(job));
        assertThat(decision).as(book.policy()).isInstanceOf(Accepted.class);
        return ((Accepted) decision).reservation().id();
    }

    Refusal refuse(Command command) {
        byte[] before = book.snapshot();
        Decision decision = book.submit(command);
        assertThat(decision).as(book.policy()).isInstanceOf(Refused.class);
        assertThat(book.snapshot()).isEqualTo(before);
        return ((Refused) decision).refusal();
    }

    void advance(long to) {
        accept(new Command.Advance(to));
    }

    /** Fails the server on which a reservation runs or is to run. */
    List<Event> failUnder(ReservationId id) {
        PoolId pool = get(id).placement().pool();
        int server = book.handout(pool).get(id).get(0);
        return accept(new Command.Fail(pool, ServerSet.of(server)));
    }

    Reservation get(ReservationId id) {
        return book.reservation(id).orElseThrow();
    }

    Window window(ReservationId id) {
        return get(id).window();
    }
}
