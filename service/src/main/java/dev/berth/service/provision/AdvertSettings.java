package dev.berth.service.provision;

import dev.berth.wire.Fields;
import org.jspecify.annotations.Nullable;

/**
 * How often slots are advertised (singh, section 4: "periodically or on demand"): {@code slots} of {@code site.yaml}.
 *
 * @param every milliseconds from one advertisement to the next; 0 for a new one for every question
 */
public record AdvertSettings(long every) {
    public static final AdvertSettings ON_DEMAND = new AdvertSettings(0);

    /** Reads it; on demand if there is nothing. */
    public static AdvertSettings read(@Nullable Fields fields) {
        if (fields == null) {
            return ON_DEMAND;
        }
        fields.require("every");
        Long every = fields.positiveDuration("every");
        fields.closed();
        return every == null ? ON_DEMAND : new AdvertSettings(every);
    }

    boolean isPeriodic() {
        return every > 0;
    }
}
