package dev.berth.soak.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Inputs in files: {@code DIRECTORY/TARGET/*}. Those that once broke a reader stay there. */
public record Corpus(Path directory) {
    /** Inputs of a target in the order of their names, so that a seed gives the same run everywhere. */
    public List<byte[]> of(String target) throws IOException {
        List<byte[]> inputs = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory.resolve(target))) {
            for (Path file : files.sorted().toList()) {
                inputs.add(Files.readAllBytes(file));
            }
        }
        return inputs;
    }

    /** Keeps an input under a name. */
    public Path add(String target, String name, byte[] input) throws IOException {
        Path file = Files.createDirectories(directory.resolve(target)).resolve(name);
        return Files.write(file, input);
    }
}
