package dev.berth.broker.deal;

import dev.berth.engine.model.Money;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * State of a deal beside its booking: news, reasons to wait, and replacements of lost parts.
 *
 * @param news what has happened to its reservations, the latest last
 * @param waits what it waits for that somebody has to look after, such as a token that a site rejects
 * @param replace what may take the place of a part that is lost; empty if nothing may
 * @param mending what is being booked in the place of a part that is lost
 * @param move all parts in another window, which are being booked in the place of those that it has
 * @param fees what it has cost to give up parts for others
 */
public record Aftermath(
        List<News> news,
        List<Reason> waits,
        Optional<Replacement> replace,
        Optional<Mending> mending,
        Optional<Move> move,
        Optional<Money> fees) {
    static final Aftermath NONE =
            new Aftermath(List.of(), List.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private static final int MOST_NEWS = 100;

    public Aftermath {
        news = List.copyOf(news);
        waits = List.copyOf(waits);
    }

    static Aftermath replacing(Replacement terms) {
        return new Aftermath(
                List.of(), List.of(), Optional.of(terms), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** More has happened; of very much only the latest is kept. */
    Aftermath with(List<News> more) {
        List<News> all = Stream.concat(news.stream(), more.stream()).toList();
        return new Aftermath(
                all.subList(Math.max(0, all.size() - MOST_NEWS), all.size()), waits, replace, mending, move, fees);
    }

    Aftermath waitingFor(List<Reason> what) {
        return new Aftermath(news, what, replace, mending, move, fees);
    }

    Aftermath tried(List<String> more) {
        return new Aftermath(news, waits, replace.map(terms -> terms.withTried(more)), mending, move, fees);
    }

    Aftermath mending(Optional<Mending> next) {
        return new Aftermath(news, waits, replace, next, move, fees);
    }

    Aftermath move(Optional<Move> next) {
        return new Aftermath(news, waits, replace, mending, next, fees);
    }

    /** Something was given up for this. */
    Aftermath paid(Money cost) {
        Money sum = fees.orElse(Money.ZERO).plus(cost);
        return new Aftermath(
                news, waits, replace, mending, move, Optional.of(sum).filter(all -> !all.equals(Money.ZERO)));
    }
}
