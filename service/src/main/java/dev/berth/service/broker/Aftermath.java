package dev.berth.service.broker;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What becomes of a deal beside its booking.
 *
 * @param news what has happened to its reservations, the latest last
 * @param waits what it waits for that somebody has to look after, such as a token that a site rejects
 * @param replace what may take the place of a part that is lost; empty if nothing may
 * @param mending what is being booked in the place of a part that is lost
 */
public record Aftermath(List<News> news, List<Reason> waits, Optional<Replacement> replace, Optional<Mending> mending) {
    static final Aftermath NONE = new Aftermath(List.of(), List.of(), Optional.empty(), Optional.empty());

    private static final int MOST_NEWS = 100;

    public Aftermath {
        news = List.copyOf(news);
        waits = List.copyOf(waits);
    }

    static Aftermath replacing(Optional<Replacement> terms) {
        return new Aftermath(List.of(), List.of(), terms, Optional.empty());
    }

    /** More has happened; of very much only the latest is kept. */
    Aftermath with(List<News> more) {
        List<News> all = Stream.concat(news.stream(), more.stream()).toList();
        return new Aftermath(all.subList(Math.max(0, all.size() - MOST_NEWS), all.size()), waits, replace, mending);
    }

    Aftermath waitingFor(List<Reason> what) {
        return new Aftermath(news, what, replace, mending);
    }

    Aftermath tried(List<String> more) {
        return new Aftermath(news, waits, replace.map(terms -> terms.withTried(more)), mending);
    }

    Aftermath mending(Optional<Mending> next) {
        return new Aftermath(news, waits, replace, next);
    }
}
