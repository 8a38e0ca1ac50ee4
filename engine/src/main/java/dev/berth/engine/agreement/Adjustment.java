package dev.berth.engine.agreement;

import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Taken;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import java.util.HashMap;
import java.util.Map;

/**
 * How the terms of a reservation can be renegotiated (netto 4.2: adaptive terms). Extending and shrinking make a moldable
 * job one of as many servers as it was given.
 */
public sealed interface Adjustment {
    /**
     * The job with its new terms.
     *
     * @param placement what it has
     * @param rate of the pool it is in
     * @throws BadValue if no job has such terms
     */
    Job of(Job job, Placement placement, Rate rate);

    /** The interval becomes the window of the placement: it can be relied upon, and moves no more. */
    record Fix() implements Adjustment {
        @Override
        public Job of(Job job, Placement placement, Rate rate) {
            return job.within(placement.window().start(), placement.window().end());
        }
    }

    /** The interval becomes wider; the placement stays. */
    record Relax(long ready, long deadline) implements Adjustment {
        @Override
        public Job of(Job job, Placement placement, Rate rate) {
            return job.within(ready, deadline);
        }
    }

    /**
     * The provider has asked for more flexibility, and the owner grants it (netto 2.1: a scheduling impasse, and an incentive
     * for who helps to solve it): the deadline is later, and nothing fixes the reservation before it starts. The placement
     * stays. The price is lower by exactly the discount, and there is no fee, whatever the tariff would give.
     */
    record Concede(long deadline, Money discount) implements Adjustment {
        public Concede {
            if (discount.millionths() < 0) {
                throw new BadValue("discount", discount, "must not be negative");
            }
        }

        @Override
        public Job of(Job job, Placement placement, Rate rate) {
            return job.within(job.ready(), deadline).under(job.terms().withoutFixing());
        }
    }

    /** Ready and deadline are later by this much, or earlier if negative; the placement moves with them if it can. */
    record Move(long by) implements Adjustment {
        public Move {
            if (by <= -Window.FOREVER || by >= Window.FOREVER) {
                throw new BadValue("by", by, "must be a time from 0 to " + (Window.FOREVER - 1));
            }
        }

        @Override
        public Job of(Job job, Placement placement, Rate rate) {
            return job.within(job.ready() + by, job.deadline() + by);
        }
    }

    /**
     * This much more work for each server, or a longer stay, and this many servers more; the deadline is later by as much as
     * it takes longer. A reservation that runs gets no more servers.
     */
    record Extend(long work, int servers) implements Adjustment {
        public Extend {
            if (work != 0 || servers == 0) {
                new Work(work);
            }
            if (servers < 0) {
                throw new BadValue("servers", servers, "must not be negative");
            }
        }

        public Extend(long work) {
            this(work, 0);
        }

        @Override
        public Job of(Job job, Placement placement, Rate rate) {
            return resized(job, placement, rate, work, -servers);
        }
    }

    /** This much less work for each server, and this many servers fewer; the deadline is earlier by as much as it takes less. */
    record Shrink(long work, int servers) implements Adjustment {
        public Shrink {
            if (work < 0 || work > Work.MOST) {
                throw new BadValue("work", work, "must be from 0 to " + Work.MOST);
            }
            if (servers < 0) {
                throw new BadValue("servers", servers, "must not be negative");
            }
        }

        @Override
        public Job of(Job job, Placement placement, Rate rate) {
            return resized(job, placement, rate, -work, servers);
        }
    }

    /**
     * These servers of a reservation that runs are given back, and the others stay: the provider takes what nobody uses. What they cost
     * is settled as if the owner had cancelled them: what is used up is due, and the fee for the rest.
     */
    record Release(ServerSet servers) implements Adjustment {
        public Release {
            if (servers.isEmpty()) {
                throw new BadValue("servers", servers, "must not be empty");
            }
        }

        @Override
        public Job of(Job job, Placement placement, Rate rate) {
            return resized(job, placement, rate, 0, servers.size());
        }
    }

    /**
     * These devices of a reservation that runs are given back, as many of each of its hosts; the others stay, and so do cores, memory
     * and whatever else it takes of the hosts. It is settled like {@link Release}.
     *
     * @param part which devices; a share of one is given back as a whole
     * @param devices in the order of the servers of the placement
     */
    record ReleaseDevices(String part, Devices devices) implements Adjustment {
        public ReleaseDevices {
            if (devices.isEmpty()) {
                throw new BadValue("devices", devices, "must not be empty");
            }
        }

        @Override
        public Job of(Job job, Placement placement, Rate rate) {
            return job.requiring(job.requirements().withSlice(rest(placement.taken())));
        }

        /** The slice that stays of each host. */
        private Slice rest(Taken taken) {
            int each = Long.bitCount(devices.bits(0));
            for (int place = 0;
                    place < Math.max(devices.servers(), taken.devices().servers());
                    place++) {
                if (Long.bitCount(devices.bits(place)) != each
                        || (devices.bits(place) & ~taken.devices().bits(place)) != 0) {
                    throw new BadValue("devices", devices, "must be as many of each host, and devices that it has");
                }
            }
            Share share = taken.slice().share();
            boolean isShare = share != null && share.part().equals(part);
            Map<String, Long> amounts = new HashMap<>(taken.slice().amounts().toMap());
            if (!isShare) {
                amounts.computeIfPresent(part, (any, number) -> number == each ? null : Long.valueOf(number - each));
            }
            Amounts others = Amounts.of(amounts);
            Share rest = isShare ? null : share;
            if (others.isEmpty() && rest == null) {
                throw new BadValue("devices", devices, "must not be all that it has");
            }
            return new Slice(others, rest);
        }
    }

    private static Job resized(Job job, Placement placement, Rate rate, long more, int fewer) {
        int servers = placement.count() - fewer;
        long work = job.shape().work(placement.count()).amount() + more;
        Shape shape = job.shape() instanceof Shape.Stay
                ? new Shape.Stay(servers, work)
                : new Shape.Rigid(servers, new Work(work));
        long longer = shape.duration(servers, rate) - job.shape().duration(placement.count(), rate);
        return job.shaped(shape).within(job.ready(), job.deadline() + longer);
    }
}
