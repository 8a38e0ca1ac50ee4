package dev.berth.broker.deal;

import dev.berth.broker.remote.RemoteStanding;
import dev.berth.broker.remote.Reserved;
import dev.berth.engine.model.Money;
import dev.berth.service.provision.TaskPlace;
import java.util.List;
import java.util.Optional;

/**
 * Part of a deal that is booked at one site: a hold group there.
 *
 * @param group its name, chosen before the site is asked for the first time, so that every request can be repeated
 * @param request exactly what is sent to hold it; a repeated request must be the same to the last byte
 * @param again whether it was held once more, because the first hold had lapsed after the decision
 * @param reservations as the site last told; empty before
 * @param fee what cancelling it has cost; empty while it is kept
 * @param tasks of a workflow that run at this site
 */
public record DealPart(
        String site,
        String group,
        String request,
        boolean again,
        List<Reserved> reservations,
        Optional<Money> fee,
        Optional<List<TaskPlace>> tasks) {
    public DealPart {
        reservations = List.copyOf(reservations);
        tasks = tasks.map(List::copyOf);
    }

    public static DealPart planned(String site, String group, String request) {
        return new DealPart(site, group, request, false, List.of(), Optional.empty(), Optional.empty());
    }

    /** The same for tasks of a workflow. */
    public DealPart running(List<TaskPlace> all) {
        return new DealPart(site, group, request, again, reservations, fee, Optional.of(all));
    }

    public DealPart with(List<Reserved> others) {
        return new DealPart(site, group, request, again, others, fee, tasks);
    }

    public DealPart renewed(String other) {
        return new DealPart(site, other, request, true, List.of(), Optional.empty(), tasks);
    }

    /** All of it is reserved. */
    public DealPart booked(List<Reserved> confirmed) {
        return with(confirmed.stream()
                .map(each -> each.standing(RemoteStanding.WAITING))
                .toList());
    }

    public DealPart released(Money cost) {
        List<Reserved> ended = reservations.stream()
                .map(each -> each.standing().isEmpty() || each.stands().isOver()
                        ? each
                        : each.standing(RemoteStanding.CANCELLED))
                .toList();
        return new DealPart(site, group, request, again, ended, Optional.of(cost), tasks);
    }

    /** Fewer jobs than before. */
    DealPart reduced(String other, List<Reserved> kept) {
        return new DealPart(site, group, other, again, kept, fee, Optional.empty());
    }

    /** Part to be released although it may be booked: keeps its reservations, which are cancelled one by one. */
    DealPart loose() {
        return new DealPart(site, group, "", again, reservations, Optional.empty(), Optional.empty());
    }

    /** Part that is given up: keeps only its site and name. */
    DealPart slim() {
        return new DealPart(site, group, "", again, List.of(), Optional.empty(), Optional.empty());
    }

    /** About how much memory it takes, in tenths of a small part. */
    public long weight() {
        return 10L + reservations.size() + tasks.map(List::size).orElse(0);
    }

    public Money price() {
        return reservations.stream().map(Reserved::price).reduce(Money.ZERO, Money::plus);
    }
}
