package dev.berth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.remote.Shop;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong arguments are reported before any service is asked. */
class UsageTest {
    private static final Map<String, String> VARIABLES = Map.of("BERTH_URL", "http://127.0.0.1:1", "BERTH_TOKEN", "x");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "book | NAME is missing",
                "book a --work 1h | --deadline is missing; try 22:00",
                "book a --deadline now+1h | Give either --work or --stay",
                "book a --deadline now+1h --work 1h --stay 1h | Give either --work or --stay",
                "book a --deadline now+1h --work 1x | --work: cannot read \"1x\" as a duration",
                "book a --deadline never --work 1h | --deadline: cannot read \"never\" as a time",
                "book a --for 1h --stay 1h --to now+2h | --stay and --for mean the same",
                "book a --from 10:00 --ready 10:00 --for 1h | --ready and --from mean the same",
                "book a --from now+2h --to now+1h | --to (now+1h) is not after --from (now+2h)",
                "change r1 extend --for 1h --work 1h | Give either --for or --work",
                "book a --offer o-1 | --offer must be given alone",
                "offers a --deadline now+1h --work 1h --hold 0s | --hold: \"0s\" is not greater than zero",
                "change r1 move --by soon | --by: cannot read \"soon\" as a duration",
                "list --from never | --from: cannot read \"never\" as a time",
                "show | Missing argument: ID"
            })
    void wrongOption_isBadUsage(String line, String message) {
        Ran ran = Ran.with(new byte[0], VARIABLES, Shop.CLOCK, line.split(" ", -1));

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).startsWith(message);
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void completion_knowsTheCommands() {
        Ran ran = Ran.berth("completion");

        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .startsWith("#!/usr/bin/env bash")
                .contains("timetable", "--dry-run", "workflow", "--gantt");
    }
}
