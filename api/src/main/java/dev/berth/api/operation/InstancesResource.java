package dev.berth.api.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.instance.Instance;
import dev.berth.journal.instance.Instances;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * {@code /instances}: which instances of Berth serve the site, who leads, and which are to lead no more. The same is at
 * {@code /servers}, as it was called before.
 */
public final class InstancesResource {
    private final SiteAccess access;
    private final Instances instances;

    public InstancesResource(SiteAccess access, Instances instances) {
        this.access = access;
        this.instances = instances;
    }

    public List<Endpoint> endpoints() {
        return Stream.of("instance", "server")
                .flatMap(each -> endpoints(each).stream())
                .toList();
    }

    private List<Endpoint> endpoints(String word) {
        String all = word + "s";
        String one = "/" + all + "/{" + word + "}";
        return List.of(
                new Endpoint("GET", "/" + all, Role.VIEWER, call -> Answer.ok(json(all))).here(),
                new Endpoint("POST", one + "/drain", Role.OPERATOR, call -> drain(call, word, true)).alsoWhenFull(),
                new Endpoint("POST", one + "/resume", Role.OPERATOR, call -> drain(call, word, false)).alsoWhenFull());
    }

    /** Needs no key: to do it twice is the same as once. */
    private Answer drain(Call call, String word, boolean isDrained) {
        String name = call.variable(word);
        Instance found = asked(instances::standing).instances().stream()
                .filter(instance -> instance.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Problem.of(
                                Code.NOT_FOUND,
                                "There is no instance \"" + name + "\" of this site; see berth instances")
                        .toException());
        if (found.isDrained() != isDrained) {
            if (asked(instances::standing).term() == 0) {
                throw Problem.of(
                                Code.ONLY_SERVER,
                                name + " is the only instance of this site; others need a journal in PostgreSQL")
                        .toException();
            }
            access.writeEachTime(call, transaction -> {
                AuditLog.add(transaction, isDrained ? "drain-server" : "resume-server", name, "");
                return Answer::nothing;
            });
            boolean unused = asked(() -> instances.drain(name, isDrained));
        }
        return Answer.ok(json(word + "s"));
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

    private ObjectNode json(String all) {
        return InstancesJson.of(asked(instances::standing), all);
    }
}
