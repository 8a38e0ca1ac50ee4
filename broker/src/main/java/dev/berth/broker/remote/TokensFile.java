package dev.berth.broker.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.wire.Fields;
import dev.berth.wire.SecretFile;
import dev.berth.wire.YamlTree;
import dev.berth.wire.json.Invalid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The file with the tokens of a broker's users at the sites, by user and site. Only its owner may read it, and what is wrong with it
 * is said without quoting it.
 */
public final class TokensFile {
    private static final int LONGEST = 10_000_000;

    private TokensFile() {}

    /**
     * Reads it, as it is now.
     *
     * @throws IOException if it cannot be used; the message has no token in it
     */
    public static JsonNode content(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(
                    file + " does not exist; create it with the tokens by user and site, for its owner only"
                            + " (chmod 600)");
        }
        if (SecretFile.isOpenToOthers(file)) {
            throw new IOException(file + " can be read or changed by others; protect it: chmod 600 " + file);
        }
        if (Files.size(file) > LONGEST) {
            throw new IOException(file + " is larger than " + LONGEST + " bytes, too large for a file of tokens");
        }
        try {
            return YamlTree.of(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
        } catch (Invalid e) {
            // The rest of the message may quote a token.
            throw new IOException(
                    e.faults().getFirst().field()
                            + " is not YAML with tokens by user and site, each given once, such as ana: {north: TOKEN}",
                    e);
        }
    }

    /** The file that a field names, if it is good; its tokens must be for sites that there are. */
    static @Nullable Path read(Fields fields, String field, @Nullable Path directory, Set<String> sites) {
        fields.require(field);
        Path file = fields.parsed(
                field,
                "must be the path of a file",
                text -> directory == null ? Path.of(text) : directory.resolve(text));
        if (file == null) {
            return null;
        }
        try {
            Optional<String> wrong = wrong(content(file), sites);
            wrong.ifPresent(rule -> fields.fault(field, rule));
            return wrong.isPresent() ? null : file;
        } catch (IOException e) {
            fields.fault(field, "cannot be used: " + e.getMessage());
            return null;
        }
    }

    private static Optional<String> wrong(JsonNode tokens, Set<String> sites) {
        for (Map.Entry<String, JsonNode> user : tokens.properties()) {
            if (!user.getValue().isObject()) {
                return Optional.of("must have a mapping from sites to tokens for " + user.getKey());
            }
            for (Map.Entry<String, JsonNode> site : user.getValue().properties()) {
                if (!sites.contains(site.getKey())) {
                    return Optional.of("has a token of %s for \"%s\", which is not among the sites %s"
                            .formatted(user.getKey(), site.getKey(), String.join(", ", new TreeSet<>(sites))));
                }
                if (!site.getValue().isTextual()) {
                    return Optional.of(
                            "must have a text as the token of %s for %s".formatted(user.getKey(), site.getKey()));
                }
            }
        }
        return Optional.empty();
    }
}
