package dev.berth.broker.deal;

import dev.berth.provision.federation.OfferPreference;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Terms of a deal for the replacement of reservations that a site could not keep.
 *
 * @param sites that may be asked for it
 * @param byPrice whether the cheapest offer is the best, otherwise the one that ends first
 * @param sameTime whether it must be at exactly the same time, because other parts run together with it
 * @param anyPool whether the pool was chosen by the broker, so that another site may take another one
 * @param tried what was lost and could not be replaced; it is not tried again
 * @param move what other windows all parts may be moved to; empty if they must stay where they are
 */
public record Replacement(
        List<String> sites,
        boolean byPrice,
        boolean sameTime,
        boolean anyPool,
        List<String> tried,
        Optional<Movable> move) {
    public Replacement {
        sites = List.copyOf(sites);
        tried = List.copyOf(tried);
    }

    /**
     * For what was asked for, at all these sites unless others were named; empty for a workflow, whose tasks have to fit together.
     *
     * @param moves whether all parts that share a window may be moved to another one
     */
    public static Optional<Replacement> of(Asked asked, List<String> all, boolean moves) {
        return switch (asked) {
            case Asked.OneJob one ->
                Optional.of(new Replacement(
                        one.sites(), one.by() == OfferPreference.PRICE, false, false, List.of(), Optional.empty()));
            case Asked.Together together ->
                Optional.of(new Replacement(all, false, false, false, List.of(), Optional.empty()));
            case Asked.AtOnce atOnce ->
                Optional.of(new Replacement(
                        all,
                        false,
                        true,
                        atOnce.parts().stream()
                                .flatMap(part -> part.jobs().stream())
                                .noneMatch(job -> job.has("pool")),
                        List.of(),
                        moves ? Optional.of(Movable.of(atOnce)) : Optional.empty()));
            case Asked.OfWorkflow workflow -> Optional.empty();
        };
    }

    Replacement withTried(List<String> more) {
        return new Replacement(
                sites,
                byPrice,
                sameTime,
                anyPool,
                Stream.concat(tried.stream(), more.stream()).toList(),
                move);
    }
}
