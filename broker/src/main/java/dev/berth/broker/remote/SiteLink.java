package dev.berth.broker.remote;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;

/** The way to the sites: one request, one answer. */
public interface SiteLink {
    /** Reply of a site, of any status. */
    record Reply(int status, JsonNode json) {}

    /** There is no token, so the site was not asked. */
    final class NoToken extends IOException {
        public NoToken(String message) {
            super(message);
        }
    }

    /** The names of the sites, in the order of the settings. */
    List<String> sites();

    /**
     * Sends a request to a site in the name of a user.
     *
     * @param path below {@code /api/v1}
     * @param body JSON; empty for none
     * @throws NoToken if the user has no token for the site
     * @throws IOException if there is no answer; the request may have been carried out all the same
     */
    Reply send(String site, String user, String method, String path, String body) throws IOException;
}
