package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.netto.NettoWorkload.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One point of netto's evaluation: who admits what.
 *
 * @param takers of other times that are offered to refused jobs
 */
record NettoCase(Way way, Setting setting, Takers takers) {
    /** A policy with a way to make room, under the name of its curves. */
    record Way(String name, String policy, String admission) {
        static final Way SHUFFLE = order("shuffle");
        static final Way FIFO = order("fifo");
        static final Way EDF = order("edf");
        /** Orders by expected revenue, which the paper names and does not evaluate: the price of a job, and that of its server time. */
        static final Way HRF = order("hrf");

        static final Way HPF = order("hpf");
        static final List<Way> ORDERS = List.of(SHUFFLE, FIFO, order("bjf"), order("lff"), EDF);

        /** One of the paper's: first fit, and the queue rescheduled in this order. */
        private static Way order(String order) {
            return new Way(order, "earliest", "reschedule-" + order);
        }

        /** Berth's own, and the user's policies in the same way. */
        static List<Way> berths(Options options) {
            List<Way> ways = new ArrayList<>();
            ways.add(replan("level"));
            options.policies().forEach(policy -> ways.add(replan(policy)));
            return ways;
        }

        private static Way replan(String policy) {
            return new Way(policy + " + replan", policy, "replan");
        }

        /** The name as a part of a column of data.csv. */
        String column() {
            return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        }
    }

    static NettoCase of(Way way, double load, int flexibility) {
        return new NettoCase(way, Setting.of(load, flexibility), Takers.NOBODY);
    }

    static NettoCase inaccurate(Way way, double load, int flexibility) {
        return new NettoCase(way, new Setting(load, flexibility, true, null), Takers.NOBODY);
    }

    static NettoCase offers(Way way, double load, int threshold) {
        return new NettoCase(way, Setting.of(load, 0), new Takers(threshold));
    }

    static NettoCase sold(Way way, double load, int flexibility, Market market) {
        return new NettoCase(way, new Setting(load, flexibility, false, null, market), Takers.NOBODY);
    }

    NettoCase fixedAfter(int percent) {
        return new NettoCase(
                way, new Setting(setting.load(), setting.flexibility(), setting.inaccurate(), percent), takers);
    }

    NettoSimulation.Rules rules() {
        Market market = setting.market();
        return new NettoSimulation.Rules(way.policy, way.admission, takers, market == null ? null : market.tariff());
    }

    String key(int run) {
        Market market = setting.market();
        return String.join(
                " ",
                way.policy,
                way.admission,
                Double.toString(setting.load()),
                Integer.toString(setting.flexibility()),
                setting.inaccurate() ? "inaccurate" : "exact",
                String.valueOf(setting.fixAfter()),
                Integer.toString(takers.threshold()),
                market == null ? "free" : (market.moldable() ? "moldable-" : "rigid-") + market.discount(),
                Integer.toString(run));
    }
}
