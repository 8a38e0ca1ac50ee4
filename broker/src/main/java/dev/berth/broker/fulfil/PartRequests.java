package dev.berth.broker.fulfil;

import dev.berth.broker.book.Probe;
import dev.berth.broker.deal.DealPart;
import dev.berth.broker.remote.Parallel;
import dev.berth.broker.remote.Reserved;
import dev.berth.broker.remote.SiteCalls;
import dev.berth.broker.remote.Vote;
import dev.berth.engine.model.Money;
import java.util.List;
import java.util.function.Function;

/** Requests about parts of a deal to the sites that they are at. */
record PartRequests(SiteCalls calls, Probe probe) {
    /** All at once: the slowest site decides how long it takes, not their sum. */
    List<Vote> all(String what, List<DealPart> parts, Function<DealPart, Vote> request) {
        return Parallel.map(parts, part -> one(what, part, request));
    }

    private Vote one(String what, DealPart part, Function<DealPart, Vote> request) {
        probe.at("before " + what + " " + part.site());
        Vote vote = request.apply(part);
        probe.at("after " + what + " " + part.site());
        return vote;
    }

    List<Vote> hold(String user, List<DealPart> parts) {
        return all("hold", parts, part -> held(user, part));
    }

    Vote hold(String user, DealPart part) {
        return one("hold", part, each -> held(user, each));
    }

    private Vote held(String user, DealPart part) {
        return calls.hold(part.site(), user, part.group(), part.request());
    }

    Vote confirm(String user, DealPart part) {
        return one("confirm", part, each -> calls.confirm(each.site(), user, each.group()));
    }

    List<Vote> loosen(String user, List<DealPart> parts) {
        return all("release", parts, part -> loosened(user, part));
    }

    /** Releases a part; if it may be booked, cancels each reservation, because other parts may have the same name. */
    Vote loosened(String user, DealPart part) {
        if (part.reservations().isEmpty()) {
            return calls.release(part.site(), user, part.group());
        }
        Money fees = Money.ZERO;
        for (Reserved each : part.reservations()) {
            Vote vote = calls.cancel(part.site(), user, each.id());
            if (!(vote instanceof Vote.Released done)) {
                return vote;
            }
            fees = fees.plus(done.fee());
        }
        return new Vote.Released(fees);
    }
}
