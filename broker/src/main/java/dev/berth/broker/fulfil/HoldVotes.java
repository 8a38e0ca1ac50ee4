package dev.berth.broker.fulfil;

import dev.berth.broker.deal.BrokerTerms;
import dev.berth.broker.deal.DealPart;
import dev.berth.broker.deal.Reason;
import dev.berth.broker.remote.Vote;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Votes of the sites of a plan when they were asked to hold its parts.
 *
 * @param held the parts that are held, as their sites tell
 * @param refused why others are not
 * @param silent which sites have given no usable answer
 * @param left how long all that is held lasts at least, in milliseconds
 */
record HoldVotes(List<DealPart> held, List<Reason> refused, List<Reason> silent, long left) {
    /** @param tooSoon what is said of a part that its site cannot hold until all are confirmed */
    static HoldVotes of(List<DealPart> parts, List<Vote> votes, BrokerTerms terms, String tooSoon) {
        List<DealPart> held = new ArrayList<>();
        List<Reason> refused = new ArrayList<>();
        List<Reason> silent = new ArrayList<>();
        long left = terms.hold().toMillis();
        for (int i = 0; i < parts.size(); i++) {
            DealPart part = parts.get(i);
            switch (votes.get(i)) {
                case Vote.Held yes
                when yes.left() < terms.margin(parts.size()) ->
                    refused.add(new Reason(part.site(), "too-soon", tooSoon));
                case Vote.Held yes -> {
                    held.add(part.with(yes.reservations()));
                    left = Math.min(left, yes.left());
                }
                case Vote.Confirmed yes -> held.add(part.with(yes.reservations()));
                case Vote.Refused no -> refused.add(Reason.refused(part, no));
                case Vote.Unknown none -> silent.add(Reason.silent(part, none));
                case Vote.Released none -> throw none.unexpected();
                case Vote.Offered none -> throw none.unexpected();
            }
        }
        return new HoldVotes(held, refused, silent, left);
    }

    /** Why not all is held. */
    List<Reason> reasons() {
        return Stream.concat(refused.stream(), silent.stream()).toList();
    }
}
