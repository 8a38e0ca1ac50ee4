package dev.berth.service.cluster;

/** One thing to do in a cluster. To do it twice does no harm. */
public sealed interface Action {
    String name();

    /** Makes a reservation; if it begins in the past, from now on. */
    record Create(Wanted wanted) implements Action {
        @Override
        public String name() {
            return wanted.name();
        }
    }

    /** Changes what differs, and nothing else. The nodes of a reservation that has begun are never changed. */
    record Update(Kept from, Wanted to) implements Action {
        @Override
        public String name() {
            return to.name();
        }
    }

    /** Removes a reservation that nothing runs in. */
    record Delete(String name) implements Action {}

    /** Lets a reservation that has begun end at a time, in milliseconds since the epoch; the cluster then ends what runs in it. */
    record End(String name, long at) implements Action {}
}
