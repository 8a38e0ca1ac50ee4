package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.booking.IntakeSettings;
import dev.berth.service.booking.PriorityRule;
import dev.berth.service.quota.Limits;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code noPathAroundTheQuota}: users do whatever the API lets them do, by chance, while time passes, servers fail and the
 * service restarts. What they have taken, alone and as a project, is summed up from outside after every step.
 */
class NoPathAroundTheQuotaTest {
    private static final int STEPS = 300;

    private record Quota(long amount, long window) {}

    /** Quotas of the project of ana and ben, over all pools and in pool fast. */
    private static final Quota OURS = new Quota(15 * 3_600_000L, 24 * 3_600_000L);

    private static final Quota OURS_IN_FAST = new Quota(4 * 3_600_000L, 12 * 3_600_000L);

    /** Budget of the project; zero if it has none. */
    private BigDecimal budget = BigDecimal.ZERO;

    private boolean isMonthly;

    private final Map<String, Quota> quotas = new HashMap<>();
    private final Map<String, List<String>> offers = new HashMap<>();
    private final List<String> plans = new ArrayList<>();
    private final List<String> provisions = new ArrayList<>();
    private final List<String> series = new ArrayList<>();
    /** How often each thing was done with success, to see that the test tests something. */
    private final Map<String, Integer> done = new TreeMap<>();

    /** User who made the last request. */
    private String acting = "";

    private int refusals;
    private int overBudget;
    /** Usage of the project before the step: in all pools, in pool fast, and spent by month. */
    private long oursBefore;

    private long inFastBefore;
    private Map<String, BigDecimal> spentBefore = Map.of();
    private int keys;
    private Random random = new Random();
    private TestService service;
    private QuotaModel model;

    private static SiteSettings settings() {
        Rules rules = new Rules(5, 2, Sorting.SHORTEST, new Excess.Defer(2));
        return TestService.usual()
                .with(draft -> draft.intake = Optional.of(new IntakeSettings(
                        new Rounds(Duration.ofMinutes(30).toMillis(), rules), PriorityRule.assigned(new Priority(4)))));
    }

    @Test
    void noPathAroundTheQuota(@TempDir Path data) {
        play(data, "noPathAroundTheQuota", """
                "quota":{"serverHours":"15","window":"PT24H"},"poolQuotas":{"fast":{"serverHours":"4","window":"PT12H"}}""");
        assertThat(refusals).as("refused for the quota").isPositive();
    }

    /** The same with prices, and no quota of the project that would come first. */
    @Test
    void noPathAroundTheBudget(@TempDir Path data) {
        isMonthly = new Random().nextBoolean();
        budget = new BigDecimal("12");
        play(
                data,
                "noPathAroundTheBudget",
                "\"budget\":{\"amount\":\"12\",\"period\":\"%s\"}".formatted(isMonthly ? "month" : "total"));
        assertThat(overBudget).as("refused for the budget").isPositive();
    }

    private void play(Path data, String property, String terms) {
        String given = System.getProperty("berth.seed", "");
        long seed = given.isEmpty() ? new Random().nextLong() : Long.parseLong(given);
        random = new Random(seed);
        System.out.println(property + ": seed " + seed + (isMonthly ? ", by month" : ""));
        try (TestService opened = new TestService(data, new Contract(), settings())) {
            service = opened;
            model = new QuotaModel(service, Set.of("ana", "ben"));
            service.send("admin", "POST", "/projects", "{\"name\":\"ours\"," + terms + "}")
                    .is(201);
            if (budget.signum() > 0) {
                for (String pool : List.of("fast", "slow")) {
                    service.send("olga", "PUT", "/pools/" + pool + "/tariff", """
                            {"base":"1","penalty":"0.2","surcharge":"0.3"}""")
                            .is(200);
                }
            }
            quota("ana", 6, 6);
            quota("ben", 12, 48);
            for (int step = 0; step < STEPS; step++) {
                step("seed %d, step %d: ".formatted(seed, step));
            }
            assertThat(done.size())
                    .as("seed %d: kinds of things done, %s", seed, done)
                    .isGreaterThan(8);
        }
        System.out.println(
                property + ": " + done + ", refused for the quota: " + refusals + ", for the budget: " + overBudget);
    }

