package dev.berth.service.broker.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.service.settings.TokensFile;
import java.io.IOException;
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
    private static final Pattern TOKEN = Pattern.compile("[!-~]{1,500}");

    private final Path file;
    private @Nullable FileTime read;
    private @Nullable JsonNode tokens;

    SiteTokens(Path file) {
        this.file = file;
    }

    /** The token of a user at a site, if the user has one there. */
    synchronized Optional<String> of(String user, String site) throws IOException {
        FileTime changed = Files.isRegularFile(file) ? Files.getLastModifiedTime(file) : null;
        JsonNode known = tokens;
        if (known == null || changed == null || !changed.equals(read)) {
            known = TokensFile.content(file);
            tokens = known;
            read = changed;
        }
        String token = known.path(user).path(site).asText("");
        return TOKEN.matcher(token).matches() ? Optional.of(token) : Optional.empty();
    }
}
