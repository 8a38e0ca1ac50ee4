package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Terms;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ten thousand reservations in view, scrolled and zoomed. How long frames take is written to target/frames.md and decides
 * nothing; that all are drawn is asserted.
 */
class FramesTest {
    private static final int RESERVATIONS = Boolean.getBoolean("berth.sample") ? 2_000 : 10_000;
    private static final int TOGETHER = 1_000;
    /** To find room on a thousand hosts is more work, and that of a transaction is limited. */
    private static final int FEW = 100;

    private static final int FRAMES = Boolean.getBoolean("berth.sample") ? 30 : 120;

    @TempDir
    private Path data;

    @Test
    void tenThousandReservations() throws IOException {
        try (TestSite site = TestSite.empty(data)) {
            Pool pool = new Pool(new PoolId("big"), 200, Rate.of("1"), Map.of());
            site.server()
                    .site()
                    .write("test", transaction -> transaction.submit(new Command.AddPool(pool)))
                    .join();
            List<Job> jobs = jobs(site.server().site().read(View::now));
            for (int i = 0; i < RESERVATIONS; i += TOGETHER) {
                List<Job> some = jobs.subList(i, i + TOGETHER);
                site.server()
                        .site()
                        .write("test", transaction -> book(transaction, some))
                        .join();
            }
            Visit visit = Visit.of(site, Screen.DESKTOP, site.administrator());
            visit.clickText(".toolbar button", "Week");
            visit.until("all are there", () -> drawn(visit) >= RESERVATIONS);
            StringBuilder report = new StringBuilder("| what | median ms | 95% | longest |\n|---|---|---|---|\n");
            report.append(row("pan", measured(visit, "site.show(view.from + step, view.to + step)")));
            report.append(
                    row(
                            "zoom",
                            measured(
                                    visit,
                                    "site.show(view.from + (frame % 40 < 20 ? 1 : -1) * length / 200, view.to - (frame % 40 < 20 ? 1 : -1) * length / 200)")));
            visit.script("document.querySelector('berth-timetable').site.set('by', 'server')");
            visit.until(
                    "rows of servers",
                    () -> "server"
                            .equals(visit.script(
                                    "return document.querySelector('berth-timetable').prepare().layout.by")));
            report.append(row("scroll servers", measured(visit, "scroller.scrollTop = (frame * 31) % 3000")));
            report.append(firstPaint(visit));
            Files.writeString(Path.of("target/frames.md"), report);
            assertThat(drawn(visit)).isPositive();
        }
    }

    /** Hosts with parts, closed and with the first of them opened: each has cards of several owners. */
    @Test
    void aThousandHostsWithParts() throws IOException {
        try (TestSite site = TestSite.hosts("test", data, 1_000)) {
            SplittableRandom random = new SplittableRandom(7117);
            long hour = Duration.ofHours(1).toMillis();
            long now = site.server().site().read(View::now);
            List<Job> jobs = new ArrayList<>();
            for (int i = 0; i < RESERVATIONS; i++) {
                long start = now + hour * random.nextInt(4, 160) / 4;
                Slice slice = i % 3 == 0
                        ? new Slice(Amounts.of(Map.of("cores", 4L)), Share.of("gpu", 500))
                        : new Slice(Amounts.of(Map.of("gpu", 1L + random.nextInt(4), "cores", 8L)), null);
                long length = hour * random.nextInt(5, 16) / 4;
                jobs.add(new Job(
                        new JobId("job-" + i),
                        "user-" + i % 12,
                        start,
                        start + length,
                        new Shape.Stay(1, length),
                        Requirements.NONE.withSlice(slice),
                        Terms.NONE));
            }
            for (int i = 0; i < RESERVATIONS; i += FEW) {
                List<Job> some = jobs.subList(i, i + FEW);
                site.server()
                        .site()
                        .write("test", transaction -> book(transaction, some))
                        .join();
            }
            Visit visit = Visit.of(site, Screen.DESKTOP, site.administrator());
            visit.clickText(".toolbar button", "Week");
            visit.script("document.querySelector('berth-timetable').site.set('by', 'server')");
            visit.until("all are there", () -> bars(visit) >= RESERVATIONS);
            StringBuilder report = new StringBuilder("| what | median ms | 95% | longest |\n|---|---|---|---|\n");
            report.append(row("pan hosts", measured(visit, "site.show(view.from + step, view.to + step)")));
            report.append(row("scroll hosts", measured(visit, "scroller.scrollTop = (frame * 31) % 3000")));
            Object layout = visit.script("""
                    const table = document.querySelector('berth-timetable');
                    table.site.colour = 'state';
                    const begun = performance.now();
                    table.prepare();
                    return performance.now() - begun;""");
            report.append("\nWhere everything goes: %.0f ms\n".formatted(((Number) layout).doubleValue()));
            Files.writeString(Path.of("target/frames-hosts.md"), report);
            assertThat(drawn(visit)).isBetween(1L, (long) RESERVATIONS);
        }
    }

