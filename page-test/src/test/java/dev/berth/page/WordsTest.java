package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Plain words on the page: the service reads them, by the grammar of BookingWordsTest, and the page writes them. It is Monday 16
 * November 2026, 09:20 in Zurich.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WordsTest {
    private TestSite site;
    private Visit visit;

    @BeforeAll
    void open(@TempDir Path data) {
        site = TestSite.usual("test", data);
        site.send(
                site.administrator(),
                "POST",
                "/pools",
                "{\"name\":\"cards\",\"servers\":8,\"rate\":\"1\",\"unit\":\"gpu\"}");
        visit = Visit.of(site, Screen.DESKTOP, site.account("ana", "user"));
    }

    @AfterAll
    void close() {
        site.close();
    }

    private String value(String field) {
        return visit.await("[data-field=" + field + "] input").getDomProperty("value");
    }

    @Test
    void words_fillTheFields_andAreSaidBack() {
        visit.open("book");
        visit.type("#words", "2 gpus tomorrow 9am to 5pm, called .secret");
        visit.awaitText(
                "#words-understood",
                "Understood: 2 gpus of pool cards from Tue 2026-11-17 09:00 to Tue 2026-11-17 17:00, 8 hours, named .secret"
                        + " (Europe/Zurich)");
        assertThat(value("servers")).isEqualTo("2");
        assertThat(value("ready")).isEqualTo("2026-11-17T09:00");
        assertThat(value("deadline")).isEqualTo("2026-11-17T17:00");
        assertThat(value("name")).isEqualTo(".secret");
        visit.type("#words", "2 gpus on 03/04");
        visit.awaitText(
                "#words-understood",
                "Not understood: \"on 03/04\" (word 3). The date \"03/04\" is ambiguous; write year-month-day, such as"
                        + " 2026-11-16.");
        visit.type("#words", "2 gpus");
        visit.awaitText("#words-understood", "Say how long, such as \"for 8 hours\"");
        visit.type("#words", "2 gpus for 2 hours\n");
        visit.awaitText(".offer", "2 gpus on cards");
    }

    @Test
    void withoutTheService_itIsSaid() {
        visit.open("book");
        visit.await("#words");
        visit.driver.executeScript("window.fetch = () => Promise.reject(new TypeError('offline'));");
        visit.type("#words", "2 gpus for 2 hours");
        visit.awaitText("#words-understood", "Cannot connect to the service.");
        visit.driver.navigate().refresh();
    }

    /** Words written from fields are read as the same fields. */
    @Test
    void writtenAndReadAgain() {
        long seed = 20261116;
        SplittableRandom random = new SplittableRandom(seed);
        List<Map<String, Object>> jobs = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            jobs.add(job(random));
        }
        Object wrong = visit.driver.executeAsyncScript("""
                const [jobs, now, done] = arguments;
                const base = document.querySelector('script[type=module]').src;
                const table = (job) => job.table?.map(({ servers, duration }) => [servers, duration]);
                const sorted = (job) => JSON.stringify(Object.entries({ ...job, table: table(job) }).filter(([name]) => name !== 'name' || !job.name.startsWith('ana-')).sort());
                import(new URL('words.js', base)).then(async ({ understand, write }) => {
                  const wrong = [];
                  for (const job of jobs) {
                    const words = write(job, 'Europe/Zurich', now);
                    const { job: again, unclear, missing } = await understand(words, 'Europe/Zurich');
                    if (unclear.length + missing.length > 0 || sorted(again) !== sorted(job)) {
                      wrong.push(words + ' -> ' + JSON.stringify(again) + unclear + missing);
                    }
                  }
                  done(wrong);
                });
                """, jobs, TestSite.START.toEpochMilli());
        assertThat((List<?>) wrong).as("seed " + seed).isEmpty();
    }

    private static Map<String, Object> job(SplittableRandom random) {
        long minute = 60_000;
        Map<String, Object> job = new TreeMap<>();
        if (random.nextInt(5) == 0) {
            job.put(
                    "table",
                    List.of(row(1, minute * random.nextInt(1, 5000)), row(4, minute * random.nextInt(1, 5000))));
        } else {
            job.put("servers", random.nextInt(1, 50));
            job.put(random.nextBoolean() ? "work" : "stay", minute * random.nextInt(1, 5000));
        }
        long ready = TestSite.START.toEpochMilli() + minute * random.nextInt(30, 20_000);
        job.put("ready", ready);
        job.put("deadline", ready + minute * random.nextInt(1, 40_000));
        if (random.nextBoolean()) {
            job.put("budget", Integer.toString(random.nextInt(1, 500)));
        }
        if (random.nextBoolean()) {
            job.put("pool", List.of("old", "new").get(random.nextInt(2)));
        }
        if (random.nextBoolean()) {
            job.put("name", List.of("render", "Night run for 7").get(random.nextInt(2)));
        }
        if (random.nextBoolean()) {
            job.put("starts", "when-free");
            if (random.nextBoolean()) {
                job.put("notice", minute * random.nextInt(1, 3000));
            }
        }
        if (random.nextInt(3) == 0) {
            job.put("every", List.of("day", "week").get(random.nextInt(2)));
            job.put("times", random.nextInt(1, 100));
        }
        return job;
    }

    private static Map<String, Object> row(int servers, long duration) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("servers", servers);
        row.put("duration", duration);
        return row;
    }

    /** A field for a duration reads what shell and service read. */
    @Test
    void durationsInFields() throws IOException {
        List<String[]> cases = table("durations.csv");
        Object read = visit.driver.executeAsyncScript(
                """
                const [cases, done] = arguments;
                const base = document.querySelector('script[type=module]').src;
                import(new URL('time.js', base)).then(({ duration, inField }) => done(cases.map((text) => {
                  const millis = duration(text);
                  const again = millis && millis % 1000 === 0 ? duration(inField(millis)) : millis;
                  return `${text};${millis === null ? '-' : millis / 1000}${again === millis ? '' : ' written as ' + inField(millis)}`;
                })));
                """, cases.stream().map(each -> each[0]).toList());
        assertThat((List<?>) read)
                .isEqualTo(cases.stream().map(each -> each[0] + ";" + each[1]).toList());
    }

    @Test
    void pluralsOfUnits() throws IOException {
        List<String[]> cases = table("plurals.csv");
        Object said = visit.driver.executeAsyncScript(
                """
                const [cases, done] = arguments;
                const base = document.querySelector('script[type=module]').src;
                import(new URL('explain.js', base)).then(({ counted, plural }) => done(
                  cases.map((unit) => `${unit};${plural(unit)};${counted(1, unit)};${counted(2, unit)}`)));
                """, cases.stream().map(each -> each[0]).toList());
        assertThat((List<?>) said)
                .isEqualTo(cases.stream()
                        .map(each -> "%1$s;%2$s;1 %1$s;2 %2$s".formatted(each[0], each[1]))
                        .toList());
    }

    @Test
    void amountsAreToHundredths() {
        Object said = visit.driver.executeAsyncScript("""
                const [cases, done] = arguments;
                const base = document.querySelector('script[type=module]').src;
                import(new URL('explain.js', base)).then(({ hundredths }) => done(cases.map(hundredths)));
                """, List.of("6.964991", "6.500000", "200", "0", "0.000833"));
        assertThat(said).isEqualTo(List.of("6.96", "6.5", "200", "0", "<0.01"));
    }

    /** A table of the service's own tests. */
    private static List<String[]> table(String file) throws IOException {
        return Files.readAllLines(Path.of("../words/src/test/resources/words", file)).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(";", 2))
                .toList();
    }

    /** Clocks that are put forward or back: every instant is shown by some clock, and read back as itself or its twin. */
    @ParameterizedTest
    @ValueSource(strings = {"Europe/Zurich", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"})
    void clocksThatChange(String zone) {
        Object wrong = visit.driver.executeAsyncScript("""
                const [zone, done] = arguments;
                const base = document.querySelector('script[type=module]').src;
                import(new URL('time.js', base)).then(({ toWall, fromWall }) => {
                  const wrong = [];
                  const day = 86400000;
                  // Once a day, and each half hour of the days beside a change.
                  const offset = (at) => toWall(zone, at) - at;
                  for (let start = Date.UTC(2026, 0, 1); start < Date.UTC(2027, 0, 1); start += day) {
                    const step = offset(start - day) === offset(start + 2 * day) ? day : 30 * 60000;
                    for (let at = start; at < start + day; at += step) {
                      const again = fromWall(zone, toWall(zone, at));
                      if (toWall(zone, again) !== toWall(zone, at) || again > at || at - again > 3600000) {
                        wrong.push(new Date(at).toISOString());
                      }
                    }
                  }
                  done(wrong);
                });
                """, zone);
        assertThat((List<?>) wrong).isEmpty();
    }
}
