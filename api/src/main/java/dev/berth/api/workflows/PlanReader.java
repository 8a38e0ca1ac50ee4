package dev.berth.api.workflows;

import dev.berth.api.Checks;
import dev.berth.service.workflow.PlanTerms;
import dev.berth.wire.DecimalStrings;
import dev.berth.wire.Fields;
import dev.berth.workflow.schedule.Schedulers;
import dev.berth.workflow.spare.SparePolicies;
import dev.berth.workflow.spare.Threshold;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what somebody wants of a plan. */
final class PlanReader {
    /** A slot may be as long as all the time there is, and the book takes no job of more than 139 years. */
    private static final long FURTHEST = Duration.ofDays(36_500).toMillis();

    private PlanReader() {}

    /** @param named whether a scheduler and a policy can be named */
    static PlanTerms read(Fields fields, long now, boolean named) {
        fields.require("deadline");
        Long deadline = fields.instant("deadline");
        Long ready = fields.instantRoundedUp("ready");
        String scheduler = named
                ? fields.parsed(
                        "scheduler",
                        "must be one of " + String.join(", ", Schedulers.names()),
                        name -> Schedulers.named(name).name())
                : null;
        String spare = named
                ? fields.parsed(
                        "spare",
                        "must be one of " + String.join(", ", SparePolicies.names()),
                        name -> SparePolicies.named(name).name())
                : null;
        Threshold threshold = threshold(fields, spare == null ? SparePolicies.DEFAULT : spare);
        List<String> pools = fields.names("pools", 100);
        Fields transfer = fields.object("transfer");
        long between = transfer == null ? 0 : time(transfer, "between");
        long within = transfer == null ? 0 : time(transfer, "within");
        if (transfer != null) {
            transfer.closed();
        }
        long from = Math.max(now, ready == null ? 0 : ready);
        if (deadline != null && (deadline <= from || deadline - now > FURTHEST)) {
            fields.fault("deadline", "must be after now and after ready, within a hundred years");
        }
        fields.closed().check();
        return new PlanTerms(
                from,
                Checks.present(deadline),
                scheduler == null ? Schedulers.DEFAULT : scheduler,
                spare == null ? SparePolicies.DEFAULT : spare,
                pools,
                between,
                within,
                Optional.ofNullable(threshold).map(Threshold::millionths));
    }

    private static @Nullable Threshold threshold(Fields fields, String spare) {
        Threshold threshold = fields.parsed(
                "threshold", "must be a decimal from \"0\" to \"1\"", text -> Threshold.of(DecimalStrings.plain(text)));
        if (threshold != null && !SparePolicies.named(spare).isRecursive()) {
            fields.fault("threshold", "is only for " + String.join(", ", SparePolicies.recursive()));
        }
        return threshold;
    }

    private static long time(Fields transfer, String field) {
        Long time = transfer.duration(field);
        if (time != null && (time < 0 || time > Duration.ofDays(1).toMillis())) {
            transfer.fault(field, "must be the time to transfer a gigabyte, from PT0S to P1D");
            return 0;
        }
        return time == null ? 0 : time;
    }
}
