package dev.berth.broker.remote;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The way to the sites. It notes for each site whether the last request was answered, and since when that is so. */
public final class Reach implements SiteLink {
    private final SiteLink link;
    private final LongSupplier clock;
    private final Map<String, State> states = new ConcurrentHashMap<>();

    /** Whether a site has answered the last request, and since when that is so. */
    public record State(boolean reached, long since) {}

    public Reach(SiteLink link, LongSupplier clock) {
        this.link = link;
        this.clock = clock;
    }

    /** Empty if the site was never asked. */
    public Optional<State> of(String site) {
        return Optional.ofNullable(states.get(site));
    }

    @Override
    public List<String> sites() {
        return link.sites();
    }

    @Override
    public Reply send(String site, String user, String method, String path, String body) throws IOException {
        try {
            Reply reply = link.send(site, user, method, path, body);
            note(site, true);
            return reply;
        } catch (NoToken e) {
            throw e;
        } catch (IOException e) {
            note(site, false);
            throw e;
        }
    }

    private void note(String site, boolean reached) {
        State before = states.get(site);
        if (before == null || before.reached() != reached) {
            states.put(site, new State(reached, clock.getAsLong()));
        }
    }
}
