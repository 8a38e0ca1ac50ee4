package dev.berth.provision.federation;

import java.util.List;
import java.util.Optional;

/**
 * What one site says to a job. A site that refuses it may still offer something else instead.
 *
 * @param refusal why what was asked cannot be had there, or why the site did not answer
 */
public record SiteAnswer(String site, List<SiteOffer> offers, Optional<String> refusal) {
    public SiteAnswer {
        offers = List.copyOf(offers);
    }
}
