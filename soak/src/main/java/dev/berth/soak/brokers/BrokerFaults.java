package dev.berth.soak.brokers;

import dev.berth.soak.network.Network;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Ends of the broker, each beside some trouble of a site. */
final class BrokerFaults {
    /** When the broker is killed. */
    enum Death {
        AT_ANY_TIME,
        /** Before a request of it has reached a site. */
        BEFORE_A_REQUEST,
        /** Before it has the answer to what a site has done. */
        BEFORE_AN_ANSWER
    }

    /** Trouble of a site while the broker is killed. */
    enum Trouble {
        NONE,
        DEAD,
        SLOW,
        /** Nothing reaches it and nothing comes back, but the connections stay. */
        CUT_OFF
    }

    /**
     * End of the broker beside the trouble of a site.
     *
     * @param site that is in trouble
     */
    record Fault(Death death, Trouble trouble, int site) {}

    private static final long SLOW = 400;
    private static final long LONGEST_WAIT = 5;

    private final SoakProcess broker;
    private final List<SoakProcess> sites;
    private final List<Network> networks;
    private final SplittableRandom random;

    BrokerFaults(SoakProcess broker, List<SoakProcess> sites, List<Network> networks, SplittableRandom random) {
        this.broker = broker;
        this.sites = sites;
        this.networks = networks;
        this.random = random;
    }

    /** Each of them once, in a random order. */
    List<Fault> all() {
        List<Fault> all = new ArrayList<>();
        for (Death death : Death.values()) {
            for (Trouble trouble : Trouble.values()) {
                for (int site = 0; site < sites.size(); site++) {
                    all.add(random.nextInt(all.size() + 1), new Fault(death, trouble, site));
                }
            }
        }
        return all;
    }

    void run(Fault fault) throws IOException, InterruptedException {
        begin(fault);
        Thread.sleep(random.nextInt(500));
        kill(fault.death);
        Thread.sleep(random.nextInt(1000));
        broker.restart();
        Thread.sleep(random.nextInt(3000));
        end(fault);
    }

    private void begin(Fault fault) {
        Network network = networks.get(fault.site);
        switch (fault.trouble) {
            case NONE -> {}
            case DEAD -> sites.get(fault.site).kill();
            case SLOW -> network.delay(SLOW);
            case CUT_OFF -> network.silent(true);
        }
    }

    private void end(Fault fault) throws IOException {
        Network network = networks.get(fault.site);
        switch (fault.trouble) {
            case NONE -> {}
            case DEAD -> sites.get(fault.site).restart();
            case SLOW -> network.delay(0);
            case CUT_OFF -> network.silent(false);
        }
    }

    private void kill(Death death) throws InterruptedException {
        CountDownLatch killed = new CountDownLatch(1);
        AtomicBoolean isBegun = new AtomicBoolean();
        Runnable kill = () -> {
            // Several sites may be called at once, and the next broker is not meant.
            if (isBegun.compareAndSet(false, true)) {
                broker.kill();
                killed.countDown();
            }
        };
        switch (death) {
            case AT_ANY_TIME -> kill.run();
            case BEFORE_A_REQUEST -> networks.forEach(network -> network.beforeRequest(kill));
            case BEFORE_AN_ANSWER -> networks.forEach(network -> network.beforeAnswer(kill));
        }
        if (!killed.await(LONGEST_WAIT, TimeUnit.SECONDS)) {
            // Nobody calls a site at the moment.
            kill.run();
        }
        killed.await();
        for (Network network : networks) {
            network.beforeRequest(() -> {});
            network.beforeAnswer(() -> {});
        }
    }
}
