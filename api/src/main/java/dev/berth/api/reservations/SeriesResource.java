package dev.berth.api.reservations;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.NumberedPage;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.Role;
import dev.berth.service.series.Series;
import dev.berth.service.series.SeriesBook;
import dev.berth.service.series.SeriesBookings;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.IdKind;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@code /series}: recurring reservations, which are booked through {@code /reservations}. */
public final class SeriesResource {
    private final SiteAccess access;

    public SeriesResource(SiteAccess access) {
        this.access = access;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/series", Role.USER, this::list),
                new Endpoint("GET", "/series/{series}", Role.USER, this::get),
                new Endpoint("DELETE", "/series/{series}", Role.USER, this::cancel),
                new Endpoint("POST", "/series/{series}/skip", Role.USER, this::skip).alsoWhenFull());
    }

    private Answer list(Call call) {
        NumberedPage page = NumberedPage.asked(call, IdKind.SERIES::number, "must be a series such as s3");
        return access.read(view -> page.of(
                "series",
                view.facts(SeriesBook.class).all().stream()
                        .filter(series ->
                                series.number() > page.after() && call.account().owns(series.user())),
                Series::id,
                series -> SeriesJson.line(view, series)));
    }

    private Answer get(Call call) {
        return access.read(view -> Answer.ok(SeriesJson.of(view, call.account(), own(view, call))));
    }

    private static Series own(View view, Call call) {
        return SeriesBookings.own(view, call.account(), call.variable("series"));
    }

    private Answer cancel(Call call) {
        return written(
                call, transaction -> SeriesBookings.cancel(transaction, call.account(), call.variable("series")));
    }

    private Answer skip(Call call) {
        Fields fields = call.body();
        fields.require("occurrence");
        Long ready = fields.instant("occurrence");
        fields.closed().check();
        long wanted = Checks.present(ready);
        access.read(view -> SeriesBookings.occurrence(own(view, call), wanted));
        return written(
                call, transaction -> SeriesBookings.skip(transaction, call.account(), call.variable("series"), wanted));
    }

    private Answer written(Call call, Function<Transaction, Series> work) {
        return access.write(call, transaction -> {
            Series series = work.apply(transaction);
            Supplier<ObjectNode> found = SeriesJson.found(transaction.view(), call.account(), series);
            return () -> Answer.ok(found.get());
        });
    }
}
