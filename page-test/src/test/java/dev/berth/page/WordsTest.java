package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plain words and what they mean, in the browser that reads them: Monday 16 November 2026, 09:20 in Zurich. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WordsTest {
    private static final Instant NOW = Instant.parse("2026-11-16T08:20:00Z");

    private TestSite site;
    private Visit visit;

    @BeforeAll
    void open(@TempDir Path data) {
        site = TestSite.empty(data);
        visit = Visit.stranger(site, Screen.DESKTOP);
    }

    @AfterAll
    void close() {
        site.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4 servers, 2 hours of work, ready now, done by tomorrow 9:00, at most 40 | budget=40 deadline=2026-11-17T08:00:00Z ready=2026-11-16T08:20:00Z servers=4 work=7200000",
                "one server, for 90 minutes, by 14:00 | deadline=2026-11-16T13:00:00Z servers=1 stay=5400000",
                "2 to 8 servers, 10 hours of work, within 2 days | deadline=2026-11-18T08:20:00Z mostServers=8 servers=2 work=36000000",
                "1h30, by 8:00 | deadline=2026-11-17T07:00:00Z work=5400000",
                "3 nodes, half an hour, not before friday 17:30, before 2026-11-23 08:00 | deadline=2026-11-23T07:00:00Z ready=2026-11-20T16:30:00Z servers=3 work=1800000",
                "work of 1 day and 6 hours, due monday noon, budget 12.50 | budget=12.50 deadline=2026-11-16T11:00:00Z work=108000000",
                "on gpu, gpu=h100, named Night run, 2h | attributes={gpu=h100} name=Night run pool=gpu work=7200000",
                "pool big memory, in 30 minutes | pool=big memory unclear=in 30 minutes",
                "from in 30 minutes, 45 min, until midnight | deadline=2026-11-16T23:00:00Z ready=2026-11-16T08:50:00Z work=2700000",
                "every tuesday and thursday, 6 times, for 1 hour, from 5pm | every=TU,TH ready=2026-11-16T16:00:00Z stay=3600000 times=6",
                "2h, start when free | starts=when-free work=7200000",
                "2h, start earlier if servers are free, with 15 minutes notice | notice=900000 starts=when-free work=7200000",
                "2h, notice of 1 hour | notice=3600000 starts=when-free work=7200000",
                "2h, start when free, start as promised | work=7200000",
                "2h, some notice | unclear=some notice work=7200000",
                "every weekday, for 1 hour | every=weekday stay=3600000 times=10",
                "4 servers, a few hours, by some day | servers=4 unclear=a few hours;by some day",
                "0 servers, by 25:00, done by 2026-02-30 | unclear=0 servers;by 25:00;done by 2026-02-30"
            })
    void meaning(String words, String expected) {
        assertThat(parsed(words)).isEqualTo(expected);
    }

    private String parsed(String words) {
        Map<?, ?> result = (Map<?, ?>) visit.driver.executeAsyncScript("""
                const [words, now, done] = arguments;
                const base = document.querySelector('script[type=module]').src;
                import(new URL('words.js', base)).then(({ parse }) => done(parse(words, 'Europe/Zurich', now)));
                """, words, NOW.toEpochMilli());
        TreeMap<String, String> fields = new TreeMap<>();
        ((Map<?, ?>) result.get("job")).forEach((name, value) -> {
            if (value != null) {
                fields.put(
                        name.toString(),
                        name.equals("ready") || name.equals("deadline")
                                ? Instant.ofEpochMilli(((Number) value).longValue())
                                        .toString()
                                : value.toString());
            }
        });
        List<?> unclear = (List<?>) result.get("unclear");
        if (!unclear.isEmpty()) {
            fields.put(
                    "unclear",
                    String.join(";", unclear.stream().map(Object::toString).toList()));
        }
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + field.getValue())
                .reduce((all, each) -> all + " " + each)
                .orElse("");
    }

    /** What is written from fields is read as the same fields. */
    @Test
    void writtenAndReadAgain() {
        long seed = 20261116;
        SplittableRandom random = new SplittableRandom(seed);
        List<Map<String, Object>> jobs = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            jobs.add(job(random));
        }
        Object wrong = visit.driver.executeAsyncScript("""
                const [jobs, now, done] = arguments;
                const base = document.querySelector('script[type=module]').src;
                const sorted = (job) => JSON.stringify(Object.entries(job).sort());
                import(new URL('words.js', base)).then(({ parse, write }) => done(jobs.flatMap((job) => {
                  const words = write(job, 'Europe/Zurich', now);
                  const { job: again, unclear } = parse(words, 'Europe/Zurich', now);
                  return unclear.length === 0 && sorted(again) === sorted(job) ? [] : [words + ' -> ' + JSON.stringify(again) + unclear];
                })));
                """, jobs, NOW.toEpochMilli());
        assertThat((List<?>) wrong).as("seed " + seed).isEmpty();
    }

    private static Map<String, Object> job(SplittableRandom random) {
        long minute = 60_000;
        Map<String, Object> job = new TreeMap<>();
        job.put("servers", random.nextInt(1, 50));
        job.put(random.nextBoolean() ? "work" : "stay", minute * random.nextInt(1, 5000));
        job.put("ready", NOW.toEpochMilli() + minute * random.nextInt(0, 20_000));
        job.put("deadline", NOW.toEpochMilli() + minute * random.nextInt(1, 40_000));
        if (random.nextBoolean()) {
            job.put("budget", Integer.toString(random.nextInt(1, 500)));
        }
        if (random.nextBoolean()) {
            job.put("pool", List.of("gpu", "big memory", "old-2").get(random.nextInt(3)));
        }
        if (random.nextBoolean()) {
            job.put("name", List.of("render", "Night run 7").get(random.nextInt(2)));
        }
        if (random.nextBoolean()) {
            job.put("starts", "when-free");
            if (random.nextBoolean()) {
                job.put("notice", minute * random.nextInt(1, 3000));
            }
        }
        if (random.nextInt(3) == 0) {
            job.put("every", List.of("day", "week", "weekday", "TU", "MO,FR").get(random.nextInt(5)));
            job.put("times", random.nextInt(1, 100));
        }
        return job;
    }

    /** Clocks that are put forward or back: every instant is shown by some clock, and read back as itself or its twin. */
    @Test
    void clocksThatChange() {
        Object wrong = visit.driver.executeAsyncScript("""
                const done = arguments[0];
                const base = document.querySelector('script[type=module]').src;
                import(new URL('time.js', base)).then(({ toWall, fromWall }) => {
                  const wrong = [];
                  for (const zone of ['Europe/Zurich', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC']) {
                    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 30 * 60000) {
                      const again = fromWall(zone, toWall(zone, at));
                      if (toWall(zone, again) !== toWall(zone, at) || again > at || at - again > 3600000) {
                        wrong.push(zone + ' ' + new Date(at).toISOString());
                      }
                    }
                  }
                  done(wrong);
                });
                """);
        assertThat((List<?>) wrong).isEmpty();
    }
}
