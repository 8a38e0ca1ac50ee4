package dev.berth.provision.federation;

import dev.berth.engine.model.Money;
import dev.berth.engine.model.Window;
import java.util.List;

/** Result of the search for one window at several sites. */
public sealed interface Arrangement {
    /**
     * The window, and what to book for it.
     *
     * @param shares one for each part, in their order
     * @param cost of all, by the advertised prices
     */
    record Arranged(Window window, List<Share> shares, Money cost) implements Arrangement {
        public Arranged {
            shares = List.copyOf(shares);
        }
    }

    /** Servers of one pool for the whole window. */
    record Share(String site, String pool, int servers, Money cost) {}

    /** There is none: what is in the way, all of it as far as it is known. */
    record Impossible(List<Obstacle> obstacles) implements Arrangement {
        public Impossible {
            obstacles = List.copyOf(obstacles);
        }
    }

    /** Reason why no window was found. */
    sealed interface Obstacle {
        /** Nothing is known of the site. */
        record NoAnswer(String site) implements Obstacle {}

        /** The site has no pool that the part may use. */
        record NoPool(CoAllocationPart part) implements Obstacle {}

        /** The part takes longer than the window, or than from ready to the deadline, on any servers it may use. */
        record TooLong(CoAllocationPart part) implements Obstacle {}

        /**
         * The site never has the servers of the part free for so long.
         *
         * @param mostFree how many are free at once at some time
         */
        record NoRoom(CoAllocationPart part, int mostFree) implements Obstacle {}

        /** Each part has room, but not all of them at the same time. */
        record NoCommonWindow() implements Obstacle {}

        /** There is room for all, but the cheapest choice costs more than the budget. */
        record OverBudget(Money cheapest, Money budget) implements Obstacle {}
    }
}
