package dev.berth.broker.deal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Money;
import dev.berth.provision.federation.CoAllocation;
import dev.berth.provision.federation.OfferPreference;
import dev.berth.service.provision.ProvisionTerms;
import dev.berth.workflow.read.ReadWorkflow;
import java.util.List;
import java.util.Optional;

/** Request of a user to a broker. */
public sealed interface Asked {
    String name();

    /** For all parts together. */
    Optional<Money> budget();

    /**
     * A job at whichever site is best.
     *
     * @param job as the API of a site takes it
     * @param by which offer is the best
     * @param sites that may be asked
     */
    record OneJob(String name, Optional<Money> budget, ObjectNode job, OfferPreference by, List<String> sites)
            implements Asked {
        public OneJob {
            sites = List.copyOf(sites);
        }
    }

    /** Jobs at given sites, all of them or none. */
    record Together(String name, Optional<Money> budget, List<AtSite> parts) implements Asked {
        public Together {
            parts = List.copyOf(parts);
        }
    }

    /**
     * A job at each of several sites, all of them in one window.
     *
     * @param parts one job each
     * @param wanted the same, to look for the window
     */
    record AtOnce(String name, Optional<Money> budget, List<AtSite> parts, CoAllocation wanted) implements Asked {
        public AtOnce {
            parts = List.copyOf(parts);
        }
    }

    /**
     * A workflow over the slots of several sites.
     *
     * @param terms what is searched; its pools do not count
     * @param alpha which plan is the best, from 0 (as early as possible) to 1 (as cheap as possible)
     * @param sites that may be asked
     */
    record OfWorkflow(
            String name,
            Optional<Money> budget,
            ReadWorkflow workflow,
            ProvisionTerms terms,
            double alpha,
            List<String> sites)
            implements Asked {
        public OfWorkflow {
            sites = List.copyOf(sites);
        }
    }

    /** The jobs of one site. */
    record AtSite(String site, List<ObjectNode> jobs) {
        public AtSite {
            jobs = List.copyOf(jobs);
        }
    }
}
