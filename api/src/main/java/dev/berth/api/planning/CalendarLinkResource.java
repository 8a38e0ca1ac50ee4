package dev.berth.api.planning;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.Gate;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Keys;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Purpose;
import dev.berth.service.account.Role;
import dev.berth.service.account.Secrets;
import dev.berth.service.account.Token;
import dev.berth.service.account.Tokens;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code /calendar/link}: one's calendar at an address that holds a secret, for programs that cannot sign in. The secret opens this
 * calendar and nothing else. Takes no idempotency keys: an answer holds the secret, which is not stored.
 */
public final class CalendarLinkResource {
    private static final String CONTENT_PATH = "/calendar/link/{secret}.ics";

    private final SiteAccess access;
    private final Gate gate;
    private final Keys keys;
    private final CalendarResource calendars;
    private final Optional<URI> address;

    /** @param address where people find the service */
    public CalendarLinkResource(
            SiteAccess access, Gate gate, Keys keys, CalendarResource calendars, Optional<URI> address) {
        this.access = access;
        this.gate = gate;
        this.keys = keys;
        this.calendars = calendars;
        this.address = address;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/calendar/link", Role.VIEWER, this::show),
                new Endpoint("POST", "/calendar/link", Role.VIEWER, this::renew),
                new Endpoint("DELETE", "/calendar/link", Role.VIEWER, this::end),
                new Endpoint("GET", CONTENT_PATH, null, this::content));
    }

    /** No link is an answer, not an error: browsers log every 404, and most people have no link. */
    private Answer show(Call call) {
        return access.read(view -> {
            ObjectNode node = Json.object();
            links(view, call.account().name()).stream()
                    .findFirst()
                    .ifPresent(link -> node.put("made", Times.instant(link.made())));
            return Answer.ok(node);
        });
    }

    private Answer renew(Call call) {
        call.checkMakes("a calendar link");
        List<Token> ended = new ArrayList<>();
        Answer answer = access.writeEachTime(call, transaction -> {
            ended.addAll(endAll(transaction, call.account().name()));
            NewToken made = NewToken.make(
                    transaction, call.account().name(), NewToken.Terms.of(Purpose.CALENDAR, "calendar link", 0));
            String path = "/api/v1" + CONTENT_PATH.replace("{secret}", made.secret());
            return () -> {
                ObjectNode node = Json.object()
                        .put("made", Times.instant(made.token().made()))
                        .put("path", path);
                address.ifPresent(base -> node.put("address", base + path));
                return Answer.json(201, node);
            };
        });
        ended.forEach(keys::ended);
        return answer;
    }

    private Answer end(Call call) {
        List<Token> ended = new ArrayList<>();
        Answer answer = access.writeEachTime(call, transaction -> {
            ended.addAll(endAll(transaction, call.account().name()));
            return Answer::nothing;
        });
        ended.forEach(keys::ended);
        return answer;
    }

    private static List<Token> endAll(Transaction transaction, String account) {
        List<Token> links = links(transaction.view(), account);
        for (Token link : links) {
            transaction.record(Tokens.KIND, link.end());
            AuditLog.add(transaction, "end-calendar-link", link.id(), account);
        }
        return links;
    }

    private static List<Token> links(View view, String account) {
        return view.facts(Tokens.class).of(account).stream()
                .filter(token -> token.is(Purpose.CALENDAR))
                .toList();
    }

    /** Strangers learn nothing: a wrong secret, an ended link and a closed account are answered alike, and counted. */
    private Answer content(Call call) {
        String hash = Secrets.hash(call.variable("secret"));
        Optional<Token> link = keys.token(hash)
                .or(() -> keys.tokenAtLast(hash))
                .filter(token -> token.is(Purpose.CALENDAR) && token.isGood(access.now()));
        String user = link.flatMap(token -> keys.account(token.account()))
                .orElseThrow(() -> unknown(call))
                .name();
        return calendars.of(user, call.header("If-None-Match"));
    }

    private Rejected unknown(Call call) {
        gate.attempt(call.address(), "");
        return Problem.of(Code.NOT_FOUND, "This calendar link does not exist or has been replaced")
                .toException();
    }
}
