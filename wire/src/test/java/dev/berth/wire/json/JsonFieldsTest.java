package dev.berth.wire.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.berth.engine.model.Rate;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonFieldsTest {
    private static JsonFields fields(String text) {
        return JsonFields.of(
                StrictJson.object("the text", text.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Fault> faults(JsonFields fields) {
        Invalid invalid = catchThrowableOfType(Invalid.class, fields::check);
        return invalid == null ? List.of() : invalid.faults();
    }

    @Test
    void values_areRead() {
        JsonFields fields = fields("""
                {'name': 'a', 'count': 3, 'on': true, 'inner': {'rate': '0.5'}, 'list': [{'x': 1}, {'x': 2}],
                 'words': ['b', 'c'], 'numbers': [4, 2], 'kinds': {'k': 7}, 'labels': {'l': 'm'}}
                """);
        assertThat(fields.requiredText("name", 10)).isEqualTo("a");
        assertThat(fields.whole("count", 1, 5, 1)).isEqualTo(3);
        assertThat(fields.whole("absent", 1, 5, 2)).isEqualTo(2);
        assertThat(fields.flag("on")).isTrue();
        assertThat(fields.flag("off")).isFalse();
        JsonFields inner = fields.object("inner");
        assertThat(inner.place("rate")).isEqualTo("inner.rate");
        assertThat(inner.parsed("rate", "it is a rate", Rate::of)).isEqualTo(Rate.of("0.5"));
        assertThat(fields.objects("list", 2))
                .map(each -> each.whole("x", 1, 2, 0))
                .containsExactly(1, 2);
        assertThat(fields.optionalObjects("none", 2)).isEmpty();
        assertThat(fields.names("words", 2)).containsExactly("b", "c");
        assertThat(fields.wholes("numbers", 2)).containsExactly(2, 4);
        assertThat(fields.wholesByName("kinds", 1, 9)).containsEntry("k", 7);
        assertThat(fields.texts("labels")).containsEntry("l", "m");
        fields.closed().check();
    }

    @Test
    void whatIsWrong_isCollectedWithItsPlace() {
        JsonFields fields = fields("{'count': 9, 'on': 1, 'list': [3, {'x': 'y', 'z': 0}], 'inner': [], 'blank': ''}");
        fields.require("name");
        fields.whole("count", 1, 5, 1);
        fields.flag("on");
        for (JsonFields each : fields.objects("list", 5)) {
            each.whole("x", 0, 1, 0);
            each.closed();
        }
        assertThat(fields.object("inner")).isNull();
        fields.text("blank", 5);
        fields.closed();
        assertThat(faults(fields))
                .containsExactly(
                        new Fault("name", "", "is required"),
                        new Fault("count", "9", "must be a whole number from 1 to 5"),
                        new Fault("on", "1", "must be true or false"),
                        new Fault("list[0]", "3", "must be an object"),
                        new Fault("list[1].x", "y", "must be a whole number from 0 to 1"),
                        new Fault("list[1].z", "0", "is not a field here; the fields are x"),
                        new Fault("inner", "[]", "must be an object"),
                        new Fault("blank", "", "must be text of 1 to 5 printable characters"));
    }

    @Test
    void ruleOfTheModel_isToldInItsOwnWords() {
        JsonFields fields = fields("{'rate': '7'}");
        assertThat(fields.parsed("rate", "it is a rate", Rate::of)).isNull();
        assertThat(faults(fields))
                .singleElement()
                .satisfies(fault -> assertThat(fault.rule()).contains("above 0"));
    }

    @Test
    void unknownFields_areToldUpToAHundred() {
        StringBuilder text = new StringBuilder("{'f0': 0");
        for (int i = 1; i < 500; i++) {
            text.append(", 'f").append(i).append("': 0");
        }
        JsonFields fields = fields(text.append('}').toString()).closed();
        assertThat(faults(fields)).hasSize(100);
    }

    @Test
    void built_givesTheValue_orThrowsAllFaults() {
        assertThat(fields("{}").<String>built(() -> "made")).isEqualTo("made");
        JsonFields wrong = fields("{'count': 'x'}");
        wrong.whole("count", 1, 5, 1);
        assertThatThrownBy(() -> wrong.built(() -> "never"))
                .isInstanceOf(Invalid.class)
                .hasMessageContainingAll("count: \"x\"", "from 1 to 5");
    }

    @Test
    void longValue_isShortened() {
        JsonFields fields = fields("{'count': '" + "x".repeat(500) + "'}");
        fields.whole("count", 1, 5, 1);
        assertThat(faults(fields))
                .singleElement()
                .satisfies(fault -> assertThat(fault.value()).hasSize(103).endsWith("..."));
    }
}
