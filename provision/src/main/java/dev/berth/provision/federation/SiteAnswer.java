package dev.berth.provision.federation;

import java.util.List;
import java.util.Optional;

/**
 * Answer of one site to a job. A site that refuses the job may still offer an alternative.
 *
 * @param refusal why the site cannot take the job as requested, or why it did not answer
 */
public record SiteAnswer(String site, List<SiteOffer> offers, Optional<String> refusal) {
    public SiteAnswer {
        offers = List.copyOf(offers);
    }
}
