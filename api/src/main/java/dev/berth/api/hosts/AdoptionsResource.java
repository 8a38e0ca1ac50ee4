package dev.berth.api.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.api.VisibleReservations;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Reservation;
import dev.berth.service.account.Role;
import dev.berth.service.adoption.AdoptedProcess;
import dev.berth.service.adoption.Adopting;
import dev.berth.service.adoption.Adoption;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.site.Transaction;
import dev.berth.wire.AccountNames;
import dev.berth.wire.Fields;
import dev.berth.wire.ReservationJson;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@code /hosts/{host}/adoptions}: reservations for processes that run already. */
public final class AdoptionsResource {
    private static final int MOST_CARDS = 63;
    private static final int MOST_NUMBER = 1_000;
    private static final int LONGEST = 100;

    private final SiteAccess access;
    private final UnixUsers users;

    public AdoptionsResource(SiteAccess access, UnixUsers users) {
        this.access = access;
        this.users = users;
    }

    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("POST", "/hosts/{host}/adoptions", Role.USER, this::adopt));
    }

    private Answer adopt(Call call) {
        Fields fields = call.body();
        String name = fields.requiredText("name", 200);
        String user = fields.parsed("user", AccountNames.RULE, AccountNames::checked);
        String project = fields.parsed("project", AccountNames.RULE, AccountNames::checked);
        fields.require("stay");
        Long length = fields.positiveDuration("stay");
        List<Adopting.Card> cards = cards(fields);
        List<AdoptedProcess> processes = processes(fields);
        boolean dryRun = fields.flag("dryRun");
        fields.closed().check();
        Adopting.Order order = new Adopting.Order(
                call.variable("host"), new JobId(name), user, project, Checks.present(length), cards, processes);
        Function<Transaction, Supplier<Answer>> work = transaction -> {
            Reservation adopted = Adopting.adopt(transaction, call.account(), users, order);
            Supplier<ObjectNode> found =
                    new VisibleReservations(transaction.view(), call.account()).found(adopted.id());
            return () -> Answer.json(dryRun ? 200 : 201, found.get()).with("ETag", ReservationJson.etag(adopted));
        };
        return dryRun ? access.rehearse(call, work) : access.write(call, work);
    }

    private static List<Adopting.Card> cards(Fields fields) {
        List<Adopting.Card> cards = new ArrayList<>();
        Set<String> devices = new HashSet<>();
        Set<Integer> numbers = new HashSet<>();
        for (Fields each : fields.objects("cards", MOST_CARDS)) {
            String device = each.requiredText("device", LONGEST);
            each.require("number");
            int number = each.whole("number", 0, MOST_NUMBER, 0);
            each.closed();
            boolean isNew = devices.add(device);
            isNew &= numbers.add(number);
            if (!isNew) {
                fields.fault("cards", "must name each card once");
            }
            cards.add(new Adopting.Card(device, number));
        }
        return cards;
    }

    private static List<AdoptedProcess> processes(Fields fields) {
        List<AdoptedProcess> processes = new ArrayList<>();
        for (Fields each : fields.objects("processes", Adoption.MOST)) {
            each.require("pid");
            int pid = each.whole("pid", 1, Integer.MAX_VALUE, 1);
            each.require("user");
            String user = each.parsed("user", UnixUsers.RULE, UnixUsers::checked);
            String process = each.requiredText("process", LONGEST);
            each.closed();
            processes.add(new AdoptedProcess(pid, user == null ? "?" : user, process));
        }
        return processes;
    }
}
