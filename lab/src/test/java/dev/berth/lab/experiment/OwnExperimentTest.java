package dev.berth.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.lab.figure.Figure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Experiments by the names of their classes. */
class OwnExperimentTest {
    /** Found by its name. */
    public static class Found implements MeasuredExperiment {
        @Override
        public String id() {
            return "mine-2";
        }

        @Override
        public String title() {
            return "";
        }

        @Override
        public PlannedRuns plannedRuns() {
            return new PlannedRuns(1, 1, 1, "");
        }

        @Override
        public List<Cell<Measures>> cells(Options options) {
            return List.of();
        }

        @Override
        public Figure figure(Options options, Map<String, Measures> results) {
            throw new UnsupportedOperationException();
        }
    }

    /** Not to be told from one of ours. */
    public static final class Taken extends Found {
        @Override
        public String id() {
            return "castillo-fig4";
        }
    }

    /** Would write outside the directory of results. */
    public static final class Climbing extends Found {
        @Override
        public String id() {
            return "../mine";
        }
    }

    /** Made by nobody. */
    public static final class Hidden extends Found {
        private Hidden() {}
    }

    private static String name(Class<?> type) {
        return type.getName();
    }

    @Test
    void class_isFound_andNamedByItsName() {
        Experiment<?> experiment = Experiments.named(name(Found.class));
        assertThat(experiment.id()).isEqualTo("mine-2");
        assertThat(Experiments.name(experiment)).isEqualTo(name(Found.class));
        assertThat(Experiments.name(Experiments.named("castillo-fig4"))).isEqualTo("castillo-fig4");
    }

    @ParameterizedTest
    @ValueSource(classes = {Taken.class, Climbing.class, Hidden.class, String.class})
    void classThatIsNone_isRefused(Class<?> type) {
        assertThatThrownBy(() -> Experiments.named(name(type)))
                .isInstanceOf(BadValue.class)
                .hasMessageContaining(name(type));
    }

    @Test
    void unknownName_isAnsweredWithThoseThereAre() {
        assertThatThrownBy(() -> Experiments.named("castillo-fig99"))
                .hasMessageContainingAll("castillo-fig99", "zhao-table2");
    }
}