    private void quota(String user, long hours, long windowHours) {
        quotas.put(user, new Quota(hours * 3_600_000, windowHours * 3_600_000));
        service.send("admin", "PUT", "/accounts/" + user, """
                        {"role":"user","project":"ours","quota":{"serverHours":"%d","window":"PT%dH"}}""".formatted(hours, windowHours))
                .is(200);
    }

    private Map<String, Long> sums() {
        oursBefore = ours();
        inFastBefore = model.sumInPool("fast", OURS_IN_FAST.window());
        spentBefore = model.spent();
        Map<String, Long> sums = new HashMap<>();
        quotas.forEach((user, quota) -> sums.put(user, model.sum(user, quota.window())));
        return sums;
    }

    private long ours() {
        return model.sum("ana", OURS.window()) + model.sum("ben", OURS.window());
    }

    private void step(String where) {
        if (random.nextInt(3) == 0) {
            service.clock.move(Duration.ofMinutes(1 + random.nextInt(random.nextInt(8) == 0 ? 240 : 20)));
            if (random.nextInt(25) == 0) {
                service.restart();
                offers.clear();
            }
            Map<String, Long> before = sums();
            // Any write lets time pass.
            service.send("admin", "POST", "/tokens", "{\"oneTime\":true}").is(201);
            check(where + "time passes", "", before);
        }
        String actor = random.nextInt(8) == 0 ? "olga" : random.nextBoolean() ? "ana" : "ben";
        Map<String, Long> before = sums();
        acting = "";
        String what = act(actor);
        check(where + acting + " " + what, acting, before);
    }

    /** Checks that no user or project exceeds its limits by its own requests, and that the usage shown is right. */
    private void check(String where, String actor, Map<String, Long> before) {
        Set<String> known = new HashSet<>();
        quotas.keySet().forEach(user -> model.open(user).forEach(each -> known.add(each.id)));
        model.look();
        quotas.forEach((user, quota) -> {
            long after = model.sum(user, quota.window());
            // By the book or by somebody else only what was there may grow: moved, or found other servers.
            boolean repaired =
                    model.grown.stream().anyMatch(id -> model.get(id).user.equals(user) && known.contains(id));
            if (!actor.equals("olga") && (actor.equals(user) || !repaired)) {
                assertThat(after)
                        .as("%s: %s has taken more than the quota", where, user)
                        .isLessThanOrEqualTo(Math.max(quota.amount(), before.get(user)));
            }
            assertThat(service.get(user, "/accounts/me").text("booked"))
                    .as("%s: what %s is told", where, user)
                    .isEqualTo(Limits.hours(after));
        });
        checkProject(where, actor, known);
    }

    /** The same for the project of both. */
    private void checkProject(String where, String actor, Set<String> known) {
        boolean repaired = model.grown.stream().anyMatch(known::contains);
        boolean isRefusable = !actor.equals("olga") && (!actor.isEmpty() || !repaired);
        Result project = service.get("olga", "/projects/ours").is(200);
        if (budget.signum() > 0) {
            checkBudget(where, isRefusable && !repaired, project);
            return;
        }
        long all = ours();
        long inFast = model.sumInPool("fast", OURS_IN_FAST.window());
        assertThat(project.at("/quotas/0/booked").asText())
                .as("%s: what the project is told", where)
                .isEqualTo(Limits.hours(all));
        assertThat(project.at("/quotas/1/booked").asText())
                .as("%s: what the project is told of pool fast", where)
                .isEqualTo(Limits.hours(inFast));
        if (isRefusable && !repaired) {
            assertThat(all)
                    .as("%s: the project has taken more than its quota", where)
                    .isLessThanOrEqualTo(Math.max(OURS.amount(), oursBefore));
            assertThat(inFast)
                    .as("%s: the project has taken more of pool fast than its quota", where)
                    .isLessThanOrEqualTo(Math.max(OURS_IN_FAST.amount(), inFastBefore));
        }
    }

