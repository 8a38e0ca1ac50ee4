package dev.berth.service.broker.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.service.settings.SecretFile;
import dev.berth.service.settings.YamlTree;
import dev.berth.workflow.json.Invalid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of the broker's users at the sites, in a YAML file that only its owner can read:
 *
 * <pre>{@code
 * ana:
 *   north: berth_...
 * }</pre>
 *
 * <p>They are never in the journal, which is copied and backed up. A changed file counts from the next request on.
 */
final class SiteTokens {
    private static final int LONGEST = 10_000_000;
    private static final Pattern TOKEN = Pattern.compile("[!-~]{1,500}");

    private final Path file;
    private @Nullable FileTime read;
    private @Nullable JsonNode tokens;

    SiteTokens(Path file) {
        this.file = file;
    }

    /** The token of a user at a site, if the user has one there. */
    synchronized Optional<String> of(String user, String site) throws IOException {
        FileTime changed = Files.getLastModifiedTime(file);
        JsonNode known = tokens;
        if (known == null || !changed.equals(read)) {
            known = read();
            tokens = known;
            read = changed;
        }
        String token = known.path(user).path(site).asText("");
        return TOKEN.matcher(token).matches() ? Optional.of(token) : Optional.empty();
    }

    private JsonNode read() throws IOException {
        if (SecretFile.isOpenToOthers(file)) {
            throw new IOException(file + " can be read by others; protect it (chmod 600) before it is used");
        }
        if (Files.size(file) > LONGEST) {
            throw new IOException(file + " is too large for a file of tokens");
        }
        try {
            return YamlTree.of("tokens", Files.readString(file, StandardCharsets.UTF_8));
        } catch (Invalid e) {
            // What is wrong with it may quote a token.
            throw new IOException(file + " is not YAML with tokens by user and site");
        }
    }
}
