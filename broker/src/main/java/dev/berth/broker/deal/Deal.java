package dev.berth.broker.deal;

import dev.berth.engine.model.Money;
import dev.berth.wire.IdKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Deal that a broker books at several sites, all or nothing; as a fact, its state from then on. A fact is durable before
 * the requests that follow from it are sent.
 *
 * @param number counts deals upwards from 1
 * @param budget for all parts together
 * @param others what is tried next, one after the other, if this plan cannot be had
 * @param made when it was asked for, and {@code changed} when it came to this state or plan
 * @param life until when something that it holds may be kept by a site, by the clock of the broker
 * @param parts the plan that is tried, or was last
 * @param loose parts of earlier plans, which are released as soon as their sites can be reached
 * @param reasons why it, or earlier plans, could not be had
 * @param aftermath what becomes of it beside its booking; empty if there is nothing to tell
 */
public record Deal(
        long number,
        String user,
        String name,
        Optional<Money> budget,
        List<DealPlan> others,
        State state,
        long made,
        long changed,
        long life,
        List<DealPart> parts,
        List<DealPart> loose,
        List<Reason> reasons,
        Optional<Aftermath> aftermath) {
    private static final int MOST_REASONS = 100;

    /** How far it has come. */
    public enum State {
        /** The sites are asked to hold their parts; nothing is decided. */
        HOLDING,
        /** Every site has said yes: from now on all of it is to be confirmed. */
        DECIDED,
        /** All parts are reservations, and none has begun. */
        BOOKED,
        /** It cannot be had, or is cancelled before the decision; the holds are released. */
        RELEASING,
        RELEASED,
        /** It is cancelled, or a site has let its hold lapse after the decision; what is confirmed is cancelled. */
        UNDOING,
        UNDONE,
        /** It was booked, and a part has begun. */
        RUNNING,
        /** It was booked, and all parts are over. */
        DONE,
        /** It was booked, and a site could not keep a part, or somebody has cancelled one there; others may still stand. */
        BROKEN,
        /** It was booked, and what a site could not keep is being booked elsewhere; the other parts stand. */
        REPLACING
    }

    public Deal {
        others = List.copyOf(others);
        parts = List.copyOf(parts);
        loose = List.copyOf(loose);
        reasons = List.copyOf(reasons);
    }

    /**
     * A new one that tries these plans in their order.
     *
     * @param left why some sites were left out of them
     * @param replace what may take the place of a part that is lost
     */
    public static Deal planned(
            long number,
            String user,
            String name,
            Optional<Money> budget,
            List<DealPlan> plans,
            List<Reason> left,
            Optional<Replacement> replace,
            long now,
            long life) {
        return new Deal(
                number,
                user,
                name,
                budget,
                plans.subList(1, plans.size()),
                State.HOLDING,
                now,
                now,
                life,
                plans.getFirst().parts(),
                List.of(),
                left.stream().limit(MOST_REASONS).toList(),
                replace.map(Aftermath::replacing));
    }

    public String id() {
        return IdKind.DEAL.id(number);
    }

    /** Whether it has come to its end; groups of earlier plans may still be released. */
    public boolean isOver() {
        return switch (state) {
            case HOLDING, DECIDED, RELEASING, UNDOING -> false;
            case BOOKED, RUNNING, DONE, BROKEN, REPLACING, RELEASED, UNDONE -> true;
        };
    }

    /** Whether it is booked, as far as its sites keep it. */
    public boolean isKept() {
        return state == State.BOOKED || state == State.RUNNING || state == State.BROKEN || state == State.REPLACING;
    }

    /** Whether something may still become of its reservations. */
    public boolean isFollowed() {
        return isKept()
                && parts.stream()
                        .flatMap(part -> part.reservations().stream())
                        .anyMatch(each -> !each.stands().isOver());
    }

    /** News since it was booked, the latest last. */
    public List<News> news() {
        return after().news();
    }

    /** Reasons why it waits, which somebody has to look after. */
    public List<Reason> waits() {
        return after().waits();
    }

    /** Terms for replacing a lost part; empty if nothing may take its place. */
    public Optional<Replacement> replacement() {
        return after().replace();
    }

    public Optional<Mending> mending() {
        return after().mending();
    }

    public Optional<Move> move() {
        return after().move();
    }

    Aftermath after() {
        return aftermath.orElse(Aftermath.NONE);
    }

    /** Whether there is something left to do. */
    public boolean isOpen() {
        return !isOver() || state == State.REPLACING || !loose.isEmpty();
    }

    public Money price() {
        return parts.stream().map(DealPart::price).reduce(Money.ZERO, Money::plus);
    }

    public Money fees() {
        return parts.stream()
                .flatMap(part -> part.fee().stream())
                .reduce(after().fees().orElse(Money.ZERO), Money::plus);
    }

    /** This plan cannot be had: the next one, or the end. */
    public Deal failed(List<Reason> why, long now, long newLife) {
        return others.isEmpty()
                ? with(State.RELEASING, List.of(), now, life, parts, loose, all(why))
                : with(
                        State.HOLDING,
                        others.subList(1, others.size()),
                        now,
                        Math.max(life, newLife),
                        others.getFirst().parts(),
                        joined(loose, slim(parts)),
                        all(why));
    }

    /** Everybody holds. */
    public Deal decided(List<DealPart> held, long now, long until) {
        return with(State.DECIDED, List.of(), now, until, held, loose, reasons);
    }

    /** Holds lapsed parts once more, under new names. */
    public Deal renewed(List<DealPart> next, long now, long newLife) {
        Set<String> kept = next.stream().map(DealPart::group).collect(Collectors.toSet());
        List<DealPart> gone =
                parts.stream().filter(part -> !kept.contains(part.group())).toList();
        return with(State.DECIDED, List.of(), now, Math.max(life, newLife), next, joined(loose, slim(gone)), reasons);
    }

    public Deal booked(List<DealPart> confirmed, long now) {
        return with(State.BOOKED, List.of(), now, life, confirmed, loose, reasons);
    }

    /** Gives it up, as far as it has come. */
    public Deal givenUp(List<Reason> why, long now) {
        List<DealPart> all = joined(
                joined(parts, mending().stream().map(Mending::part).toList()),
                move().map(Move::parts).orElse(List.of()));
        return with(
                        state == State.HOLDING ? State.RELEASING : State.UNDOING,
                        List.of(),
                        now,
                        life,
                        all,
                        loose,
                        all(why))
                .with(after().mending(Optional.empty()).move(Optional.empty()));
    }

    /** Nothing is kept any more. */
    public Deal over(List<DealPart> released, List<DealPart> stillLoose, long now) {
        return with(
                        state == State.RELEASING ? State.RELEASED : State.UNDONE,
                        List.of(),
                        now,
                        life,
                        released,
                        stillLoose,
                        reasons)
                .with(after().waitingFor(List.of()));
    }

    /** It goes on as soon as somebody has looked after this. */
    public Deal waitingFor(List<Reason> what) {
        return with(after().waitingFor(what));
    }

    /** Its sites have told something new. */
    Deal followed(List<DealPart> seen, List<News> more, long now) {
        return with(state, List.of(), changed, life, seen, loose, reasons)
                .with(after().with(more))
                .settled(now);
    }

    /** Deal in the state that follows from its reservations. */
    public Deal settled(long now) {
        State next = Followed.state(parts, after());
        return with(next, others, next == state ? changed : now, life, parts, loose, reasons);
    }

    /** These are released, too. */
    Deal releasing(List<DealPart> more, long until) {
        return with(state, others, changed, until, parts, joined(loose, more), reasons);
    }

    Deal because(List<Reason> why) {
        return with(state, others, changed, life, parts, loose, all(why));
    }

    public Deal tidied(List<DealPart> stillLoose) {
        return with(state, others, changed, life, parts, stillLoose, reasons);
    }

    private Deal with(
            State next,
            List<DealPlan> left,
            long now,
            long until,
            List<DealPart> current,
            List<DealPart> released,
            List<Reason> why) {
        return new Deal(number, user, name, budget, left, next, made, now, until, current, released, why, aftermath);
    }

    Deal with(Aftermath other) {
        return new Deal(
                number,
                user,
                name,
                budget,
                others,
                state,
                made,
                changed,
                life,
                parts,
                loose,
                reasons,
                Optional.of(other).filter(each -> !each.equals(Aftermath.NONE)));
    }

    private List<Reason> all(List<Reason> more) {
        return joined(reasons, more).stream().limit(MOST_REASONS).toList();
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private static List<DealPart> slim(List<DealPart> all) {
        List<DealPart> slim = new ArrayList<>();
        all.forEach(part -> slim.add(part.slim()));
        return slim;
    }
}
