package dev.berth.server.duty;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that only the instance that leads a site does. All of it is begun in order when the lead begins, and ended in the
 * opposite order before the lead is given away: a duty may count on those before it. Either all are begun or none is. One thread at a
 * time begins and ends them.
 */
public final class LeaderDuties implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderDuties.class);

    private final List<Duty<?>> inOrder;

    public LeaderDuties(List<? extends Duty<?>> inOrder) {
        this.inOrder = List.copyOf(inOrder);
    }

    /** Begins all. If one cannot be begun, those before it are ended, and its failure is thrown. */
    public void start() {
        for (int i = 0; i < inOrder.size(); i++) {
            try {
                inOrder.get(i).start();
            } catch (RuntimeException | Error e) {
                stop(inOrder.subList(0, i));
                throw e;
            }
        }
    }

    /** Ends all that were begun. One that fails is logged, and keeps no other from being ended. */
    @Override
    public void close() {
        stop(inOrder);
    }

    private static void stop(List<Duty<?>> begun) {
        for (Duty<?> duty : begun.reversed()) {
            try {
                duty.stop();
            } catch (Exception | Error e) {
                LOG.atError()
                        .addKeyValue("duty", duty.name())
                        .setCause(e)
                        .log("A duty of the leader did not end cleanly");
            }
        }
    }
}
