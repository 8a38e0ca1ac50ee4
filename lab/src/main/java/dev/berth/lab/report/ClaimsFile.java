package dev.berth.lab.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * claims.json: a list of {@code {"claim", "where", "holds", "evidence"}}, and {@code "tooSmall": true} if the run was too small
 * to decide.
 */
final class ClaimsFile {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ClaimsFile() {}

    /** @param tooSmall whether that it does not hold means nothing */
    record Checked(
            String claim,
            String where,
            boolean holds,
            String evidence,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean tooSmall) {
        private static Checked of(Claim claim, boolean tooSmall) {
            return new Checked(claim.claim(), claim.where(), claim.holds(), claim.evidence(), tooSmall);
        }

        boolean isUndecided() {
            return tooSmall && !holds;
        }
    }

    static String text(Figure figure) throws IOException {
        List<Checked> claims = figure.claims().stream()
                .map(claim -> Checked.of(claim, figure.isTooSmall()))
                .toList();
        // The default printer ends lines as the machine does; the file must be the same on all of them.
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer =
                new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
        return MAPPER.writer(printer).writeValueAsString(claims) + "\n";
    }

    static List<Checked> read(Path file) throws IOException {
        try {
            return MAPPER.readValue(Files.readString(file), new TypeReference<>() {});
        } catch (JsonProcessingException e) {
            throw new IOException(file + " is not a list of claims: " + e.getOriginalMessage(), e);
        }
    }
}
