package dev.berth.service.runs;

import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.opportunistic.Stint;
import dev.berth.service.account.Account;
import dev.berth.service.opportunistic.Course;
import dev.berth.service.opportunistic.Courses;
import dev.berth.site.Site;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * When the runners of opportunistic jobs were last heard, whether they wait or run. In memory only, as {@link Beats} are: after a
 * restart everybody is taken to have just been heard.
 */
public final class OpportunistBeats {
    private final Site site;
    private final Map<OpportunistId, Long> heard = new ConcurrentHashMap<>();
    private volatile long begin;

    public OpportunistBeats(Site site) {
        this.site = site;
        this.begin = site.clock().millis();
    }

    /** Hears a runner, and says whether it may be heard: the job is open and the runner its own. */
    public boolean hear(OpportunistId id, Account asker, String runner, long now) {
        Optional<Course> course = site.read(view -> view.facts(Courses.class).of(id))
                .filter(each -> !each.isOver() && asker.owns(each.user()))
                .filter(each -> each.running()
                        .filter(start -> !start.runner().equals(runner))
                        .isEmpty());
        course.ifPresent(each -> heard.put(id, now));
        return course.isPresent();
    }

    /** Counts all as heard now, because it is unknown for how long they could not be heard. */
    void countAnew(long now) {
        begin = now;
        heard.clear();
    }

    /** Forgets all but the jobs that are open. */
    void keep(Set<OpportunistId> open) {
        heard.keySet().retainAll(open);
    }

    /** When the runner of a job was last heard; it cannot be missed before the job has servers. */
    long lastHeard(Stint stint) {
        return Math.max(Math.max(begin, stint.start()), heard.getOrDefault(stint.id(), 0L));
    }
}
