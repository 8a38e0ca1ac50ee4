package dev.berth.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.lab.experiment.OpenParameter.Range;
import dev.berth.lab.figure.Choice;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Verdict;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadingsTest {
    private static final OpenParameter ORDER = OpenParameter.choice("order", "which is first", "first", "last");
    private static final OpenParameter SHARE =
            OpenParameter.number("share", "how much counts", new Range(0, 1), 0.5, 0, 1);

    /** Holds unless the last is first; what it measures says under which choices it was run. */
    private record Sample() implements MeasuredExperiment {
        @Override
        public String id() {
            return "sample";
        }

        @Override
        public String title() {
            return "A sample";
        }

        @Override
        public PlannedRuns plannedRuns() {
            return new PlannedRuns(1, 2, 30, "thirty as the paper has");
        }

        @Override
        public List<OpenParameter> parameters() {
            return List.of(ORDER, SHARE);
        }

        @Override
        public List<Cell<Measures>> cells(Options options) {
            return List.of(new Cell<>(
                    "a",
                    () -> new Measures(Map.of(
                            "last", ORDER.of(options).equals("last") ? 1.0 : 0.0, "share", SHARE.number(options)))));
        }

        @Override
        public Figure figure(Options options, Map<String, Measures> results) {
            Measures only = results.get("a");
            assertThat(only).isNotNull();
            return new Figure(
                    id(),
                    title(),
                    "none",
                    options.settings(),
                    List.of(),
                    List.of(
                            new Claim(
                                    "The first is first.",
                                    "here",
                                    Verdict.of(only.get("last") == 0),
                                    "share " + only.get("share")),
                            new Claim("There is " + only.get("share") + ".", "here", Verdict.HOLDS, "")),
                    List.of());
        }
    }

    @Test
    void parametersThatJudge_shareTheRuns() {
        assertThat(OpenParameter.choice("most", "what most is", "half", "all").judging())
                .isFalse();
        assertThat(OpenParameter.choice("most", "what most is", "half", "all")
                        .thatJudges()
                        .judging())
                .isTrue();
    }

    /** Choices that only say which of the measures decides: no run is made again for them. */
    @ParameterizedTest
    @CsvSource({
        "ahuja-fig5,offset",
        "castillo-groups,fragmentation",
        "netto-fig3,impact",
        "netto-fig6,near",
        "zhao-table2,errors"
    })
    void choicesOfWhatDecides_makeNoRuns(String id, String parameter) {
        Experiment<?> experiment = Experiments.named(id);
        assertThat(experiment.readings(options(Map.of())))
                .anyMatch(reading -> reading.choices().containsKey(parameter));
        assertThat(new Readings<>(experiment, options(Map.of()), true).cells())
                .extracting(Cell::key)
                .doesNotHaveDuplicates()
                .noneMatch(key -> key.contains(parameter));
    }

    private static Options options(Map<String, String> choices) {
        return new Options(Scale.QUICK, 1, null, null, List.of(), Options.SimulatedSystem.PAPERS, null, choices);
    }

    private static Figure run(Options options, boolean all) {
        Readings<Measures> readings = new Readings<>(new Sample(), options, all);
        Map<String, Measures> results = new HashMap<>();
        readings.cells().forEach(cell -> results.put(cell.key(), cell.work().get()));
        assertThat(results).hasSize(readings.cells().size());
        return readings.figure(results);
    }

    @Test
    void all_areRunOneAtATime_andEachClaimSaysWhatItComesTo() {
        Figure figure = run(options(Map.of()), true);

        Claim first = figure.claims().getFirst();
        assertThat(first.evidence()).isEqualTo("share 0.5");
        assertThat(first.readings())
                .containsExactly(
                        Map.entry("as set", Verdict.HOLDS),
                        Map.entry("order last", Verdict.FAILS),
                        Map.entry("share 0", Verdict.HOLDS),
                        Map.entry("share 1", Verdict.HOLDS));
        assertThat(first.readingsThatHold()).isEqualTo(3);
        // A sentence that another reading does not have is not counted there.
        assertThat(figure.claims().getLast().readings()).containsOnlyKeys("as set", "order last");
        assertThat(figure.choices())
                .containsExactly(
                        new Choice("order", "which is first", "first", List.of("last")),
                        new Choice("share", "how much counts", "0.5", List.of("0", "1")));
    }

    @Test
    void set_isTheBaseOfTheOthers_andOfItsExperimentOnly() {
        Figure figure = run(options(Map.of("order", "last", "elsewhere", "x")), true);

        assertThat(figure.settings()).containsEntry("set", "order=last");
        assertThat(figure.claims().getFirst().readings())
                .containsEntry("as set", Verdict.FAILS)
                .containsEntry("order first", Verdict.HOLDS)
                .containsEntry("share 1", Verdict.FAILS);
    }

    @Test
    void withoutReadings_onlyWhatIsSetIsRun() {
        assertThat(run(options(Map.of("share", "0.25")), false).claims().getFirst())
                .isEqualTo(new Claim("The first is first.", "here", Verdict.HOLDS, "share 0.25")
                        .under(Map.of("as set", Verdict.HOLDS)));
    }

    @Test
    void numberOfRuns_isInTheSettingsWithItsReason() {
        Options asPlanned = options(Map.of());
        assertThat(run(asPlanned, false).settings())
                .containsEntry("number of runs", "thirty as the paper has")
                .doesNotContainKey("runs");
        Options own = new Options(Scale.QUICK, 1, null, 7, List.of(), Options.SimulatedSystem.PAPERS, null, Map.of());
        assertThat(run(own, false).settings())
                .containsEntry("runs", "7")
                .hasEntrySatisfying(
                        "number of runs",
                        words -> assertThat(words)
                                .containsSubsequence("--runs", "2 at scale quick and 30 at scale paper"));
        PlannedRuns planned = new Sample().plannedRuns();
        assertThat(own.runs(planned)).isEqualTo(7);
        assertThat(asPlanned.runs(planned)).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "order,middle,'must be one of first, last'",
        "share,1.5,must be a number from 0 to 1",
        "share,NaN,must be a number from 0 to 1",
        "share,much,must be a number from 0 to 1"
    })
    void badValue_isNamed(String name, String value, String rule) {
        assertThatThrownBy(() -> new Readings<>(new Sample(), options(Map.of(name, value)), false))
                .isInstanceOf(BadValue.class)
                .hasMessageContaining(name)
                .hasMessageContaining(rule);
    }
}
