package dev.berth.api.reservations;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.api.VisibleReservations;
import dev.berth.engine.model.Job;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.service.hold.GroupHolds;
import dev.berth.service.hold.HoldGroup;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.JobReader;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.ReservationJson;
import dev.berth.wire.Times;
import dev.berth.wire.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code /holds}: several jobs that are held, confirmed and released together. The client chooses the name of the group, so
 * every request can be sent again, whatever became of its answer.
 */
public final class HoldsResource {
    private static final int MOST_JOBS = 1_000;
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    private final SiteAccess access;
    private final long longestHold;

    public HoldsResource(SiteAccess access, long longestHold) {
        this.access = access;
        this.longestHold = longestHold;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/holds/{group}", Role.USER, this::get),
                new Endpoint("PUT", "/holds/{group}", Role.USER, this::hold),
                new Endpoint("POST", "/holds/{group}/confirm", Role.USER, this::confirm),
                new Endpoint("DELETE", "/holds/{group}", Role.USER, this::release));
    }

    private static String name(Call call) {
        String name = call.variable("group");
        if (!NAME.matcher(name).matches()) {
            throw Problem.invalid("group", name, "must be a UUID in lower case, such as one of uuidgen")
                    .toException();
        }
        return name;
    }

    private Answer get(Call call) {
        String name = name(call);
        return access.read(view -> Answer.ok(found(view, call.account(), GroupHolds.own(view, call.account(), name))
                .get()));
    }

    private Answer hold(Call call) {
        String name = name(call);
        Account asker = call.account();
        String digest = call.digest();
        // First, because what is wrong by now, such as a start that has passed, was right when it was held.
        Optional<Answer> given = access.readIfThere(view -> GroupHolds.repeated(view, asker, name, digest)
                .map(group -> Answer.ok(found(view, asker, group).get())));
        if (given.isPresent()) {
            return given.get();
        }
        Fields fields = call.body();
        Long time = fields.positiveDuration("hold");
        fields.require("hold");
        if (time != null && time > longestHold) {
            fields.fault("hold", "must be at most " + Times.duration(longestHold));
        }
        List<@Nullable Job> read = new ArrayList<>();
        for (Fields job : fields.objects("jobs", MOST_JOBS)) {
            read.add(JobReader.read(job, asker.name(), access.now(), access::isRun));
            job.closed();
        }
        fields.closed();
        List<Job> jobs = fields.built(() -> read.stream().map(Checks::present).toList());
        return access.writeEachTime(call, transaction -> {
            HoldGroup group = GroupHolds.hold(transaction, asker, name, digest, jobs, Checks.present(time));
            Supplier<ObjectNode> found = found(transaction.view(), asker, group);
            return () -> Answer.json(201, found.get());
        });
    }

    private Answer confirm(Call call) {
        String name = name(call);
        return access.writeEachTime(call, transaction -> {
            HoldGroup group = GroupHolds.confirm(transaction, call.account(), name);
            Supplier<ObjectNode> found = found(transaction.view(), call.account(), group);
            return () -> Answer.ok(found.get());
        });
    }

    private Answer release(Call call) {
        String name = name(call);
        Fields query = call.query(Set.of("undo"));
        boolean undo = query.flag("undo");
        query.closed().check();
        return access.writeEachTime(call, transaction -> {
            GroupHolds.Released released = GroupHolds.release(transaction, call.account(), name, undo);
            Supplier<ObjectNode> found = found(transaction.view(), call.account(), released.group());
            return () -> Answer.ok(found.get().set("quote", ReservationJson.quote(released.quote())));
        });
    }

    /** With the time of the site: how long is left must not depend on the clock of the client. */
    private Supplier<ObjectNode> found(View view, Account account, HoldGroup group) {
        boolean isLapsed = GroupHolds.isLapsed(view, group, access.now());
        Optional<Long> until =
                group.state() == HoldGroup.State.HELD && !isLapsed ? GroupHolds.until(view, group) : Optional.empty();
        VisibleReservations visible = new VisibleReservations(view, account);
        List<Supplier<ObjectNode>> known = GroupHolds.ids(group).stream()
                .filter(id ->
                        Bookings.find(view, id).isPresent() || view.past(id).isPresent())
                .map(visible::found)
                .toList();
        return () -> {
            ObjectNode node = Json.object()
                    .put("group", group.name())
                    .put("state", isLapsed ? "lapsed" : Names.of(group.state()))
                    .put("now", Times.instant(access.now()));
            until.ifPresent(time -> node.put("until", Times.instant(time)));
            ArrayNode ids = node.putArray("ids");
            GroupHolds.ids(group).forEach(id -> ids.add(id.toString()));
            ArrayNode reservations = node.putArray("reservations");
            known.forEach(each -> reservations.add(each.get()));
            return node;
        };
    }
}
