package dev.berth.journal.instance;

import java.util.List;
import java.util.function.Supplier;

/** The instances of a site. */
public interface Instances {
    /**
     * How they stand.
     *
     * @param term how often the leader has changed or was in doubt; 0 for a site that one instance has to itself
     * @param version the number of the last entry of the site
     */
    record Standing(long term, long version, List<Instance> instances) {
        public Standing {
            instances = List.copyOf(instances);
        }
    }

    Standing standing();

    /**
     * Lets an instance lead no more, or again. A leader hands over as soon as another instance can lead.
     *
     * @return false if there is no instance with that name, or it is the only one that can ever lead
     */
    boolean drain(String name, boolean isDrained);

    /** One instance that has a site to itself. */
    static Instances alone(Supplier<Instance> only) {
        return new Instances() {
            @Override
            public Standing standing() {
                Instance now = only.get();
                return new Standing(0, now.version(), List.of(now));
            }

            @Override
            public boolean drain(String name, boolean isDrained) {
                return false;
            }
        };
    }
}
