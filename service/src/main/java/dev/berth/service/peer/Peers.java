package dev.berth.service.peer;

import java.util.List;
import java.util.function.Supplier;

/** The servers of a site. */
public interface Peers {
    /**
     * How they stand.
     *
     * @param term how often the leader has changed or was in doubt; 0 for a site that one server has to itself
     * @param version the number of the last entry of the site
     */
    record Standing(long term, long version, List<Peer> peers) {
        public Standing {
            peers = List.copyOf(peers);
        }
    }

    Standing standing();

    /**
     * Lets a server lead no more, or again. A leader hands over as soon as another server can lead.
     *
     * @return false if there is no server with that name, or it is the only one that can ever lead
     */
    boolean drain(String name, boolean isDrained);

    /** One server that has a site to itself. */
    static Peers alone(Supplier<Peer> only) {
        return new Peers() {
            @Override
            public Standing standing() {
                Peer now = only.get();
                return new Standing(0, now.version(), List.of(now));
            }

            @Override
            public boolean drain(String name, boolean isDrained) {
                return false;
            }
        };
    }
}
