package dev.berth.bench.peer;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ReservationDefinition;
import org.apache.hadoop.yarn.api.records.ReservationId;
import org.apache.hadoop.yarn.api.records.ReservationRequest;
import org.apache.hadoop.yarn.api.records.ReservationRequestInterpreter;
import org.apache.hadoop.yarn.api.records.ReservationRequests;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.reservation.InMemoryPlan;
import org.apache.hadoop.yarn.server.resourcemanager.reservation.NoOverCommitPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.reservation.Plan;
import org.apache.hadoop.yarn.server.resourcemanager.reservation.ReservationAllocation;
import org.apache.hadoop.yarn.server.resourcemanager.reservation.ReservationInterval;
import org.apache.hadoop.yarn.server.resourcemanager.reservation.exceptions.ContractValidationException;
import org.apache.hadoop.yarn.server.resourcemanager.reservation.exceptions.PlanningException;
import org.apache.hadoop.yarn.server.resourcemanager.reservation.planning.GreedyReservationAgent;
import org.apache.hadoop.yarn.server.resourcemanager.reservation.planning.ReservationAgent;
import org.apache.hadoop.yarn.util.resource.DefaultResourceCalculator;

/**
 * Hadoop YARN's reservation plan for a pool of equal servers: an {@link InMemoryPlan} filled by the
 * {@link GreedyReservationAgent} under {@link NoOverCommitPolicy}, without a cluster around it.
 *
 * <p>Times are milliseconds and must not be negative. The agent takes the earliest start that fits
 * (its default, "favor early allocation"). Not for use by several threads: the agent keeps the
 * request it works on in fields.
 */
public final class YarnPlan {

    /** YARN's default plan step. The agent only rounds durations up to it; its cost is the same. */
    public static final long STEP_MILLIS = 1_000;

    /**
     * One server. Memory goes with the vcore one to one: the calculator, and so the agent's search,
     * looks at memory alone, while the sharing policy checks memory and vcores. Were memory ample the
     * agent would propose full slots, and the policy would refuse them, instead of searching on.
     */
    private static final int SERVER_MEMORY_MB = 1_024;

    private final ReservationAgent agent = new GreedyReservationAgent();
    private final Plan plan;
    private int size;

    /** Where the plan put a reservation: {@code servers} from start until before end. */
    public record Placement(long startMillis, long endMillis, int servers) {}

    public YarnPlan(int servers) {
        if (servers < 1) {
            throw new IllegalArgumentException("servers " + servers);
        }
        // No default resources: the agent's one setting keeps its built-in default.
        agent.init(new Configuration(false));
        Resource server = Resource.newInstance(SERVER_MEMORY_MB, 1);
        plan = new InMemoryPlan(
                null, // queue metrics: kept, never used
                new NoOverCommitPolicy(),
                agent,
                Resource.newInstance((long) SERVER_MEMORY_MB * servers, servers),
                STEP_MILLIS,
                new DefaultResourceCalculator(),
                server, // smallest container
                server, // largest container
                "bench",
                null, // replanner: only for plans whose capacity shrinks
                false,
                new RMContextImpl()); // an empty context has no state store, so nothing is persisted
    }

    /**
     * Books {@code servers} at once for the duration, in one piece, between ready and deadline.
     *
     * @return false if the plan has no room for it
     */
    public boolean reserve(long id, long readyMillis, long durationMillis, long deadlineMillis, int servers) {
        // As many containers as the gang is wide: one gang, so one uninterrupted rectangle.
        ReservationRequest gang = ReservationRequest.newInstance(
                Resource.newInstance(SERVER_MEMORY_MB, 1), servers, servers, durationMillis);
        ReservationDefinition contract = ReservationDefinition.newInstance(
                readyMillis,
                deadlineMillis,
                ReservationRequests.newInstance(List.of(gang), ReservationRequestInterpreter.R_ALL),
                "bench");
        try {
            // A user of its own for each reservation is the plan's cheapest case: it also keeps one
            // profile per user, and rebuilds it whole whenever that user gains or loses a reservation.
            boolean added = agent.createReservation(key(id), "u" + id, plan, contract);
            if (added) {
                size++;
            }
            return added;
        } catch (ContractValidationException e) {
            throw new IllegalArgumentException("not a valid request", e);
        } catch (PlanningException e) {
            return false;
        }
    }

    /** Where the reservation was placed, or empty if the plan holds none with this id. */
    public Optional<Placement> placement(long id) {
        ReservationAllocation held = plan.getReservationById(key(id));
        if (held == null) {
            return Optional.empty();
        }
        // The allocation's own start and end are the contract's window; the placement is the interval.
        for (Map.Entry<ReservationInterval, Resource> e :
                held.getAllocationRequests().entrySet()) {
            int servers = e.getValue().getVirtualCores();
            if (servers > 0) {
                ReservationInterval at = e.getKey();
                return Optional.of(new Placement(at.getStartTime(), at.getEndTime(), servers));
            }
        }
        throw new IllegalStateException("reservation " + id + " holds nothing");
    }

    /** Frees a reservation; false if the plan holds none with this id. */
    public boolean delete(long id) {
        ReservationId key = key(id);
        if (plan.getReservationById(key) == null) {
            return false;
        }
        try {
            plan.deleteReservation(key);
        } catch (PlanningException e) {
            throw new IllegalStateException(e);
        }
        size--;
        return true;
    }

    /** Reservations held. The plan has no count of its own that does not copy them all. */
    public int size() {
        return size;
    }

    private static ReservationId key(long id) {
        return ReservationId.newInstance(0, id);
    }
}
