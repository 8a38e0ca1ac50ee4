package dev.berth.api.operation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.engine.model.Money;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.opportunistic.Courses;
import dev.berth.service.quota.Limits;
import dev.berth.service.report.UsageReport;
import dev.berth.service.report.UseSums;
import dev.berth.service.report.UsedAmounts;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.Times;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** {@code /reports}. */
public final class ReportsResource {
    private static final String DATE = "must be a date such as 2026-11-01";

    private final SiteAccess access;

    public ReportsResource(SiteAccess access) {
        this.access = access;
    }

    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("GET", "/reports/usage", Role.USER, this::usage));
    }

    private Answer usage(Call call) {
        Fields query = call.query(Set.of());
        UsageReport.By asked = query.oneOf("by", UsageReport.By.class);
        LocalDate first = query.parsed("from", DATE, LocalDate::parse);
        LocalDate last = query.parsed("to", DATE, LocalDate::parse);
        LocalDate today = LocalDate.ofInstant(Instant.ofEpochMilli(access.now()), ZoneOffset.UTC);
        LocalDate to = last == null ? today.plusDays(1) : last;
        LocalDate from = first == null ? to.minusDays(30) : first;
        if (!from.isBefore(to)) {
            query.fault("to", "must be after the first day, " + from);
        }
        if (from.getYear() < 1970 || to.getYear() > 9999) {
            query.fault("from", "must be in the years 1970 to 9999");
        }
        query.closed().check();
        access.keepRefusals();
        Account account = call.account();
        UsageReport.By by = asked == null ? UsageReport.By.USER : asked;
        return Answer.ok(json(
                access.readInTurn(call, view -> UsageReport.of(view, by, from, to, Courses.use(view), account::owns))));
    }

    private static ObjectNode json(UsageReport report) {
        ObjectNode node = Json.object()
                .put("by", Names.of(report.by()))
                .put("from", report.from().toString())
                .put("to", report.to().toString());
        report.since().ifPresent(since -> node.put("since", Times.instant(since)));
        ArrayNode rows = node.putArray("rows");
        report.rows().forEach((name, amounts) -> {
            ObjectNode row = amounts(Json.object().put("name", name), amounts);
            rows.add(measured(row, Optional.ofNullable(report.measured().get(name))));
        });
        node.set(
                "total",
                measured(
                        amounts(Json.object(), report.total()),
                        Optional.of(report.measuredInAll())
                                .filter(sums -> !report.measured().isEmpty())));
        return node;
    }

    /** Nothing where nobody has measured. */
    private static ObjectNode measured(ObjectNode node, Optional<UseSums> sums) {
        sums.ifPresent(each -> node.putObject("measured")
                .put("hours", Limits.hours(each.measured()))
                .put("used", Limits.hours(each.used()))
                .put("idle", Limits.hours(each.idle()))
                .put("load", Limits.hours(each.load())));
        return node;
    }

    private static ObjectNode amounts(ObjectNode node, UsedAmounts amounts) {
        node.put("booked", Limits.hours(amounts.booked()))
                .put("used", Limits.hours(amounts.used()))
                .put("idle", Limits.hours(amounts.idle()))
                .put("opportunistic", Limits.hours(amounts.opportunistic()))
                .put("refused", amounts.refused())
                .put("refusedHours", Limits.hours(amounts.asked()))
                .put("cost", new Money(amounts.cost()).toString())
                .put("notKept", amounts.broken())
                .put("notKeptHours", Limits.hours(amounts.lost()));
        if (amounts.grams() > 0) {
            node.put("grams", amounts.grams());
        }
        if (!amounts.parts().isEmpty()) {
            ObjectNode parts = node.putObject("parts");
            new TreeMap<>(amounts.parts())
                    .forEach((part, use) -> parts.putObject(part)
                            .put("booked", Limits.hours(use.booked()))
                            .put("used", Limits.hours(use.used())));
        }
        return node;
    }
}
