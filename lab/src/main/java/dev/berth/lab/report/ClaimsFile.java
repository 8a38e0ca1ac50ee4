package dev.berth.lab.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.lab.figure.ChangedRule;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * claims.json: a list of {@code {"claim", "where", "verdict", "holds", "evidence", "byConstruction", "readings",
 * "changedRule"}}. {@code readings} says in how many readings of how many it holds, and what it comes to under each; it is
 * left out if only one was run. {@code changedRule} is there if the rule was changed after a result was seen, with the
 * verdict by the rule before.
 */
final class ClaimsFile {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ClaimsFile() {}

    /**
     * One claim.
     *
     * @param verdict {@code holds}, {@code fails} or {@code undecided}
     * @param holds whether the verdict is that it holds
     */
    record Checked(
            String claim,
            String where,
            String verdict,
            boolean holds,
            String evidence,
            boolean byConstruction,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Readings readings,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Changed changedRule) {
        private static Checked of(Claim claim) {
            return new Checked(
                    claim.claim(),
                    claim.where(),
                    claim.verdict().id(),
                    claim.holds(),
                    claim.evidence(),
                    claim.byConstruction(),
                    claim.readings().size() < 2 ? null : Readings.of(claim),
                    claim.changed() == null ? null : Changed.of(claim.changed()));
        }

        boolean isUndecided() {
            return verdict.equals(Verdict.UNDECIDED.id());
        }
    }

    /** Number of readings under which a claim holds, number of all, and the verdict under each. */
    record Readings(long hold, int of, Map<String, String> each) {
        private static Readings of(Claim claim) {
            Map<String, String> each = new LinkedHashMap<>();
            claim.readings().forEach((reading, verdict) -> each.put(reading, verdict.id()));
            return new Readings(claim.readingsThatHold(), each.size(), each);
        }
    }

    /** The rule that decides, and the one before with its verdict. */
    record Changed(String now, String before, String verdictBefore) {
        private static Changed of(ChangedRule rule) {
            return new Changed(rule.now(), rule.before(), rule.verdict().id());
        }
    }

    static String text(Figure figure) throws IOException {
        List<Checked> claims = figure.claims().stream().map(Checked::of).toList();
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
