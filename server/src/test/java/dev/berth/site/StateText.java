package dev.berth.site;

import dev.berth.engine.book.Book;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.site.codec.Codec;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Optional;

/** All that a site knows, as lines of text that do not depend on the form of snapshots or the names of classes. */
final class StateText {
    private final StringBuilder text = new StringBuilder();

    private StateText() {}

    static String of(Contents contents) {
        StateText state = new StateText();
        state.book(contents.book);
        contents.keepers.forEach((kind, keeper) -> keeper.capture().forEach(piece -> state.line(kind, piece)));
        contents.closed.capture().forEach(piece -> state.line("closed", piece));
        return state.text.toString();
    }

    private void line(String what, String value) {
        text.append(what).append(' ').append(value).append('\n');
    }

    private void line(String what, byte[] json) {
        line(what, new String(json, StandardCharsets.UTF_8));
    }

    private <T> void line(String what, Class<T> type, T value) {
        line(what, Codec.write(type, value));
    }

    private void book(Book book) {
        line("decides", book.policy() + " " + book.admission());
        line("now", Long.toString(book.now()));
        for (Pool pool : book.pools()) {
            line("pool", Pool.class, pool);
            book.outages(pool.id())
                    .forEach(outage -> line(
                            "outage",
                            outage.server() + " " + outage.window()
                                    + (outage.isBlock() ? " by " + outage.cause() : "")));
            if (!book.shunned(pool.id()).isEmpty()) {
                line("shunned", book.shunned(pool.id()).ranges());
            }
            book.tariff(pool.id()).ifPresent(tariff -> line("tariff", dev.berth.engine.agreement.Tariff.class, tariff));
        }
        book.reservations().stream()
                .sorted(Comparator.comparing(Reservation::id))
                .forEach(reservation ->
                        line(held(book, reservation.id()) + "reservation", Reservation.class, reservation));
        book.degraded().stream()
                .sorted(Comparator.comparing(each -> each.reservation().id()))
                .forEach(each -> {
                    line("degraded since " + each.since(), Reservation.class, each.reservation());
                    line("because", each.reason().code());
                });
        book.rounds().ifPresent(rounds -> line("rounds", dev.berth.engine.intake.Rounds.class, rounds));
        book.queued().forEach(request -> line("queued", dev.berth.engine.intake.Queued.class, request));
        book.declined()
                .forEach(each -> line("declined", each.id() + " " + each.user() + " " + each.at() + " " + each.code()));
        book.queuedOpportunists().forEach(each -> line("opportunist", dev.berth.engine.model.Opportunist.class, each));
        book.runningOpportunists()
                .forEach(each -> line(
                        "running",
                        each.id() + " " + each.pool() + " " + each.servers() + " " + each.start() + " "
                                + each.opportunist().left()));
    }

    private static String held(Book book, ReservationId id) {
        Optional<Long> until = book.heldUntil(id);
        return until.map(time -> "until " + time + " ").orElse("");
    }
}