    private static long bars(Visit visit) {
        Object bars = visit.script(
                "return document.querySelector('berth-timetable').prepare().layout.pools[0].rows ? document.querySelector('berth-timetable').prepare().layout.pools[0].bars.length : 0");
        return ((Number) bars).longValue();
    }

    private static long drawn(Visit visit) {
        Object drawn = visit.script("return document.querySelector('berth-timetable').drawn ?? 0");
        return ((Number) drawn).longValue();
    }

    /** 200 servers, each with 50 reservations of about three hours in a row. */
    private static List<Job> jobs(long now) {
        SplittableRandom random = new SplittableRandom(7117);
        long hour = Duration.ofHours(1).toMillis();
        long[] free = new long[200];
        java.util.Arrays.fill(free, now + hour);
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < RESERVATIONS; i++) {
            int server = i % 200;
            long length = hour * random.nextInt(5, 16) / 4;
            long start = free[server];
            free[server] = start + length + (random.nextInt(3) == 0 ? hour / 4 : 0);
            jobs.add(new Job(
                    new JobId("job-" + i),
                    "user-" + i % 12,
                    start,
                    start + length,
                    new Shape.Stay(1, length),
                    Requirements.NONE,
                    Terms.NONE));
        }
        return jobs;
    }

    /** Not all at once: a transaction has a budget of work. */
    private static boolean book(Transaction transaction, List<Job> jobs) {
        for (Job job : jobs) {
            if (!(transaction.submit(new Command.Reserve(job)) instanceof Decision.Accepted)) {
                throw new IllegalStateException("not booked: " + job);
            }
        }
        return true;
    }

    /** From one frame to the next, and the part of it that drawing takes. */
    private static Map<?, ?> measured(Visit visit, String move) {
        return (Map<?, ?>) visit.driver.executeAsyncScript("""
                const done = arguments[0];
                const table = document.querySelector('berth-timetable');
                const scroller = table.querySelector('.scroller');
                const { site } = table;
                const paint = table.paint.bind(table);
                const work = [];
                table.paint = () => { const begun = performance.now(); paint(); work.push(performance.now() - begun); };
                const gaps = [];
                let last = 0;
                let frame = 0;
                const next = (time) => {
                  if (last > 0) gaps.push(time - last);
                  last = time;
                  if (frame++ === %d) {
                    delete table.paint;
                    const sorted = (list) => list.sort((a, b) => a - b);
                    const at = (list, share) => list[Math.min(list.length - 1, Math.floor(share * list.length))];
                    const figures = (list) => [0.5, 0.95, 1].map((share) => at(sorted(list), share));
                    done({ gaps: figures(gaps), work: figures(work) });
                    return;
                  }
                  const { view } = site;
                  const length = view.to - view.from;
                  const step = (frame %% 40 < 20 ? 1 : -1) * length / 300;
                  %s;
                  requestAnimationFrame(next);
                };
                requestAnimationFrame(next);
                """.formatted(FRAMES, move));
    }

    private static String row(String what, Map<?, ?> figures) {
        return "| %s, frame to frame | %s |\n| %s, script | %s |\n"
                .formatted(what, figures((List<?>) figures.get("gaps")), what, figures((List<?>) figures.get("work")));
    }

    private static String figures(List<?> millis) {
        return String.join(
                " | ",
                millis.stream()
                        .map(each -> "%.1f".formatted(((Number) each).doubleValue()))
                        .toList());
    }

    private static String firstPaint(Visit visit) {
        visit.driver.navigate().refresh();
        visit.await("berth-timetable canvas");
        Object paint =
                visit.script("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1");
        return "\nFirst contentful paint: %.0f ms\n".formatted(((Number) paint).doubleValue());
    }
}
