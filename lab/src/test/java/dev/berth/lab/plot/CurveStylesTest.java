package dev.berth.lab.plot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.SampleFigure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CurveStylesTest {
    private static Curve curve(String name, @Nullable String twin) {
        return new Curve(name, List.of(new Point(1, new Estimate(2, 0, 1))), true, twin);
    }

    private static CurveStyles styles(List<Curve> curves) {
        return new CurveStyles(SampleFigure.of("styles", List.of(new Panel("y", "y", "x", "y", false, curves))));
    }

    @Test
    void twin_looksTheSameButDashed_andTakesNoColour() {
        CurveStyles styles = styles(List.of(curve("one", null), curve("one before", "one"), curve("two", null)));
        assertThat(styles.of("one before").color()).isEqualTo(styles.of("one").color());
        assertThat(styles.of("one before").mark()).isEqualTo(styles.of("one").mark());
        assertThat(styles.of("one").pen().dashes()).isEmpty();
        assertThat(styles.of("one before").pen().dashes()).isNotEmpty();
        assertThat(styles.of("two"))
                .isEqualTo(styles(List.of(curve("a", null), curve("b", null))).of("b"));
    }

    @Test
    void coloursComeBack_withOtherDashesAndMarkers() {
        List<Curve> curves = new ArrayList<>();
        for (int i = 0; i < 17; i++) {
            curves.add(curve("curve " + i, null));
        }
        CurveStyles styles = styles(curves);
        assertThat(curves.stream().map(curve -> styles.of(curve.name())).distinct())
                .hasSize(17);
        assertThat(styles.of("curve 8").color()).isEqualTo(styles.of("curve 0").color());
    }
}
