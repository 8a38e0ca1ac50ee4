package dev.berth.workflow.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Window;
import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machine;
import dev.berth.workflow.model.Machines;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineFilesTest {
    private static Machines read(String text) throws IOException {
        return MachineFiles.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void entries_becomeMachinesWithRatesLinksAndBusyWindows(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("machines.json"), """
                {"machines": [
                    {"id": "big", "busy": [{"from": 10, "to": 20}, {"from": 0, "to": 1.5}, {"from": 20, "to": 30}]},
                    {"id": "small", "rate": 0.5, "count": 2}],
                 "megabytesPerSecond": 100,
                 "links": [{"between": ["small", "big"], "megabytesPerSecond": 0.5}]}
                """);
        Machines machines = MachineFiles.read(file);
        assertThat(machines.all())
                .containsExactly(
                        new Machine("big", Rate.FULL),
                        new Machine("small-0", Rate.of("0.5")),
                        new Machine("small-1", Rate.of("0.5")));
        assertThat(machines.busy(0)).containsExactly(new Window(0, 1_500), new Window(10_000, 30_000));
        assertThat(machines.busy(1)).isEmpty();
        assertThat(machines.link(0, 2)).isEqualTo(Link.bytesPerSecond(500_000));
        assertThat(machines.link(2, 0)).isEqualTo(Link.bytesPerSecond(500_000));
        assertThat(machines.link(1, 2)).isEqualTo(Link.bytesPerSecond(100_000_000));
        assertThat(machines.link(1, 1).time(1_000_000)).isZero();
    }

    @Test
    void linksUnlessTold_areAGigabit() throws IOException {
        Machines machines = read("{\"machines\": [{\"id\": \"a\"}, {\"id\": \"b\"}]}");
        assertThat(machines.link(0, 1).time(125_000_000)).isEqualTo(1_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{}|file: there are no machines in it",
                "{\"machines\": [{}]}|line 1, column 15: a machine has no id",
                "{\"machines\": [{\"id\": \"a\", \"rate\": 2}]}|rate: \"2\" must be a decimal above 0 and at most 1",
                "{\"machines\": [{\"id\": \"a\", \"rate\": 0.00000000000000000000001}]}|must be a decimal above 0",
                "{\"machines\": [{\"id\": \"a\", \"rate\": \"fast\"}]}|rate: \"fast\"",
                "{\"machines\": [{\"id\": \"a\", \"count\": 0}]}|count: \"0\" must be a whole number from 1 to 10000",
                "{\"machines\": [{\"id\": \"a\", \"count\": 9999}, {\"id\": \"b\", \"count\": 2}]}|more than 10000 machines",
                "{\"machines\": [{\"id\": \"a\", \"speed\": 1}]}|a machine has no field \"speed\"; it has id, rate, count and busy",
                "{\"machines\": [{\"id\": \"a\"}, {\"id\": \"a\"}]}|machine \"a\" already exists",
                "{\"machines\": [{\"id\": \"a-1\"}, {\"id\": \"a\", \"count\": 2}]}|machines: machine id is a-1",
                "{\"machines\": [{\"id\": \"a\", \"busy\": [{\"from\": 5, \"to\": 5}]}]}|a busy window must end after it begins",
                "{\"machines\": [{\"id\": \"a\", \"busy\": [{\"until\": 5}]}]}|a busy window has no field \"until\"",
                "{\"machines\": [{\"id\": \"a\"}], \"links\": [{\"between\": [\"a\"], \"megabytesPerSecond\": 1}]}|a link must name two machines",
                "{\"machines\": [{\"id\": \"a\"}], \"links\": [{\"between\": [\"a\", \"b\"]}]}|a link must name two machines",
                "{\"machines\": [{\"id\": \"a\"}], \"links\": [{\"between\": [\"a\", \"b\"], \"megabytesPerSecond\": 1}]}|a link of machine \"b\"",
                "{\"machines\": [{\"id\": \"a\"}], \"links\": [{\"from\": \"a\"}]}|a link has no field \"from\"",
                "{\"machines\": [{\"id\": \"a\"}], \"megabytesPerSecond\": 0}|megabytesPerSecond: \"0\" must be a number above 0",
                "{\"servers\": []}|the file has no field \"servers\"; it has machines, megabytesPerSecond and links",
                "machines|it is no JSON",
            })
    void wrong_isRefusedWithItsPlaceAndWhatWouldBeRight(String text, String message) {
        BadWorkflow bad = catchThrowableOfType(BadWorkflow.class, () -> read(text));
        assertThat(bad).isNotNull();
        assertThat(bad.getMessage()).contains(message);
    }

    @Test
    void tooManyEntries_areRefused() {
        StringBuilder text = new StringBuilder("{\"machines\": [{\"id\": \"m\"}");
        for (int i = 0; i < 1_000; i++) {
            text.append(", {\"id\": \"m").append(i).append("\"}");
        }
        BadWorkflow bad = catchThrowableOfType(
                BadWorkflow.class, () -> read(text.append("]}").toString()));
        assertThat(bad).isNotNull();
        assertThat(bad.getMessage()).contains("more than 1000 machines");
    }
}
