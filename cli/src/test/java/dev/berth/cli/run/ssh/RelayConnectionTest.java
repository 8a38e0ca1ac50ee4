package dev.berth.cli.run.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes from another host, which may come from its shell, its profile or another version of Berth. */
class RelayConnectionTest {
    private static final int SEQUENCES = 2_000;

    private static boolean isGreeted(String said) throws Exception {
        try (RelayConnection connection = new RelayConnection(
                new ByteArrayInputStream(said.getBytes(StandardCharsets.UTF_8)),
                OutputStream.nullOutputStream(),
                () -> {})) {
            return connection.greeting().get(1, TimeUnit.MINUTES);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Welcome to dgx1!\n", "\n\n\n", "prompt without an end "})
    void theGreeting_isFoundBehindWhatAShellSays(String before) throws Exception {
        assertThat(isGreeted(before + Frame.HELLO)).isTrue();
    }

    @Test
    void withoutAGreeting_thereIsNobody() throws Exception {
        assertThat(isGreeted("")).isFalse();
        assertThat(isGreeted("sh: berth: not found\n")).isFalse();
        assertThat(isGreeted("berth-relay 2\n")).isFalse();
        assertThat(isGreeted("x".repeat(100_000) + "\n" + Frame.HELLO)).isFalse();
    }

    /** Hears all of the bytes, and returns the messages; that the connection was lost is always told. */
    private static List<Frame> heard(byte[] bytes) throws InterruptedException {
        List<Frame> frames = new ArrayList<>();
        CountDownLatch lost = new CountDownLatch(1);
        try (RelayConnection connection = new RelayConnection(
                new ByteArrayInputStream(bytes), OutputStream.nullOutputStream(), lost::countDown)) {
            connection.listen(frames::add);
            assertThat(lost.await(1, TimeUnit.MINUTES)).isTrue();
        }
        return frames;
    }

    private static byte[] message(int kind, int length, byte[] bytes) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(all);
        out.writeByte(kind);
        out.writeInt(length);
        out.write(bytes);
        return all.toByteArray();
    }

    @Test
    void aMessage_isHeardAsItWasSent() throws Exception {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        try (RelayConnection connection = new RelayConnection(new ByteArrayInputStream(new byte[0]), sent, () -> {})) {
            connection.send(Frame.of(Frame.Kind.OUTPUT, "größer"));
            connection.send(Frame.of(Frame.Kind.ENDED, "7"));
        }
        assertThat(heard(sent.toByteArray()))
                .extracting(Frame::kind, Frame::text)
                .containsExactly(tuple(Frame.Kind.OUTPUT, "größer"), tuple(Frame.Kind.ENDED, "7"));
    }

    @Test
    void messagesThatCannotBe_endTheConnection_andTakeNoMemory() throws Exception {
        assertThat(heard(message('O', Integer.MAX_VALUE, new byte[8]))).isEmpty();
        assertThat(heard(message('O', -1, new byte[8]))).isEmpty();
        assertThat(heard(message('O', 100, new byte[8]))).isEmpty();
        assertThat(heard(message('?', 0, new byte[0]))).isEmpty();
    }

    /** A receiver that cannot make anything of a message ends the connection, too. */
    @Test
    void aReceiverThatFails_endsTheConnection() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch lost = new CountDownLatch(1);
        byte[] twice = new String(message('A', 1, new byte[] {'x'}), StandardCharsets.ISO_8859_1)
                .repeat(2)
                .getBytes(StandardCharsets.ISO_8859_1);
        try (RelayConnection connection = new RelayConnection(
                new ByteArrayInputStream(twice), OutputStream.nullOutputStream(), lost::countDown)) {
            connection.listen(frame -> {
                calls.incrementAndGet();
                Integer.parseInt(frame.text());
            });
            assertThat(lost.await(1, TimeUnit.MINUTES)).isTrue();
        }
        assertThat(calls).hasValue(1);
    }

    @Test
    void anyBytes_endTheConnection() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String kinds = "NIEASPBORXFQ";
        for (int i = 0; i < SEQUENCES; i++) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (int j = random.nextInt(6); j > 0; j--) {
                byte[] some = new byte[random.nextInt(40)];
                random.nextBytes(some);
                bytes.writeBytes(
                        random.nextBoolean()
                                ? some
                                : message(kinds.charAt(random.nextInt(kinds.length())), some.length, some));
            }
            assertThat(heard(bytes.toByteArray()))
                    .as("seed %d, sequence %d", seed, i)
                    .hasSizeLessThan(100);
        }
    }
}
