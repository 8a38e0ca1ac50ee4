package dev.berth.lab.experiment.recovery;

import java.util.List;

/**
 * A way to treat time that is booked and not used.
 *
 * @param name as reports show it
 * @param ends whether early ends and no-shows give their time back
 * @param idle whether reservations that stay idle for long are ended
 * @param list whether jobs that find no room wait for what comes free
 * @param fees whether a no-show costs a fee, so that some cancel in time
 * @param foreseen whether jobs book what they will use and no more
 */
record RecoveryWay(String name, boolean ends, boolean idle, boolean list, boolean fees, boolean foreseen) {
    /** Every reservation keeps its servers to the end of its window. */
    static final RecoveryWay KEPT = new RecoveryWay("nothing given back", false, false, false, false, false);

    static final RecoveryWay ENDS = new RecoveryWay("early ends, no-shows", true, false, false, false, false);
    static final RecoveryWay ENDS_LIST = new RecoveryWay("early ends, no-shows; list", true, false, true, false, false);
    static final RecoveryWay IDLE = new RecoveryWay("idle tails as well", true, true, false, false, false);
    static final RecoveryWay IDLE_LIST = new RecoveryWay("idle tails as well; list", true, true, true, false, false);
    static final RecoveryWay FEES_LIST =
            new RecoveryWay("idle tails as well; list, fee", true, true, true, true, false);
    static final RecoveryWay FORESEEN = new RecoveryWay("use known beforehand; list", false, false, true, false, true);

    static final List<RecoveryWay> ALL = List.of(KEPT, ENDS, ENDS_LIST, IDLE, IDLE_LIST, FEES_LIST, FORESEEN);

    /** Ways in which some of the idle time may be recovered. */
    static final List<RecoveryWay> RECOVERING = ALL.subList(1, ALL.size());

    static final List<RecoveryWay> LISTS =
            ALL.stream().filter(RecoveryWay::list).toList();
}
