package dev.berth.service.http.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.service.http.Answer;
import dev.berth.service.http.Call;
import dev.berth.service.http.Endpoint;
import dev.berth.service.http.SiteAccess;
import dev.berth.service.journal.JournalUnavailable;
import dev.berth.service.peer.Peer;
import dev.berth.service.peer.Peers;
import dev.berth.service.problem.Code;
import dev.berth.service.problem.Problem;
import java.util.List;
import java.util.function.Supplier;

/** {@code /servers}: which servers of Berth serve the site, who leads, and which are to lead no more. */
public final class ServersResource {
    private final SiteAccess access;
    private final Peers peers;

    public ServersResource(SiteAccess access, Peers peers) {
        this.access = access;
        this.peers = peers;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/servers", Role.VIEWER, call -> Answer.ok(json())).here(),
                new Endpoint("POST", "/servers/{server}/drain", Role.OPERATOR, call -> drain(call, true))
                        .alsoWhenFull(),
                new Endpoint("POST", "/servers/{server}/resume", Role.OPERATOR, call -> drain(call, false))
                        .alsoWhenFull());
    }

    /** Needs no key: to do it twice is the same as once. */
    private Answer drain(Call call, boolean isDrained) {
        String name = call.variable("server");
        Peer found = asked(peers::standing).peers().stream()
                .filter(peer -> peer.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Problem.of(
                                Code.NOT_FOUND, "There is no server \"" + name + "\" of this site; see berth servers")
                        .toException());
        if (found.isDrained() != isDrained) {
            if (asked(peers::standing).term() == 0) {
                throw Problem.of(
                                Code.ONLY_SERVER,
                                name + " is the only server of this site; others need a journal in PostgreSQL")
                        .toException();
            }
            access.writeEachTime(call, transaction -> {
                AuditLog.add(transaction, isDrained ? "drain-server" : "resume-server", name, "");
                return Answer.nothing();
            });
            boolean unused = asked(() -> peers.drain(name, isDrained));
        }
        return Answer.ok(json());
    }

    private static <T> T asked(Supplier<T> question) {
        try {
            return question.get();
        } catch (JournalUnavailable e) {
            throw Problem.of(
                            Code.JOURNAL_UNAVAILABLE,
                            "The database of the journal cannot be asked now; try again in a second")
                    .toException();
        }
    }

    private ObjectNode json() {
        return ServersJson.of(asked(peers::standing));
    }
}
