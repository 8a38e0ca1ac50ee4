package dev.berth.broker.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.provision.federation.SiteAdvert;
import dev.berth.provision.federation.SiteSlots;
import dev.berth.wire.Times;
import dev.berth.wire.json.Invalid;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The requests that a broker sends to sites. Each can be sent again: a group has a name that the broker has chosen before. An
 * answer counts only if the site itself says so: a 404 of some proxy is no "not confirmed".
 */
public final class SiteCalls {
    /** Codes of refusals that may pass in a moment. */
    private static final Set<String> PASSING = Set.of("clock-jumped", "too-many-requests", "too-many-keys");

    /** After which a group can never be confirmed. */
    private static final Set<String> GONE = Set.of("hold-lapsed", "hold-released", "unknown-hold");

    private static final String NO_ANSWER = "no-answer";
    private static final String NO_TOKEN = "no-token";
    private static final String REJECTED = "token-rejected";

    /** So that an answer is not larger than what is read. */
    private static final int ON_A_PAGE = 500;

    private static final int MOST_PAGES = 40;

    private final SiteLink link;

    public SiteCalls(SiteLink link) {
        this.link = link;
    }

    /** Whether a site could do this, and at which price; nothing is held. */
    public Vote offer(String site, String user, String request) {
        return call(site, user, "POST", "/offers", request, AnswerReader::offer, SiteCalls::isFinal);
    }

    /** Advertisement of a site, or the reason why it is not known. */
    public sealed interface Advert<T> {
        /** Advertisement that was read. */
        record Read<T>(T advertised) implements Advert<T> {}

        /** There is no answer that can be used. */
        record Missing<T>(String why) implements Advert<T> {}
    }

    private interface Reading<T> {
        T of(String site, JsonNode pools, JsonNode slots);
    }

    /** Free servers of a site from a time on; nothing is held. */
    public Advert<SiteAdvert> advertised(String site, String user, long from) {
        return advert(site, user, from, "parts", AdvertReader.MOST_SLOTS, AdvertReader::free);
    }

    /**
     * The slots of a site from a time on; nothing is held.
     *
     * @param wholeGaps whether a gap before a reservation is sold as a whole
     * @param most of those that start first
     */
    public Advert<SiteSlots> slots(String site, String user, long from, boolean wholeGaps, int most) {
        return advert(
                site,
                user,
                from,
                wholeGaps ? "whole" : "parts",
                Math.min(most, AdvertReader.MOST_SLOTS),
                AdvertReader::read);
    }

    private <T> Advert<T> advert(String site, String user, long from, String gaps, int most, Reading<T> reading) {
        try {
            SiteLink.Reply pools = link.send(site, user, "GET", "/pools", "");
            SiteLink.Reply slots = link.send(
                    site,
                    user,
                    "GET",
                    "/slots?gaps=%s&limit=%d&from=%s".formatted(gaps, most, Times.instant(from)),
                    "");
            if (pools.status() != 200 || slots.status() != 200) {
                return new Advert.Missing<>("it answers with status " + Math.max(pools.status(), slots.status()));
            }
            return new Advert.Read<>(reading.of(site, pools.json(), slots.json()));
        } catch (IOException e) {
            return new Advert.Missing<>(AnswerReader.clean(String.valueOf(e.getMessage())));
        } catch (Invalid | BadValue e) {
            return new Advert.Missing<>("its answer cannot be read");
        }
    }

    /** Pools of a site now, or the reason why they are not known. */
    public sealed interface Look {
        /** Its pools, in its own order. */
        record Seen(List<PoolNow> pools) implements Look {
            public Seen {
                pools = List.copyOf(pools);
            }
        }

        /** There is no answer that can be used. */
        record Missing(String code, String why) implements Look {}
    }

    /** The pools of a site, and how many of their servers are free now. */
    public Look pools(String site, String user) {
        try {
            SiteLink.Reply pools = link.send(site, user, "GET", "/pools", "");
            SiteLink.Reply slots =
                    link.send(site, user, "GET", "/slots?gaps=parts&limit=" + PoolsReader.MOST_SLOTS, "");
            for (SiteLink.Reply reply : List.of(pools, slots)) {
                if (reply.status() != 200) {
                    Vote.Refused why = AnswerReader.refusal(reply.json());
                    return new Look.Missing(
                            why.code(), "it answers with status " + reply.status() + ": " + why.detail());
                }
            }
            return new Look.Seen(PoolsReader.read(pools.json(), slots.json()));
        } catch (SiteLink.NoToken e) {
            return new Look.Missing("no-token", AnswerReader.clean(String.valueOf(e.getMessage())));
        } catch (IOException e) {
            return new Look.Missing("no-answer", AnswerReader.clean(String.valueOf(e.getMessage())));
        } catch (Invalid | BadValue e) {
            return new Look.Missing("no-answer", "its answer cannot be read");
        }
    }

    /** Holds a group, or says what has become of it. */
    public Vote hold(String site, String user, String group, String request) {
        return call(site, user, "PUT", "/holds/" + group, request, AnswerReader::group, SiteCalls::isFinal);
    }

