package dev.berth.service.notice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Command;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.site.View;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of what is due, compared with a look at everything, while all that can happen happens. */
class RemindersTest {
    private static final long MINUTE = 60_000;

    private final Random random = new Random();

    /** When each owner who wants to be reminded is to be, found the slow way. */
    private static Map<ReservationId, Long> expected(View view, long now) {
        Map<ReservationId, Long> expected = new HashMap<>();
        for (Reservation reservation : view.reservations()) {
            String owner = reservation.job().user();
            Preference choice = view.facts(Preferences.class).of(owner);
            boolean isWanted = choice.wantsMail(NoticeKind.STARTS_SOON)
                    || choice.wantsMail(NoticeKind.ENDS_SOON)
                    || view.facts(Webhooks.class).of(owner).stream().anyMatch(each -> !each.all());
            boolean isRunning = reservation.isRunning();
            long point = isRunning
                    ? reservation.window().end()
                    : reservation.window().start();
            long time = point - (isRunning ? choice.endLead() : choice.startLead());
            boolean isReminded = view.facts(Outbox.class)
                    .isReminded(
                            isRunning ? NoticeKind.ENDS_SOON : NoticeKind.STARTS_SOON,
                            reservation.id().toString(),
                            point);
            if (isWanted && reservation.state() != Reservation.State.HELD && !isReminded && now < point) {
                expected.put(reservation.id(), time);
            }
        }
        return expected;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void order_isThatOfALookAtEverything(long seed) {
        random.setSeed(seed);
        try (TestSite site = new TestSite(new Pool("p", 6, "1"))) {
            Reminders reminders = new Reminders(site.site());
            long[] heard = {0};
            site.site().listen(change -> {
                reminders.committed(change);
                synchronized (heard) {
                    heard[0] = change.number();
                }
            });
            Set<String> told = new HashSet<>();
            for (int step = 0; step < 150; step++) {
                happen(site);
                awaitHeard(site, heard);
                long now = site.read(View::now);
                reminders.follow(now);
                Map<ReservationId, Long> before = site.read(view -> expected(view, now));
                assertThat(later(reminders.dueTimes(), now))
                        .as("seed %d, step %d", seed, step)
                        .isEqualTo(later(before, now));
                reminders.look(now);
                awaitHeard(site, heard);
                assertThat(later(site.read(view -> expected(view, now)), 0))
                        .as("seed %d, step %d: all that was due is told", seed, step)
                        .isEqualTo(later(before, now));
                for (Delivery delivery :
                        site.read(view -> view.facts(Outbox.class).waiting())) {
                    Notice notice = delivery.notice();
                    if (NoticeKind.REMINDERS.contains(notice.kind()) && notice.made() == now) {
                        told.add(notice.kind() + " " + notice.reservation() + " " + notice.staleAfter() + " "
                                + notice.number());
                    }
                }
            }
            assertThat(told).as("seed %d", seed).isNotEmpty();
            assertThat(told.stream()
                            .map(each -> each.replaceAll(" \\d+$", ""))
                            .distinct()
                            .count())
                    .as("seed %d: each once", seed)
                    .isEqualTo(told.size());
        }
    }

    private static Map<ReservationId, Long> later(Map<ReservationId, Long> all, long now) {
        Map<ReservationId, Long> later = new HashMap<>(all);
        later.values().removeIf(time -> time <= now);
        return later;
    }

    private static void awaitHeard(TestSite site, long[] heard) {
        long version = site.read(View::version);
        Awaitility.await("the listener is told of " + version)
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(1))
                .pollDelay(Duration.ZERO)
                .until(() -> {
                    synchronized (heard) {
                        return heard[0] >= version;
                    }
                });
    }

    private void happen(TestSite site) {
        Account user = random.nextBoolean() ? TestSite.ANA : TestSite.BEN;
        long now = site.read(View::now);
        switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> {
                long start = now + random.nextInt(180) * MINUTE;
                Window window = new Window(start, start + (10 + random.nextInt(120)) * MINUTE);
                Command.Reserve reserve = new Command.Reserve(TestSite.job(user.name(), window, 1 + random.nextInt(2)));
                site.submit(random.nextInt(5) == 0 ? new Command.Hold(reserve.job(), now + 5 * MINUTE) : reserve);
            }
            case 4 -> some(site).ifPresent(id -> site.submit(new Command.Cancel(id)));
            case 5 -> some(site).ifPresent(id -> site.submit(new Command.Confirm(id)));
            case 6 -> {
                PoolId pool = new PoolId("p");
                site.submit(
                        random.nextBoolean()
                                ? new Command.Fail(pool, ServerSet.of(random.nextInt(6)), now + 600 * MINUTE)
                                : new Command.Restore(pool, ServerSet.of(random.nextInt(6))));
            }
            case 7 ->
                site.write(user, transaction -> {
                    Preference choice = Preference.usual(user.name())
                            .withMail(random.nextInt(4) == 0 ? Optional.empty() : Optional.of("a@example.org"))
                            .withLeads((1 + random.nextInt(60)) * MINUTE, (1 + random.nextInt(60)) * MINUTE);
                    transaction.record(Preferences.KIND, choice);
                    return true;
                });
            case 8 ->
                site.write(user, transaction -> {
                    List<Webhook> known =
                            transaction.view().facts(Webhooks.class).of(user.name());
                    if (known.isEmpty()) {
                        return WebhookBook.add(
                                transaction, user, "https://example.org/", false, EnumSet.allOf(NoticeKind.class));
                    }
                    WebhookBook.end(transaction, user, known.getFirst().id());
                    return known.getFirst();
                });
            default -> site.pass((1 + random.nextInt(20)) * MINUTE);
        }
    }

    private Optional<ReservationId> some(TestSite site) {
        List<ReservationId> all = site.read(view ->
                view.reservations().stream().map(Reservation::id).sorted().toList());
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
    }

    @Test
    void nobodyThere_collectsNothing() {
        try (TestSite site = new TestSite(new Pool("p", 6, "1"))) {
            Reminders reminders = new Reminders(site.site());
            site.site().listen(reminders::committed);
            site.submit(new Command.Reserve(
                    TestSite.job("ana", new Window(TestSite.START + MINUTE, TestSite.START + 9 * MINUTE), 1)));
            reminders.rest();
            reminders.look(site.read(View::now));
            assertThat(reminders.dueTimes()).isEmpty();
        }
    }
}
