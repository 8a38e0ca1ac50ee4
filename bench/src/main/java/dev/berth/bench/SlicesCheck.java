package dev.berth.bench;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import dev.berth.lab.workload.Arrival;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Adds up what placements take of each host and device, without any index: never more than there is. */
final class SlicesCheck {
    private final Parts parts;
    /** Changes over time of the amount that is taken, by host and part, or device. */
    private final Map<String, Changes> changes = new HashMap<>();

    private record Changes(long capacity, TreeMap<Long, Long> steps) {}

    SlicesCheck(Parts parts) {
        this.parts = parts;
    }

    void add(Arrival arrival, Placement placement) {
        Job job = arrival.job();
        Window window = placement.window();
        if (window.start() < Math.max(arrival.submit(), job.ready())
                || window.end() > job.deadline()
                || window.length() != job.shape().work(1).amount()
                || !placement.taken().slice().equals(job.requirements().slice())) {
            throw new IllegalStateException("wrong answer: " + placement + " for " + job);
        }
        Slice slice = placement.taken().slice();
        for (int i = 0; i < placement.count(); i++) {
            String host = placement.servers().get(i) + "/";
            for (Part part : parts.all()) {
                if (part.numbered()) {
                    devices(host, part, placement, i);
                } else {
                    take(
                            host + part.name(),
                            part.count(),
                            window,
                            slice.amounts().get(part.name()));
                }
            }
        }
    }

    private void devices(String host, Part part, Placement placement, int server) {
        Slice slice = placement.taken().slice();
        Share share = slice.share();
        Share own = share != null && share.part().equals(part.name()) ? share : null;
        long wanted = own != null ? 1 : slice.amounts().get(part.name());
        var numbers = placement.taken().devices().numbers(server, parts, part);
        if (numbers.size() != wanted) {
            throw new IllegalStateException("wrong answer: " + placement + " has not " + wanted + " of " + part.name());
        }
        for (int number : numbers) {
            long thousandths = own != null ? part.thousandths(own) : Share.WHOLE;
            take(host + part.name() + number, Share.WHOLE, placement.window(), thousandths);
        }
    }

    private void take(String what, long capacity, Window window, long amount) {
        TreeMap<Long, Long> steps = changes.computeIfAbsent(what, unknown -> new Changes(capacity, new TreeMap<>()))
                .steps();
        steps.merge(window.start(), amount, Long::sum);
        steps.merge(window.end(), -amount, Long::sum);
    }

    void capacity() {
        changes.forEach((what, all) -> {
            long used = 0;
            for (Map.Entry<Long, Long> step : all.steps().entrySet()) {
                used += step.getValue();
                if (used > all.capacity()) {
                    throw new IllegalStateException("wrong answer: " + what + " is overbooked at " + step.getKey());
                }
            }
        });
    }
}
