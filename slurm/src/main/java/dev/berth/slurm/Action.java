package dev.berth.slurm;

/** One thing to do in a cluster. To do it twice does no harm. */
public sealed interface Action {
    String name();

    /**
     * Makes a reservation; if it begins in the past, from now on.
     *
     * @param overJobs although jobs may still run there at its start: each of them is in a reservation that ends before, and
     *     ends with it
     */
    record Create(Wanted wanted, boolean overJobs) implements Action {
        public Create(Wanted wanted) {
            this(wanted, false);
        }

        @Override
        public String name() {
            return wanted.name();
        }
    }

    /**
     * Changes what differs, and nothing else. The nodes of a reservation that has begun are never changed.
     *
     * @param overJobs as for {@link Create}
     */
    record Update(Kept from, Wanted to, boolean overJobs) implements Action {
        public Update(Kept from, Wanted to) {
            this(from, to, false);
        }

        @Override
        public String name() {
            return to.name();
        }
    }

    /**
     * Removes a reservation that nothing runs in; refused by the cluster itself if something does.
     *
     * @param awaited also if jobs wait for it, which then wait like any other
     */
    record Delete(String name, boolean awaited) implements Action {
        public Delete(String name) {
            this(name, true);
        }
    }

    /** Lets a reservation that has begun end at a time, in milliseconds since the epoch; the cluster then ends what runs in it. */
    record End(String name, long at) implements Action {}
}
