package dev.berth.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.wire.ReservationName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Where Slurm refuses parts because of the cores that it chose for later reservations, these are made again after the refused one. */
class BusyCountTest {
    private static Wanted wanted(int number, long start, long end) {
        return new Wanted(
                "berth-lab-r" + number,
                new ReservationId(number),
                new TreeSet<>(Set.of("g1")),
                new Window(start, end),
                "ana",
                new TreeSet<>(),
                new TreeMap<>(Map.of("cpu", 8L)));
    }

    private static Kept kept(Wanted each) {
        return new Kept(each.name(), each.nodes(), each.window(), each.users(), true, each.parts());
    }

    private static Difference difference(List<Wanted> wanted, List<Wanted> present, Set<String> busy) {
        TreeMap<String, Wanted> byName = new TreeMap<>();
        wanted.forEach(each -> byName.put(each.name(), each));
        ClusterNode node =
                new ClusterNode("g1", List.of("gpu"), Set.of(), 16, 64_000, "", ClusterNode.Condition.UP, "");
        List<Kept> kept = new ArrayList<>();
        present.forEach(each -> kept.add(kept(each)));
        return Difference.of(
                byName,
                Census.of(1_000, List.of(node), kept, List.of()),
                new ReservationName("Lab"),
                new Consent(Set.of(), Map.of()),
                busy,
                1_000);
    }

    @Test
    void laterOnes_areMadeAfterTheOneThatWasRefused() {
        Wanted before = wanted(1, 10_000, 60_000);
        Wanted later = wanted(2, 60_000, 120_000);
        Wanted refused = wanted(3, 50_000, 70_000);
        List<Wanted> all = List.of(before, later, refused);
        assertThat(difference(all, List.of(before, later), Set.of()).actions())
                .containsExactly(new Action.Create(refused));
        assertThat(difference(all, List.of(before, later), Set.of(refused.name()))
                        .actions())
                .containsExactly(new Action.Delete(later.name()), new Action.Create(refused), new Action.Create(later));
    }

    @Test
    void oneThatIsToBeLonger_comesBeforeThoseThatStartLater() {
        Wanted present = wanted(1, 10_000, 60_000);
        Wanted longer = wanted(1, 10_000, 70_000);
        Wanted later = wanted(2, 65_000, 120_000);
        assertThat(difference(List.of(longer, later), List.of(present, later), Set.of(longer.name()))
                        .actions())
                .containsExactly(
                        new Action.Delete(later.name()),
                        new Action.Update(kept(present), longer),
                        new Action.Create(later));
    }

    @Test
    void roomIsMadeEverMoreRarely_andNoLongerOnceItIsGranted() {
        BusyCount busy = new BusyCount();
        Action action = new Action.Create(wanted(1, 10_000, 60_000));
        Map<Action, ActionOutcome> refused =
                Map.of(action, new ActionOutcome.Refused(ActionOutcome.Why.BUSY, "Requested nodes are busy"));
        List<Integer> due = new ArrayList<>();
        for (int round = 1; round <= 9; round++) {
            busy.see(refused);
            if (!busy.due().isEmpty()) {
                due.add(round);
            }
        }
        assertThat(due).containsExactly(1, 2, 4, 8);
        busy.see(Map.of(action, new ActionOutcome.Done()));
        assertThat(busy.due()).isEmpty();
        busy.see(refused);
        assertThat(busy.due()).containsExactly(action.name());
    }
}