    public Vote confirm(String site, String user, String group) {
        return call(
                site,
                user,
                "POST",
                "/holds/" + group + "/confirm",
                "",
                AnswerReader::group,
                (status, code) -> GONE.contains(code));
    }

    /** Releases a group; what is confirmed is cancelled. */
    public Vote release(String site, String user, String group) {
        return call(
                site,
                user,
                "DELETE",
                "/holds/" + group + "?undo=true",
                "",
                AnswerReader::released,
                (status, code) -> false);
    }

    /** Cancels a reservation; one that is over already costs nothing. */
    public Vote cancel(String site, String user, String reservation) {
        Vote vote = call(
                site,
                user,
                "DELETE",
                "/reservations/" + reservation,
                "",
                AnswerReader::released,
                (status, code) -> code.equals("unknown-reservation"));
        return vote instanceof Vote.Refused ? new Vote.Released(Money.ZERO) : vote;
    }

    /** Fee that cancelling a reservation would cost. */
    public Vote fee(String site, String user, String reservation) {
        return call(
                site,
                user,
                "DELETE",
                "/reservations/" + reservation + "?dryRun=true",
                "",
                AnswerReader::released,
                SiteCalls::isFinal);
    }

    /** Name that a site gives itself; empty if it gives none. A site in trouble, which answers 503, still gives its name. */
    public Optional<String> name(String site, String user) {
        try {
            String name = link.send(site, user, "GET", "/health", "")
                    .json()
                    .path("site")
                    .asText("");
            return Optional.of(AnswerReader.clean(name)).filter(said -> !said.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The reservations of a user that are open; of very many only some. */
    public Sight open(String site, String user) {
        Map<String, Sighted> all = new HashMap<>();
        Optional<String> after = Optional.of("");
        for (int page = 0; after.isPresent() && page < MOST_PAGES; page++) {
            String path = "/reservations?user=me&limit=" + ON_A_PAGE + after.get();
            Sight sight = sight(site, user, path, AnswerReader::page);
            if (!(sight instanceof Sight.Open some)) {
                return sight;
            }
            all.putAll(some.reservations());
            after = some.next().map(id -> "&after=" + id);
        }
        return new Sight.Open(all, Optional.empty());
    }

    /** One reservation, open or past. */
    public Sight reservation(String site, String user, String id) {
        return sight(site, user, "/reservations/" + id, json -> new Sight.One(AnswerReader.sighted(json, id)));
    }

    private Sight sight(String site, String user, String path, Function<JsonNode, Sight> read) {
        try {
            SiteLink.Reply reply = link.send(site, user, "GET", path, "");
            if (reply.status() == 200) {
                return read.apply(reply.json());
            }
            if (reply.status() == 404 && reply.json().path("code").asText("").equals("unknown-reservation")) {
                return new Sight.Gone();
            }
            Vote.Unknown none = unknown(reply);
            return new Sight.None(none.code(), none.why());
        } catch (SiteLink.NoToken e) {
            return new Sight.None(NO_TOKEN, AnswerReader.clean(String.valueOf(e.getMessage())));
        } catch (IOException e) {
            return new Sight.None(NO_ANSWER, AnswerReader.clean(String.valueOf(e.getMessage())));
        } catch (Invalid e) {
            return new Sight.None(NO_ANSWER, "its answer cannot be read");
        }
    }

    /** Whether nothing can be had until somebody looks after the token of the user. */
    public static boolean isOfTheToken(String code) {
        return code.equals(NO_TOKEN) || code.equals(REJECTED);
    }

    private static Vote.Unknown unknown(SiteLink.Reply reply) {
        return reply.status() == 401 && reply.json().path("code").asText("").equals("unauthorized")
                ? new Vote.Unknown(
                        REJECTED,
                        "it rejects the token, which was revoked or has expired; the operator of the broker puts a new one into"
                                + " the file of tokens")
                : new Vote.Unknown("it answers with status " + reply.status() + ": "
                        + AnswerReader.refusal(reply.json()).detail());
    }

    private interface Finality {
        boolean of(int status, String code);
    }

    private static boolean isFinal(int status, String code) {
        return status >= 400 && status < 429 && status != 408 && !PASSING.contains(code);
    }

    private Vote call(
            String site,
            String user,
            String method,
            String path,
            String body,
            Function<JsonNode, Vote> read,
            Finality isFinal) {
        try {
            SiteLink.Reply reply = link.send(site, user, method, path, body);
            if (reply.status() / 100 == 2) {
                return read.apply(reply.json());
            }
            String code = reply.json().path("code").asText("");
            Vote.Refused refused = AnswerReader.refusal(reply.json());
            return AnswerReader.isCode(code) && isFinal.of(reply.status(), code) ? refused : unknown(reply);
        } catch (SiteLink.NoToken e) {
            String why = AnswerReader.clean(String.valueOf(e.getMessage()));
            return isFinal.of(401, NO_TOKEN) ? new Vote.Refused(NO_TOKEN, why) : new Vote.Unknown(NO_TOKEN, why);
        } catch (IOException e) {
            return new Vote.Unknown(AnswerReader.clean(String.valueOf(e.getMessage())));
        } catch (Invalid e) {
            return new Vote.Unknown("its answer cannot be read");
        }
    }
}
