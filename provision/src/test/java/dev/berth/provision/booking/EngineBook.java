package dev.berth.provision.booking;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.provision.slot.Allocation;
import java.util.Map;

/** A pool of a book of this process. A receipt is the number of a reservation. */
public final class EngineBook implements SiteBook {
    private final Book book;
    private final PoolId pool;
    private final long patience;

    /**
     * The pool of a book.
     *
     * @param patience how long something is held, in the book's units of time
     */
    public EngineBook(Book book, PoolId pool, long patience) {
        this.book = book;
        this.pool = pool;
        this.patience = patience;
    }

    @Override
    public Answer hold(String label, Allocation allocation) {
        Job job = Job.exactly(label, new Window(allocation.start(), allocation.end()), allocation.servers())
                .requiring(new Requirements(pool, Map.of()));
        return answer(book.submit(new Command.Hold(job, book.now() + patience)), "");
    }

    @Override
    public Answer confirm(String receipt) {
        return answer(book.submit(new Command.Confirm(id(receipt))), receipt);
    }

    @Override
    public void release(String receipt) {
        book.submit(new Command.Cancel(id(receipt)));
    }

    private static Answer answer(Decision decision, String receipt) {
        return switch (decision) {
            case Decision.Accepted accepted ->
                new Answer.Held(
                        receipt.isEmpty()
                                ? Long.toString(accepted.reservation().id().number())
                                : receipt);
            case Decision.Refused refused ->
                new Answer.Declined(refused.refusal().message());
            case Decision.Report report -> throw new IllegalStateException("a report: " + report);
        };
    }

    private static ReservationId id(String receipt) {
        return new ReservationId(Long.parseLong(receipt));
    }
}
