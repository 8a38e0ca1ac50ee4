package dev.berth.cli.run;

/** Who can be asked for more time. */
interface MoreTime {
    /** Nobody is asked. */
    MoreTime NONE = new MoreTime() {
        @Override
        public boolean isWanted() {
            return false;
        }

        @Override
        public void ask(Standing standing) {}
    };

    boolean isWanted();

    /** Asks, without keeping the runner from looking at the clock meanwhile. */
    void ask(Standing standing);
}
