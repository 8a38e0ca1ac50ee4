package dev.berth.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;

/**
 * Answer of the service to a request.
 *
 * @param address address of the service
 */
public record Reply(String address, int status, JsonNode json) {
    public boolean isGood() {
        return status / 100 == 2;
    }

    /**
     * The answer, if it is a good one.
     *
     * @throws RefusedByService if the service could have done it but does not
     * @throws BadInput if what was asked cannot be meant; {@link IsBroker} if only because a broker was asked
     * @throws Failed otherwise
     */
    public JsonNode expected() {
        if (isGood()) {
            return json;
        }
        if (json.path("code").asText("").equals(IsBroker.CODE)) {
            throw new IsBroker(problem());
        }
        throw switch (status) {
            case 403, 409, 412 -> new RefusedByService(json);
            case 400, 404, 405, 413, 422 -> new BadInput(problem());
            case 401 ->
                new Failed(address + " does not accept the token: it is invalid or expired. Sign in again:"
                        + " berth login URL --token TOKEN");
            case 429 -> new Failed(address + ": " + problem() + "; try again");
            default ->
                new Failed(
                        address + " failed with status " + status + ": " + problem() + "; see the log of the service");
        };
    }

    /** Whether another instance may answer, or this one later: nothing was done, or it may be done again. */
    boolean isForAnother(boolean isRepeatable) {
        String code = json.path("code").asText("");
        return status == 503 && (code.equals("not-leading") || (isRepeatable && code.equals("outcome-unknown")));
    }

    String problem() {
        return json.path("detail").asText("no explanation");
    }
}
