package dev.berth.lab.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.lab.figure.Claim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** claims.json: a list of {@code {"claim", "where", "holds", "evidence"}}. */
final class ClaimsFile {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ClaimsFile() {}

    static String text(List<Claim> claims) throws IOException {
        // The default printer ends lines as the machine does; the file must be the same on all of them.
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer =
                new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
        return MAPPER.writer(printer).writeValueAsString(claims) + "\n";
    }

    static List<Claim> read(Path file) throws IOException {
        try {
            return MAPPER.readValue(Files.readString(file), new TypeReference<>() {});
        } catch (JsonProcessingException e) {
            throw new IOException(file + " is not a list of claims: " + e.getOriginalMessage(), e);
        }
    }
}
