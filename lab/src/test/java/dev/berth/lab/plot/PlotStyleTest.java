package dev.berth.lab.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlotStyleTest {
    @Test
    void style_ofAColumnOfAPaper() {
        PlotStyle style =
                PlotStyle.SCREEN.sized("85x60.5").lettered("Times New Roman,8").logarithmic("y");
        assertThat(style.width()).isCloseTo(321.26, Offset.offset(0.01));
        assertThat(style.height()).isCloseTo(228.66, Offset.offset(0.01));
        assertThat(style.letters()).isCloseTo(10.67, Offset.offset(0.01));
        assertThat(style.font()).isEqualTo("Times New Roman");
        assertThat(style.typeface()).isEqualTo(Typeface.SERIF);
        assertThat(style.logX()).isFalse();
        assertThat(style.logY()).isTrue();
        assertThat(style.lettered("Arial").letters()).isEqualTo(style.letters());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "85", "85x", "x60", "29x60", "85x1001", "-85x60", "1e2x60", "85X60", "99999x60"})
    void size_thatIsNone(String text) {
        assertThat(PlotStyle.SCREEN.sized(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",8", "Arial,", "Arial,3", "Arial,41", "Arial,eight", "Arial\"><script>", "A;B"})
    void font_thatIsNone(String text) {
        assertThat(PlotStyle.SCREEN.lettered(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "z", "yx", "X"})
    void axes_thatAreNone(String text) {
        assertThat(PlotStyle.SCREEN.logarithmic(text)).isNull();
    }

    @Test
    void typeface_isTheOneMostAlike() {
        assertThat(Typeface.like("sans-serif")).isEqualTo(Typeface.SANS);
        assertThat(Typeface.like("Arial")).isEqualTo(Typeface.SANS);
        assertThat(Typeface.like("Latin Modern Roman")).isEqualTo(Typeface.SERIF);
        assertThat(Typeface.like("DejaVu Sans Mono")).isEqualTo(Typeface.MONO);
    }

    /** Widths by Adobe's metrics: B 667, e 556, r 333, t 278, h 556 thousandths. */
    @Test
    void width_ofAWord() {
        assertThat(Typeface.SANS.width("Berth", 10, false)).isCloseTo(23.90, Offset.offset(1e-9));
        assertThat(Typeface.MONO.width("Berth", 10, true)).isCloseTo(30, Offset.offset(1e-9));
    }
}