    private void checkBudget(String where, boolean isRefusable, Result project) {
        Map<String, BigDecimal> spent = model.spent();
        String now = Instant.ofEpochMilli(service.clock.millis()).toString().substring(0, 7);
        BigDecimal told = isMonthly ? spent.getOrDefault(now, BigDecimal.ZERO) : sum(spent);
        assertThat(new BigDecimal(project.text("spent")))
                .as("%s: what the project has spent", where)
                .isEqualByComparingTo(told);
        if (!isRefusable) {
            return;
        }
        if (isMonthly) {
            spent.forEach((month, amount) -> assertThat(amount)
                    .as("%s: spent in %s", where, month)
                    .isLessThanOrEqualTo(budget.max(spentBefore.getOrDefault(month, BigDecimal.ZERO))));
        } else {
            assertThat(told).as("%s: spent", where).isLessThanOrEqualTo(budget.max(sum(spentBefore)));
        }
    }

    private static BigDecimal sum(Map<String, BigDecimal> months) {
        return months.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private Result sent(String actor, String method, String path, String body) {
        Result result;
        acting = actor;
        if (random.nextInt(4) == 0) {
            String key = "k" + keys++;
            result = service.send(actor, method, path, body, "Idempotency-Key", key);
            Result again = service.send(actor, method, path, body, "Idempotency-Key", key);
            if (result.response().statusCode() < 300) {
                assertThat(again.response().body()).isEqualTo(result.response().body());
            }
        } else {
            result = service.send(actor, method, path, body);
        }
        if (result.response().statusCode() == 403 && result.text("code").equals("quota")) {
            refusals++;
            if (budget.signum() == 0 && random.nextInt(4) == 0) {
                whatIsLeft(actor);
            }
        }
        if (result.response().statusCode() == 403 && result.text("code").equals("project-budget")) {
            overBudget++;
        }
        return result;
    }

    private String outcome(String what, Result result) {
        if (result.response().statusCode() < 300) {
            done.merge(what, 1, Integer::sum);
        }
        return what + " " + result.response().statusCode();
    }

    /** Exactly what is left of the quota can be booked, and not a millisecond more; then it is given back. */
    private void whatIsLeft(String user) {
        Quota quota = quotas.get(user);
        model.look();
        long left = Math.min(quota.amount() - model.sum(user, quota.window()), OURS.amount() - ours());
        String far = Instant.ofEpochMilli(service.clock.millis())
                .plus(Duration.ofDays(100 + keys++))
                .toString();
        String job = "{\"name\":\"rest\",\"ready\":\"%s\",\"deadline\":\"2030-01-01T00:00:00Z\",\"stay\":\"%s\"}";
        if (left > 0) {
            String id = service.send(user, "POST", "/reservations", job.formatted(far, Duration.ofMillis(left)))
                    .is(201)
                    .text("id");
            service.send(user, "POST", "/reservations", job.formatted(far, "PT0.001S"))
                    .is(403)
                    .code("quota");
            service.send(user, "DELETE", "/reservations/" + id, "").is(200);
        }
        service.send(user, "POST", "/reservations", job.formatted(far, Duration.ofMillis(Math.max(0, left) + 1)))
                .is(403)
                .code("quota");
    }

    private String act(String actor) {
        String whose = actor.equals("olga") ? (random.nextBoolean() ? "ana" : "ben") : actor;
        List<QuotaModel.Taken> mine = model.open(whose);
        int choice = random.nextInt(26);
        if (choice < 4) {
            return outcome("book", sent(actor, "POST", "/reservations", "{" + job(whose) + "}"));
        }
        if (choice < 6) {
            Result result = sent(
                    actor,
                    "POST",
                    "/offers",
                    "{" + job(whose) + ",\"hold\":\"PT%dM\"}".formatted(1 + random.nextInt(59)));
            remember(actor, result);
            return outcome(result.at("/offers/0/reservation").isMissingNode() ? "ask" : "hold", result);
        }
        if (choice == 6) {
            return outcome("queue", sent(actor, "POST", "/reservations", "{" + request(whose) + ",\"queued\":true}"));
        }
        if (choice == 7) {
            return ofMany(actor, whose);
        }
        if (choice == 8 && !offers.getOrDefault(actor, List.of()).isEmpty()) {
            List<String> made = offers.get(actor);
            String offer = made.remove(random.nextInt(made.size()));
            return outcome("take", sent(actor, "POST", "/reservations", "{\"offer\":\"" + offer + "\"}"));
        }
        if (choice == 9 || (choice == 10 && plans.isEmpty())) {
            return random.nextInt(4) == 0 ? provision(whose) : workflow(whose);
        }
        if (choice == 10 && !plans.isEmpty()) {
            return task();
        }
        if (choice == 11) {
            return servers();
        }
        if (choice == 12 && !plans.isEmpty()) {
            return task();
        }
        if (choice == 13 && random.nextInt(4) == 0) {
            quota(whose, 3 + random.nextInt(9), whose.equals("ana") ? 6 : 48);
            acting = "olga";
            return "quota";
        }
        if (mine.isEmpty()) {
            return "nothing";
        }
        // What runs is where most holes were.
        List<QuotaModel.Taken> running =
                mine.stream().filter(each -> each.state.equals("running")).toList();
        List<QuotaModel.Taken> some = running.isEmpty() || random.nextInt(3) == 0 ? mine : running;
        QuotaModel.Taken one = some.get(random.nextInt(some.size()));
        String path = "/reservations/" + one.id;
        if (one.state.equals("held") && random.nextBoolean()) {
            return outcome("confirm", sent(actor, "POST", path + "/confirm", ""));
        }
        if (one.state.equals("running") && random.nextBoolean()) {
            String policy = List.of("extend-if-free", "push", "migrate", "kill").get(random.nextInt(4));
            return random.nextInt(4) == 0
                    ? outcome("finish", sent(actor, "POST", path + "/finish", ""))
                    : outcome(
                            "overrun-" + policy,
                            asForetold(
                                    actor,
                                    path + "/overrun",
                                    "\"more\":\"PT%dM\",\"policy\":\"%s\""
                                            .formatted(1 + random.nextInt(random.nextBoolean() ? 20 : 400), policy)));
        }
        if (random.nextInt(4) == 0) {
            return outcome("cancel", sent(actor, "DELETE", path, ""));
        }
        return change(actor, one, path);
    }

    private void remember(String actor, Result result) {
        if (result.response().statusCode() == 200) {
            result.at("/offers")
                    .forEach(offer -> offers.computeIfAbsent(actor, absent -> new ArrayList<>())
                            .add(offer.path("id").asText()));
        }
    }

    private String change(String actor, QuotaModel.Taken one, String path) {
        String kind = List.of("extend", "shrink", "move", "fix", "relax").get(random.nextInt(5));
        if (kind.equals("extend") && one.parts.size() > 10) {
            return "leave it";
        }
        String more = switch (kind) {
            case "extend" -> ",\"work\":\"PT%dM\"".formatted(1 + random.nextInt(120));
            case "shrink" ->
                random.nextBoolean() ? ",\"work\":\"PT%dM\"".formatted(1 + random.nextInt(60)) : ",\"servers\":1";
            case "move" -> ",\"by\":\"PT%dM\"".formatted(random.nextInt(240) - 60);
            case "relax" ->
                ",\"deadline\":\""
                        + Instant.ofEpochMilli(service.clock.millis()).plus(Duration.ofDays(2)) + "\"";
            default -> "";
        };
        return outcome(kind, asForetold(actor, path + "/changes", "\"kind\":\"" + kind + "\"" + more));
    }

    /** Does something for which there is a dry run, which must be answered alike. */
    private Result asForetold(String actor, String path, String body) {
        Result told = service.send(actor, "POST", path, "{" + body + ",\"dryRun\":true}");
        Result done = sent(actor, "POST", path, "{" + body + "}");
        assertThat(told.response().statusCode())
                .as("%s %s: %s, then %s", path, body, told.json(), done.json())
                .isEqualTo(done.response().statusCode());
        if (done.response().statusCode() >= 300) {
            assertThat(told.text("detail")).as(path + " " + body).isEqualTo(done.text("detail"));
        } else {
            assertThat(told.at("/quote")).as(path + " " + body).isEqualTo(done.at("/quote"));
        }
        return done;
    }

    /** A plan on paper, and what came of booking it: the price, the limit in its way, or what else is. */
    private static void assertForetold(Result paper, Result booked) {
        String both = paper.json() + ", then " + booked.json();
        if (paper.response().statusCode() == 200 && !paper.json().has("reason")) {
            boolean isRefused = paper.json().has("limit");
            assertThat(booked.response().statusCode()).as(both).isEqualTo(isRefused ? 403 : 201);
            assertThat(isRefused ? paper.at("/limit/detail") : paper.at("/price"))
                    .as(both)
                    .isEqualTo(booked.at(isRefused ? "/detail" : "/quote/after"));
        } else {
            assertThat(booked.response().statusCode()).as(both).isGreaterThanOrEqualTo(300);
        }
    }

    /** A job that is for now, or for later; for a time, or for work in any pool. */
    private String job(String user) {
        String amount = "PT" + (10 + random.nextInt(80)) + "M";
        String shape = switch (random.nextInt(4)) {
            case 0 -> "\"work\":\"" + amount + "\",\"servers\":1,\"mostServers\":" + (1 + random.nextInt(4));
            case 1 -> "\"stay\":\"" + amount + "\",\"servers\":" + (1 + random.nextInt(2));
            default -> "\"work\":\"" + amount + "\",\"servers\":" + (1 + random.nextInt(2));
        };
        return named(user) + "," + shape + "," + times();
    }

    private String request(String user) {
        String shape = random.nextBoolean() ? "stay" : "work";
        String pool = List.of("", ",\"pool\":\"fast\"", ",\"pool\":\"slow\"").get(random.nextInt(3));
        return named(user)
                + ",\"%s\":\"PT%dM\",\"servers\":%d%s,"
                        .formatted(shape, 10 + random.nextInt(100), 1 + random.nextInt(3), pool)
                + times();
    }

    private static String named(String user) {
        return "\"name\":\"job\",\"user\":\"" + user + "\"";
    }

    private String times() {
        Instant now = Instant.ofEpochMilli(service.clock.millis());
        Instant ready = now.plus(Duration.ofMinutes(random.nextInt(2) == 0 ? random.nextInt(600) : 0));
        return "\"ready\":\"%s\",\"deadline\":\"%s\"".formatted(ready, ready.plus(Duration.ofMinutes(400)));
    }

    private String ofMany(String actor, String whose) {
        if (!series.isEmpty() && random.nextBoolean()) {
            String one = series.remove(random.nextInt(series.size()));
            return outcome("cancel-series", sent("olga", "DELETE", "/series/" + one, ""));
        }
        String mode = random.nextBoolean() ? "all-or-nothing" : "best-possible";
        Result result = sent(
                actor,
                "POST",
                "/reservations",
                "{" + job(whose)
                        + ",\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=%d\",\"zone\":\"UTC\",\"mode\":\"%s\"}}"
                                .formatted(2 + random.nextInt(3), mode));
        if (result.response().statusCode() == 201) {
            series.add(result.text("series"));
        }
        return outcome("series", result);
    }

    private String workflow(String owner) {
        if (!plans.isEmpty() && random.nextInt(3) == 0) {
            String plan = plans.remove(random.nextInt(plans.size()));
            return outcome("cancel-plan", sent("olga", "DELETE", "/plans/" + plan, ""));
        }
        // Minutes in place of seconds.
        String workflow = WorkflowsTest.DIAMOND.replace("0}", "00}").replace("0,\"after", "00,\"after");
        String id = service.upload(owner, workflow.getBytes(StandardCharsets.UTF_8))
                .is(201)
                .text("id");
        String deadline = Instant.ofEpochMilli(service.clock.millis())
                .plus(Duration.ofMinutes(60 + random.nextInt(600)))
                .toString();
        String body = "{\"deadline\":\"" + deadline + "\"}";
        Result paper = service.send(owner, "POST", "/workflows/" + id + "/plan", body);
        Result result = sent(owner, "POST", "/workflows/" + id + "/book", body);
        assertForetold(paper, result);
        if (result.response().statusCode() == 201) {
            plans.add(result.text("plan"));
        }
        return outcome("plan", result);
    }

    private String task() {
        String plan = plans.get(random.nextInt(plans.size()));
        String owner = service.get("olga", "/plans/" + plan).is(200).text("user");
        String event = List.of("finished", "failed", "overrun").get(random.nextInt(3));
        String then = List.of("replan", "release", "keep").get(random.nextInt(3));
        String more = event.equals("overrun") ? ",\"more\":\"PT%dM\"".formatted(1 + random.nextInt(60)) : "";
        String body = "{\"event\":\"%s\",\"then\":\"%s\"%s}".formatted(event, then, more);
        String task = List.of("a", "b", "c", "d").get(random.nextInt(4));
        return outcome("task-" + event, sent(owner, "POST", "/plans/" + plan + "/tasks/" + task, body));
    }

    private String provision(String owner) {
        if (!provisions.isEmpty() && random.nextBoolean()) {
            String one = provisions.remove(random.nextInt(provisions.size()));
            return outcome("cancel-provision", sent("olga", "DELETE", "/provisions/" + one, ""));
        }
        String id = service.upload(owner, ProvisioningTest.FORK.getBytes(StandardCharsets.UTF_8))
                .is(201)
                .text("id");
        String search = service.send(
                        owner,
                        "POST",
                        "/workflows/" + id + "/provision",
                        "{\"limit\":\"PT0.2S\",\"population\":4,\"iterations\":1}")
                .is(202)
                .text("search");
        for (int tries = 0; tries < 2000 && isUnderWay(owner, search); tries++) {
            pause();
        }
        Result paper = service.get(owner, "/searches/" + search + "/plan?alpha=0.5");
        Result result = sent(owner, "POST", "/searches/" + search + "/book", "{\"alpha\":\"0.5\"}");
        assertForetold(paper, result);
        if (result.response().statusCode() == 201) {
            provisions.add(result.text("provision"));
        }
        return outcome("provision", result);
    }

    private boolean isUnderWay(String owner, String search) {
        return service.get(owner, "/searches/" + search).is(200).text("state").matches("waiting|searching");
    }

    private static void pause() {
        try {
            Thread.sleep(5);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Fails or restores servers, as an operator. */
    private String servers() {
        acting = "olga";
        String pool = random.nextBoolean() ? "fast" : "slow";
        String all = pool.equals("fast") ? "[0,1]" : "[0,1,2,3]";
        if (random.nextInt(3) > 0) {
            return outcome(
                    "restore",
                    service.send("olga", "POST", "/pools/" + pool + "/restore", "{\"servers\":" + all + "}"));
        }
        String path = "/pools/" + pool + "/fail";
        Result told = service.send("olga", "POST", path, "{\"servers\":[0],\"dryRun\":true}");
        Result done = service.send("olga", "POST", path, "{\"servers\":[0]}");
        for (String who : List.of("moved", "degraded", "displaced", "affected")) {
            assertThat(told.json().path(who)).as(who).isEqualTo(done.json().path(who));
        }
        return outcome("fail", done);
    }
}
