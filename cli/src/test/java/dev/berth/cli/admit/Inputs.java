package dev.berth.cli.admit;

import dev.berth.cli.Ran;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** Pools and jobs in a directory, and runs of {@code berth admit} on them. */
record Inputs(Path directory) {
    static final String POOLS = "pool,servers,rate\nfast,1,1\n";
    static final String JOBS = "id,submit,ready,work,deadline\na,0,10,5,20\nb,0,10,5,20\nc,0,10,5,20\n";
    static final String PLACEMENTS = """
            id,decision,pool,servers,start,end,reason
            a,accepted,fast,0,10,15,
            b,accepted,fast,0,15,20,
            c,refused,,,,,no-capacity
            """;

    Path pools() {
        return directory.resolve("pools.csv");
    }

    Path jobs() {
        return directory.resolve("jobs.csv");
    }

    Path out() {
        return directory.resolve("placements.csv");
    }

    Inputs pools(String text) throws IOException {
        Files.writeString(pools(), text);
        return this;
    }

    Inputs jobs(String text) throws IOException {
        Files.writeString(jobs(), text);
        return this;
    }

    /** With placements in {@link #out}. */
    Ran admit(String... more) {
        Stream<String> usual = Stream.of(
                "admit", "--pools", pools().toString(), "--jobs", jobs().toString(), "--out", out().toString());
        return Ran.berth(Stream.concat(usual, Stream.of(more)).toArray(String[]::new));
    }

    String placements() throws IOException {
        return Files.readString(out());
    }

    List<String> fileNames() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }
}
