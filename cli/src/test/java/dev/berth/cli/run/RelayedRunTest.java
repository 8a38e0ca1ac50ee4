package dev.berth.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Streams;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.run.ssh.Frame;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Orders that no {@code berth run} of today gives; {@link OtherHostTest} has the others. */
@Timeout(120)
class RelayedRunTest {
    @TempDir
    private Path state;

    private final ByteArrayOutputStream answer = new ByteArrayOutputStream();
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

    private void send(Frame frame) throws IOException {
        frame.writeTo(new DataOutputStream(sent));
    }

    /** Input that is silent after its bytes, as a connection that stands. */
    private static final class Standing extends ByteArrayInputStream {
        Standing(byte[] bytes) {
            super(bytes);
        }

        @Override
        public synchronized int read(byte[] to, int offset, int length) {
            int read = super.read(to, offset, length);
            if (read < 0) {
                LockSupport.park(this);
            }
            return read;
        }
    }

    /** The messages with which it answers all that was sent. */
    private List<Frame> answers(InputStream in) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(answer, false, StandardCharsets.UTF_8);
        Environment environment = new Environment(
                new Streams(in, out, out),
                Map.of(ThisHost.VARIABLE, "dgx1", "XDG_STATE_HOME", state.toString(), "PATH", "/bin:/usr/bin"),
                Clock.systemUTC());
        new RelayedRun(environment).run();
        byte[] all = answer.toByteArray();
        int hello = Frame.HELLO.length();
        assertThat(new String(all, 0, hello, StandardCharsets.US_ASCII)).isEqualTo(Frame.HELLO);
        DataInputStream rest = new DataInputStream(new ByteArrayInputStream(all, hello, all.length - hello));
        List<Frame> frames = new ArrayList<>();
        while (rest.available() > 0) {
            frames.add(Frame.read(rest));
        }
        return frames;
    }

    private InputStream standing() {
        return new Standing(sent.toByteArray());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "7",
                "{\"host\":\"dgx2\",\"note\":{}}",
                "{\"host\":\"dgx1\"}",
                "{\"host\":\"dgx1\",\"note\":7}",
                "{\"host\":\"dgx1\",\"note\":{\"runner\":\"x\"}}",
                "{\"host\":\"dgx1\",\"note\":{\"runner\":\"x\",\"words\":[\"true\"],\"directory\":\"\\u0000\"}}"
            })
    void anOrderThatCannotBeCarriedOut_isAnsweredInWords(String order) throws Exception {
        send(Frame.of(Frame.Kind.ORDER, order));
        send(Frame.of(Frame.Kind.RECEIVED, ""));
        List<Frame> answers = answers(standing());
        assertThat(answers).extracting(Frame::kind).containsExactly(Frame.Kind.NOTHING_RUN);
        assertThat(answers.getFirst().text()).isNotBlank().doesNotContain("Exception", "null", "java.");
    }

    @Test
    void anOrderThatIsNoJson_endsTheConnection() throws Exception {
        send(Frame.of(Frame.Kind.ORDER, "{\"host\":"));
        assertThatThrownBy(() -> answers(standing())).isInstanceOf(IOException.class);
    }

    @Test
    void withoutAnOrder_nothingHappens() throws Exception {
        assertThat(answers(new ByteArrayInputStream(sent.toByteArray()))).isEmpty();
    }

    /** Six megabytes, although nothing was taken: at most half a megabyte is kept. */
    @Test
    void moreInputThanWasTaken_endsTheConnection() throws Exception {
        for (int i = 0; i < 100; i++) {
            send(new Frame(Frame.Kind.INPUT, new byte[64 << 10]));
        }
        assertThat(answers(standing())).isEmpty();
    }

    @Test
    void moreMessagesThanAnybodySends_endTheConnection() throws Exception {
        for (int i = 0; i < 100_000; i++) {
            send(Frame.of(Frame.Kind.SIGNAL, "INT"));
        }
        assertThat(answers(standing())).isEmpty();
    }
}
