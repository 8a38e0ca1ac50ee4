package dev.berth.broker.deal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Shape;
import dev.berth.provision.federation.CoAllocation;
import dev.berth.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Request for parts that share a window: all it takes to find them another one.
 *
 * @param ready when the window may begin
 * @param deadline when it must have ended
 * @param duration as long as the slowest part takes if empty
 * @param members the parts, in the order of those of the deal
 */
public record Movable(long ready, long deadline, Optional<Long> duration, List<Member> members) {
    /**
     * One of the parts, wherever it is.
     *
     * @param job as the API of a site takes it
     * @param pool that it must be in; any if empty
     */
    public record Member(String job, Optional<String> pool, Shape shape) {}

    public Movable {
        members = List.copyOf(members);
    }

    static Movable of(Asked.AtOnce asked) {
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < asked.parts().size(); i++) {
            ObjectNode job = asked.parts().get(i).jobs().getFirst();
            dev.berth.provision.federation.CoAllocationPart wanted =
                    asked.wanted().parts().get(i);
            members.add(new Member(new String(Json.bytes(job), StandardCharsets.UTF_8), wanted.pool(), wanted.shape()));
        }
        CoAllocation wanted = asked.wanted();
        return new Movable(wanted.ready(), wanted.deadline(), wanted.duration(), members);
    }

    /** The same question for these sites, one for each part, and for a window that begins at this time or later. */
    public Asked.AtOnce asked(String name, List<String> sites, long from, Optional<Money> budget) {
        List<Asked.AtSite> parts = new ArrayList<>();
        List<dev.berth.provision.federation.CoAllocationPart> wanted = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            ObjectNode job = Json.read(member.job().getBytes(StandardCharsets.UTF_8));
            parts.add(new Asked.AtSite(sites.get(i), List.of(job)));
            wanted.add(
                    new dev.berth.provision.federation.CoAllocationPart(sites.get(i), member.pool(), member.shape()));
        }
        return new Asked.AtOnce(
                name, budget, parts, new CoAllocation(wanted, Math.max(ready, from), deadline, duration, budget));
    }
}
