package dev.berth.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.host.ThisHost;
import dev.berth.cli.remote.JsonTree;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunServersTest {
    private static RunServers parts() throws IOException {
        return RunServers.read(JsonTree.read("""
            {"reservation": {"serverNumbers": [0, 2, 5], "parts": {"gpu": 2},
             "devices": [{"server": 0, "part": "gpu", "numbers": [0, 1]}, {"server": 2, "part": "gpu", "numbers": [2, 3]},
                         {"server": 5, "part": "gpu", "numbers": [1, 3]}]},
             "machines": [{"number": 0, "name": "a", "host": "dgx1"}, {"number": 2, "name": "b", "host": "dgx2.lab.org"},
                          {"number": 5, "name": "c", "host": "dgx3"}]}
            """));
    }

    @Test
    void theHostOfTheCommand_isTheFirst_withItsServerItsSlotsAndItsCards() throws IOException {
        assertThat(parts().seenFrom(new ThisHost("dgx2")).variables())
                .containsAllEntriesOf(Map.of(
                        "BERTH_HOSTS", "dgx2.lab.org,dgx1,dgx3",
                        "BERTH_SLOTS", "dgx2.lab.org:2,dgx1:2,dgx3:2",
                        "BERTH_SERVERS", "b,a,c",
                        "BERTH_DEVICES", "b:gpu:2,b:gpu:3,a:gpu:0,a:gpu:1,c:gpu:1,c:gpu:3",
                        "CUDA_VISIBLE_DEVICES", "2,3"));
    }

    @Test
    void aHostThatIsTheFirst_changesNothingOfTheOrder() throws IOException {
        assertThat(parts().seenFrom(new ThisHost("dgx1")).variables())
                .containsAllEntriesOf(Map.of(
                        "BERTH_HOSTS",
                        "dgx1,dgx2.lab.org,dgx3",
                        "BERTH_SERVERS",
                        "a,b,c",
                        "CUDA_VISIBLE_DEVICES",
                        "0,1"));
    }

    @Test
    void anotherMachine_changesNothing() throws IOException {
        assertThat(parts().seenFrom(new ThisHost("laptop"))).isEqualTo(parts());
    }

    /** Several servers of a pool of cards are on one host, and others on another one. */
    @Test
    void ofServersThatAreCards_thoseOfThisHostAreSeen() throws IOException {
        RunServers cards = RunServers.read(JsonTree.read("""
            {"reservation": {"serverNumbers": [0, 1, 4, 5]},
             "machines": [{"number": 0, "name": "g0", "host": "dgx1", "device": "0"}, {"number": 1, "name": "g1", "host": "dgx1", "device": "1"},
                          {"number": 4, "name": "h0", "host": "dgx2", "device": "0"}, {"number": 5, "name": "h1", "host": "dgx2", "device": "1"}]}
            """));
        assertThat(cards.seenFrom(new ThisHost("dgx2")).variables())
                .containsAllEntriesOf(Map.of(
                        "BERTH_HOSTS", "dgx2,dgx1",
                        "BERTH_SLOTS", "dgx2:2,dgx1:2",
                        "BERTH_SERVERS", "h0,h1,g0,g1",
                        "CUDA_VISIBLE_DEVICES", "0,1"));
    }

    @Test
    void oneHost_isAsItWas() throws IOException {
        RunServers one = RunServers.read(JsonTree.read("""
            {"reservation": {"serverNumbers": [2], "parts": {"gpu": 2}, "devices": [{"server": 2, "part": "gpu", "numbers": [2, 3]}]},
             "machines": [{"number": 2, "name": "b", "host": "dgx2"}]}
            """));
        assertThat(one.seenFrom(new ThisHost("dgx2"))).isEqualTo(one);
        assertThat(one.variables()).containsEntry("CUDA_VISIBLE_DEVICES", "2,3").doesNotContainKey("BERTH_SLOTS");
    }
}
