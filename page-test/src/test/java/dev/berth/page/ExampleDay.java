package dev.berth.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A day that looks like one, the same every time. */
final class ExampleDay {
    private static final List<String> NAMES =
            List.of("forecast", "render", "alignment", "training", "course", "simulation", "backup", "tides");

    private ExampleDay() {}

    static void fill(TestSite site) {
        String administrator = site.administrator();
        site.book(administrator, "regatta", "new", 2, 5, 3);
        site.send(administrator, "POST", "/reservations", """
                {"name":"lecture","pool":"gpu","ready":"%s","deadline":"%s","stay":"PT1H","recurrence":{"rule":"FREQ=DAILY;COUNT=4","zone":"Europe/Zurich"}}""".formatted(
                        TestSite.at(22), TestSite.at(22).plus(Duration.ofHours(2))));
        site.send(
                administrator,
                "POST",
                "/pools/new/drain",
                "{\"servers\":[5],\"from\":\"%s\",\"to\":\"%s\"}".formatted(TestSite.at(17), TestSite.at(23)));
        List<String> tokens = new ArrayList<>();
        for (String user : List.of("ana", "ben", "chen", "dora")) {
            tokens.add(site.account(user, "user"));
        }
        SplittableRandom random = new SplittableRandom(7117);
        for (int i = 0; i < 40; i++) {
            String pool = List.of("old", "old", "new", "new", "gpu").get(random.nextInt(5));
            // A quarter is wanted at once, so that some run.
            double from = i % 4 == 0 ? -1.0 / 6 : random.nextInt(0, 80) / 4.0;
            attempt(site, tokens.get(random.nextInt(4)), """
                    {"name":"%s-%d","pool":"%s","servers":%d,"ready":"%s","deadline":"%s","stay":"PT%dM"}""".formatted(
                            NAMES.get(random.nextInt(NAMES.size())),
                            i + 1,
                            pool,
                            random.nextInt(1, 4),
                            TestSite.at(from),
                            TestSite.at(from + 8),
                            30 * random.nextInt(2, 10)));
        }
        site.send(
                administrator,
                "PUT",
                "/accounts/ben",
                "{\"role\":\"user\",\"quota\":{\"serverHours\":\"200\",\"window\":\"P7D\"}}");
    }

    /** A day on hosts with parts: whole hosts, several cards, shares of a card, and work without any. */
    static void share(TestSite site) {
        List<String> tokens = new ArrayList<>();
        for (String user : List.of("ana", "ben", "chen", "dora")) {
            tokens.add(site.account(user, "user"));
        }
        List<String> takes = List.of(
                "\"parts\":{\"gpu\":1,\"cores\":8,\"memory\":\"32g\"}",
                "\"parts\":{\"gpu\":2,\"cores\":24,\"memory\":\"96g\"}",
                "\"parts\":{\"gpu\":4,\"cores\":48,\"memory\":\"192g\"}",
                "\"parts\":{\"cores\":4},\"share\":{\"thousandths\":500}",
                "\"parts\":{\"cores\":4},\"share\":{\"thousandths\":250}",
                "\"parts\":{\"cores\":24,\"memory\":\"64g\"}");
        SplittableRandom random = new SplittableRandom(7117);
        for (int i = 0; i < 30; i++) {
            double from = i < 6 ? -1.0 / 6 : random.nextInt(0, 60) / 4.0;
            attempt(
                    site,
                    tokens.get(random.nextInt(4)),
                    "{\"name\":\"%s-%d\",\"pool\":\"dgx\",\"ready\":\"%s\",\"deadline\":\"%s\",\"stay\":\"PT%dM\",%s}"
                            .formatted(
                                    NAMES.get(random.nextInt(NAMES.size())),
                                    i + 1,
                                    TestSite.at(from),
                                    TestSite.at(from + 10),
                                    60 * random.nextInt(2, 6),
                                    takes.get(i % takes.size())));
        }
        attempt(
                site,
                tokens.getFirst(),
                "{\"name\":\"course\",\"pool\":\"dgx\",\"ready\":\"%s\",\"deadline\":\"%s\",\"stay\":\"PT4H\"}"
                        .formatted(TestSite.at(18), TestSite.at(26)));
        // So that those who are ready now run.
        site.pass(Duration.ofMinutes(1));
    }

    /** Books if it fits; otherwise leaves a refusal for the operators' chart. */
    private static void attempt(TestSite site, String token, String body) {
        try {
            site.send(token, "POST", "/reservations", body);
        } catch (AssertionError e) {
            if (!e.getMessage().contains(": 409")) {
                throw e;
            }
        }
    }
}
