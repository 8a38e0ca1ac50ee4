package dev.berth.cli.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.awaitility.Durations;

/** A program in a folder of its own that answers like {@code nvidia-smi}. */
public record FakeNvidiaSmi(Path folder) {
    /** A search path on which this is found first, and then the programs of this machine. */
    public String path() {
        return folder + ":" + System.getenv("PATH");
    }

    /** Does this whatever it is asked. */
    public void script(String body) throws IOException {
        Files.createDirectories(folder);
        Path program = folder.resolve("next");
        Files.writeString(program, "#!/bin/sh\necho >> '" + folder + "/asked'\n" + body + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.move(program, folder.resolve("nvidia-smi"), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Waits until it was asked this many times more. */
    public void awaitQuestions(int more) throws IOException, InterruptedException {
        Path asked = folder.resolve("asked");
        long until = Files.size(asked) + more;
        Awaitility.await("%d questions".formatted(until))
                .atMost(Durations.TWO_MINUTES)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> Files.size(asked), size -> size >= until);
    }

    /**
     * Answers with the files of its folder: {@code gpus.csv}, {@code apps.csv} and {@code list.txt}; the load of the cards is in
     * {@code load.csv} and {@code samples.txt}, and not known without them.
     */
    public void answering() throws IOException {
        script("""
                case "$1" in
                  --query-gpu=uuid,*) cat '%1$s/load.csv' ;;
                  -q) cat '%1$s/samples.txt' ;;
                  --query-gpu=*) cat '%1$s/gpus.csv' ;;
                  --query-compute-apps=*) cat '%1$s/apps.csv' ;;
                  -L) cat '%1$s/list.txt' ;;
                  *) echo "unexpected: $*"; exit 2 ;;
                esac""".formatted(folder));
    }

    public void says(String file, String text) throws IOException {
        Files.createDirectories(folder);
        // At once: whoever reads sees the old text or the new one.
        Path half = Files.writeString(folder.resolve(file + ".half"), text);
        Files.move(half, folder.resolve(file), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Recorded output of nvidia-smi, or text of the same form. */
    public static String recorded(String name) throws IOException {
        try (InputStream in = FakeNvidiaSmi.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
