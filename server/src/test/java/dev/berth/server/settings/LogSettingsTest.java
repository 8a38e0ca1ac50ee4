package dev.berth.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.api.log.LogFormat;
import dev.berth.api.log.LogSettings;
import dev.berth.wire.json.Invalid;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class LogSettingsTest {
    private static LogSettings read(String log) {
        return SiteFile.parse("name: test\n" + log, null).log();
    }

    @Test
    void read_knowsFormatLevelAndAccess() {
        assertThat(read("")).isEqualTo(LogSettings.DEFAULT);
        assertThat(read("log: {}")).isEqualTo(LogSettings.DEFAULT);
        assertThat(read("log: {format: json, level: debug, access: on}"))
                .isEqualTo(new LogSettings(LogFormat.JSON, Level.DEBUG, true));
        assertThat(read("log: {format: text, level: warn, access: off}"))
                .isEqualTo(new LogSettings(LogFormat.TEXT, Level.WARN, false));
        assertThat(read("log: {access: \"on\"}").access()).isTrue();
    }

    @Test
    void wrongValues_areSaidAllAtOnce() {
        assertThatThrownBy(() -> read("log: {format: xml, level: trace, access: sometimes, colour: red}"))
                .isInstanceOf(Invalid.class)
                .hasMessageContaining("log.format")
                .hasMessageContaining("must be one of text, json")
                .hasMessageContaining("must be one of debug, info, warn")
                .hasMessageContaining("must be on or off")
                .hasMessageContaining("log.colour");
    }
}
