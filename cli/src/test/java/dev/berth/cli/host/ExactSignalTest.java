package dev.berth.cli.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ExactSignalTest {
    /** Foreign functions are final since Java 22; with 21 they may be missing, and signals go by the handle. */
    @Test
    void descriptorsOfProcesses_areAtHand() throws Exception {
        Optional<SystemCalls> found = SystemCalls.find();
        assertThat(found.isPresent() || Runtime.version().feature() < 22).isTrue();
        if (found.isPresent()) {
            aDescriptorStaysThatOfItsProcess(found.get());
        }
    }

    private static void aDescriptorStaysThatOfItsProcess(SystemCalls calls) throws Exception {
        Process process = new ProcessBuilder("sleep", "300").start();
        int descriptor = calls.openProcess(process.pid()).orElseThrow();
        assertThat(calls.signal(descriptor, 15)).isTrue();
        assertThat(process.waitFor()).isEqualTo(128 + 15);
        assertThat(calls.signal(descriptor, 15))
                .as("whoever has its number now")
                .isFalse();
        calls.close(descriptor);
        assertThat(calls.openProcess(process.pid())).isEmpty();
    }

    @Test
    void theHandle_sendsToTheSameProcessOrToNobody() throws Exception {
        Process process = new ProcessBuilder("sleep", "300").start();
        HostProcess seen = ProcessTable.read().find(process.pid()).orElseThrow();
        HostProcess other = new HostProcess(seen.pid(), "1", seen.user(), seen.uid(), 0, 0, 0, seen.name(), "", "");
        assertThat(ExactSignal.KILL.sendByHandle(other)).isFalse();
        assertThat(process.isAlive()).isTrue();
        assertThat(ExactSignal.KILL.sendByHandle(seen)).isTrue();
        assertThat(process.waitFor()).isEqualTo(128 + 9);
    }
}
