package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.Samples;
import dev.berth.engine.model.Refusal;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StatusesTest {
    @Test
    void openapiListsEveryCodeWithItsStatus() {
        assertThat(new Contract().codes()).isEqualTo(all());
    }

    @Test
    void whatTheBookDoesNotKnowIsNotFoundAndAllElseItRefusesIsAConflict() {
        Set<Class<?>> seen = new HashSet<>();
        assertThat(Samples.refusals()).allSatisfy(refusal -> {
            seen.add(refusal.getClass());
            boolean isUnknown = refusal instanceof Refusal.UnknownPool
                    || refusal instanceof Refusal.UnknownReservation
                    || refusal instanceof Refusal.UnknownWaiter
                    || refusal instanceof Refusal.UnknownOpportunist;
            assertThat(Statuses.of(Problem.of(refusal))).isEqualTo(isUnknown ? 404 : 409);
        });
        assertThat(seen).containsExactlyInAnyOrder(Refusal.class.getPermittedSubclasses());
    }

    @Test
    void everyStatusHasATitleOfItsOwn() {
        Map<String, Integer> titles = new TreeMap<>();
        for (Code code : Code.values()) {
            Problem problem = Problem.of(code, "");
            int status = Statuses.of(problem);
            Integer other = titles.put(ProblemJson.of(problem).get("title").textValue(), status);
            assertThat(other).as(code.text()).isIn(null, status);
        }
    }

    private static Map<String, Integer> all() {
        Map<String, Integer> all = new TreeMap<>();
        for (Code code : Code.values()) {
            all.put(code.text(), Statuses.of(code));
        }
        Samples.refusals().forEach(refusal -> all.put(refusal.code(), Statuses.of(Problem.of(refusal))));
        return all;
    }
}
