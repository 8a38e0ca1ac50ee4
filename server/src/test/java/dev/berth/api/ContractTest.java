package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static dev.berth.api.TestService.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.TestService.Result;
import dev.berth.server.ApiServer;
import dev.berth.server.SiteWatch;
import dev.berth.service.account.Keys;
import dev.berth.site.Site;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Walks through the whole API; {@link TestService} holds every answer against openapi.yaml. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContractTest {
    private static final String TEN = "2026-11-16T10:00:00Z";
    private static final String NOON = "2026-11-16T12:00:00Z";

    private TestService service;

    @BeforeAll
    void start(@TempDir Path data) {
        service = new TestService(data);
    }

    @AfterAll
    void everyOperationWasAnsweredWell() {
        Set<String> answered = service.contract.seen().stream()
                .filter(each -> each.matches(".* 20[0-9]"))
                .map(each -> each.substring(0, each.length() - 4))
                .collect(Collectors.toCollection(TreeSet::new));
        answered.add("GET /events"); // EventsTest: a stream does not end
        // RunTest: they take a clock that moves
        answered.add("POST /reservations/{id}/finish");
        answered.add("POST /reservations/{id}/overrun");
        answered.add("GET /reservations/{id}/follow"); // FollowTest
        answered.add("POST /instances/{instance}/drain"); // DrainTest: it takes several instances
        answered.add("POST /servers/{server}/drain");
        answered.add("POST /mcp"); // McpTest
        answered.add("GET /cluster"); // ClusterTest: it takes a cluster
        answered.add("POST /cluster/release"); // the same
        answered.add("GET /sites"); // BrokerSitesTest: it takes a broker and sites
        answered.add("GET /deals"); // DealsTest: it takes a broker and sites
        answered.add("POST /deals"); // DealsTest: the same
        answered.add("GET /deals/{deal}"); // DealsTest: the same
        answered.add("DELETE /deals/{deal}"); // DealsTest: the same
        // RunsTest: they take a reservation that runs
        answered.add("POST /reservations/{id}/run");
        answered.add("POST /reservations/{id}/run/beat");
        answered.add("POST /reservations/{id}/run/end");
        // UseTest: the same
        answered.add("POST /reservations/{id}/run/use");
        answered.add("GET /reservations/{id}/use");
        answered.add("POST /reservations/{id}/keep");
        // OpportunistsTest: they take a job that has servers
        answered.add("POST /opportunists/{opportunist}/run");
        answered.add("POST /opportunists/{opportunist}/run/beat");
        answered.add("POST /opportunists/{opportunist}/run/end");
        answered.add("POST /plans/{plan}/tasks/{task}"); // PlansTest: the same
        answered.addAll(Set.of( // ProjectsTest
                "GET /projects",
                "POST /projects",
                "GET /projects/{project}",
                "PATCH /projects/{project}",
                "PUT /projects/{project}/members/{name}",
                "DELETE /projects/{project}/members/{name}",
                "PUT /projects/{project}/staff/{name}", // PeopleTest
                "DELETE /projects/{project}/staff/{name}",
                "POST /reservations/{id}/guests",
                "DELETE /reservations/{id}/guests",
                "POST /reservations/{id}/give"));
        // They take a provider, a mail server or somebody who listens.
        answered.addAll(Set.of(
                "GET /sign-in/openid/{name}", // OpenIdSignInTest
                "GET /sign-in/openid/{name}/callback",
                "PATCH /notices", // MailNoticesTest
                "POST /notices/confirm",
                "POST /notices/unsubscribe/{secret}",
                "GET /notices/queue",
                "POST /notices/queue/resend",
                "GET /accounts/{name}/notices",
                "DELETE /accounts/{name}/notices",
                "POST /webhooks", // WebhooksTest
                "POST /webhooks/{webhook}/test",
                "DELETE /webhooks/{webhook}",
                "GET /webhooks/{webhook}/failures",
                "POST /webhooks/{webhook}/resend"));
        service.close();
        assertThat(answered).isEqualTo(service.contract.operations());
    }

    @Test
    void endpointsAndDocumentAgree() {
        Site site = service.server.site();
        try (SiteWatch watch = SiteWatch.start(site, TestService.usual());
                ApiServer front = ApiServer.open(site, TestService.usual(), Keys.of(site), watch)) {
            Set<String> served = front.endpoints().stream()
                    .map(endpoint -> endpoint.method() + " " + endpoint.path())
                    .collect(Collectors.toSet());
            assertThat(served).isEqualTo(service.contract.operations());
        }
    }

    @Test
    void servers() {
        for (String instances : List.of("/instances", "/servers")) {
            String only = service.get("vera", instances).is(200).text("leader");
            service.send("olga", "POST", instances + "/" + only + "/resume", "").is(200);
            service.send("olga", "POST", instances + "/" + only + "/drain", "")
                    .is(409)
                    .code("only-server");
            service.send("olga", "POST", instances + "/nobody/drain", "")
                    .is(404)
                    .code("not-found");
        }
    }

    @Test
    void pools() {
        service.get("vera", "/pools").is(200);
        String tariff = """
                {"base":"1.20","flexibility":"0.2","lead":"0.1","fullLead":"P7D","surcharge":"0.5","penalty":"0.3","incentive":"0.1"}""";
        service.send("olga", "POST", "/pools", """
                {"name":"gpu box","servers":3,"rate":"0.8","attributes":{"gpu":"h100"},"tariff":%s}""".formatted(tariff)).is(201);
        service.send("olga", "POST", "/pools", "{\"name\":\"gpu box\",\"servers\":3,\"rate\":\"0.8\"}")
                .is(409)
                .code("duplicate-pool");
        assertThat(service.get("ana", "/pools/gpu%20box")
                        .is(200)
                        .at("/tariff/base")
                        .asText())
                .isEqualTo("1.20");
        service.get("ana", "/pools/none").is(404).code("unknown-pool");
        service.send("olga", "PUT", "/pools/gpu%20box/tariff", "{\"base\":\"2\"}")
                .is(200);
        service.send("olga", "PUT", "/pools/none/tariff", "{\"base\":\"2\"}").is(404);
        service.send("olga", "PUT", "/pools/gpu%20box/tariff", "{\"base\":\"-2\",\"penalty\":\"2\",\"lead\":\"0.1\"}")
                .is(422);
        Result more = service.send(
                        "olga", "POST", "/pools/gpu%20box/servers", "{\"count\":2,\"from\":\"" + NOON + "\"}")
                .is(200);
        assertThat(more.at("/servers").asInt()).isEqualTo(5);
        assertThat(more.at("/outages").size()).isEqualTo(2);
        service.send("olga", "POST", "/pools/gpu%20box/servers", "{\"count\":0}")
                .is(422);
        service.send("olga", "POST", "/pools", "{\"name\":\"dgx1\",\"servers\":4,\"rate\":\"1\",\"unit\":\"gpu\"}")
                .is(201);
        service.send(
                        "olga",
                        "POST",
                        "/reservations",
                        "{\"name\":\"joins\",\"servers\":2,\"stay\":\"PT1H\",\"deadline\":\"%s\",".formatted(NOON)
                                + "\"pool\":\"dgx1\"}")
                .is(201);
        service.send(
                        "olga",
                        "POST",
                        "/pools/dgx/join",
                        "{\"from\":[\"dgx1\"],\"parts\":{\"cores\":16},\"dryRun\":true}")
                .is(200);
        service.send("olga", "POST", "/pools/dgx/join", "{\"from\":[\"dgx1\",\"gpu box\"]}")
                .is(409)
                .code("cannot-join");
        service.send("olga", "POST", "/pools/dgx/join", "{\"from\":[]}").is(422);
        service.send("olga", "POST", "/pools/dgx/join", "{\"from\":[\"nowhere\"]}")
                .is(404);
        service.send("olga", "POST", "/pools/dgx/join", "{\"from\":[\"dgx1\"],\"parts\":{\"cores\":16}}")
                .is(200);
        service.send("olga", "POST", "/pools/dgx1/restore", "{\"servers\":[0]}")
                .is(409)
                .code("pool-joined");
        service.send("olga", "POST", "/pools/gpu%20box/drain", "{\"servers\":[0],\"dryRun\":true}")
                .is(200);
        service.send("olga", "POST", "/pools/gpu%20box/drain", "{\"servers\":[0],\"from\":\"%s\"}".formatted(NOON))
                .is(200);
        service.send("olga", "POST", "/pools/gpu%20box/drain", "{\"servers\":[0]}")
                .is(409)
                .code("out-of-service");
        service.send("olga", "POST", "/pools/gpu%20box/drain", "{\"servers\":[99]}")
                .is(409)
                .code("unknown-server");
        service.send("olga", "POST", "/pools/gpu%20box/drain", "{\"servers\":[0],\"to\":\"2020-01-01T00:00:00Z\"}")
                .is(422);
        service.send("olga", "POST", "/pools/gpu%20box/restore", "{\"servers\":[0]}")
                .is(200);
        service.send("olga", "POST", "/pools/gpu%20box/restore", "{\"servers\":[0]}")
                .is(409)
                .code("in-service");
        service.send("olga", "POST", "/pools/gpu%20box/fail", "{\"servers\":[0]}")
                .is(200);
        service.send("olga", "POST", "/pools/gpu%20box/restore", "{\"servers\":[0]}")
                .is(200);
    }

    @Test
    void hosts() {
        service.send("olga", "POST", "/pools", """
                {"name":"cards","rate":"1","serverList":[{"name":"left","host":"dgx","device":"GPU-a"}]}""").is(201);
        service.send("olga", "POST", "/hosts/dgx/uses", """
                {"devices":["GPU-a"],"uses":[{"devices":["GPU-a"],"user":"eve","pid":8,"process":"python3"}]}""").is(200);
        service.send("olga", "POST", "/hosts/dgx/acts", "{\"act\":\"warn\",\"pid\":8}")
                .is(204);
        service.get("vera", "/sightings").is(200);
        service.send("ana", "POST", "/hosts/dgx/adoptions", """
                {"name":"found","stay":"PT1H","cards":[{"device":"GPU-a","number":0}],"processes":[{"pid":8,"user":"ana","process":"python3"}]}""").is(201);
    }

    @Test
    void workflows() {
        String id = service.upload("ana", WorkflowsTest.DIAMOND.getBytes(StandardCharsets.UTF_8))
                .is(201)
                .text("id");
        String path = "/workflows/" + id;
        service.get("ana", "/workflows").is(200);
        service.get("ana", path).is(200);
        String deadline = WorkflowsTest.by("2026-12-10T00:00:00Z");
        service.send("ana", "POST", path + "/plan", deadline).is(200);
        service.send("ana", "POST", path + "/compare", deadline).is(200);
        service.send("ana", "POST", path + "/book", deadline).is(201);
        service.get("ana", "/plans").is(200);
        service.get("ana", "/requests").is(200);
        service.get("ana", "/plans/w1").is(200);
        service.send("ana", "DELETE", "/plans/w1", "").is(200);
        String search = "/searches/" + ProvisioningTest.booked(service, id);
        service.get("vera", "/slots").is(200);
        service.get("ana", "/searches").is(200);
        service.get("ana", search).is(200);
        service.get("ana", search + "/plan?alpha=0.5").is(200);
        service.send("ana", "POST", search + "/stop", "").is(200);
        service.send("ana", "DELETE", search, "").is(204);
        service.get("ana", "/provisions").is(200);
        service.get("ana", "/provisions/p1").is(200);
        service.send("ana", "DELETE", "/provisions/p1", "").is(200);
        service.send("ana", "DELETE", path, "").is(204);
    }

    @Test
    void bookChangeConfirmCancel() {
        Result booked = service.send("ana", "POST", "/reservations", "{" + job("first") + "}")
                .is(201);
        String id = booked.text("id");
        assertThat(booked.header("Location")).isEqualTo("/api/v1/reservations/" + id);
        Result read = service.get("ana", "/reservations/" + id).is(200);
        assertThat(read.header("ETag")).isEqualTo(booked.header("ETag"));
        // Where it would be faster is said once, when it is booked.
        ObjectNode kept = booked.json().deepCopy();
        assertThat(kept.remove("faster").path("pool").asText()).isEqualTo("fast");
        assertThat(read.json()).isEqualTo(kept);
        service.get("ana", "/reservations/r999").is(404).code("unknown-reservation");
        service.get("ana", "/reservations/17").is(404);
        service.get("ana", "/reservations?summary=true").is(200);
        service.get("ana", "/reservations?ended=true&summary=true").is(200);
        service.get("ana", "/reservations?user=me&limit=1&state=waiting&from=" + TEN)
                .is(200);
        service.get("ana", "/reservations?limit=0&state=x&from=y&after=z&series=q&what=1")
                .is(422);

        String path = "/reservations/" + id;
        Result quote = service.send("ana", "POST", path + "/changes", "{\"kind\":\"fix\",\"dryRun\":true}")
                .is(200);
        assertThat(quote.at("/quote/fee").asText()).isEqualTo("0.00");
        service.send(
                        "ana",
                        "POST",
                        path + "/changes",
                        "{\"kind\":\"extend\",\"work\":\"PT30M\"}",
                        "If-Match",
                        booked.header("ETag"))
                .is(200);
        service.send("ana", "POST", path + "/changes", "{\"kind\":\"fix\"}", "If-Match", booked.header("ETag"))
                .is(412)
                .code("changed-since");
        service.send("ana", "DELETE", path, "", "If-Match", booked.header("ETag"))
                .is(412);
        service.send("ana", "POST", path + "/changes", "{\"kind\":\"shrink\",\"work\":\"PT15M\"}", "If-Match", "*")
                .is(200);
        service.send("ana", "POST", path + "/changes", "{\"kind\":\"relax\",\"deadline\":\"2026-11-17T20:00:00Z\"}")
                .is(200);
        service.send("ana", "POST", path + "/changes", "{\"kind\":\"move\",\"by\":\"PT10M\"}")
                .is(200);
        service.send("ana", "POST", path + "/changes", "{\"kind\":\"relax\",\"deadline\":\"2026-11-16T09:00:00Z\"}")
                .is(409);
        service.send("ana", "POST", path + "/changes", "{\"kind\":\"move\"}").is(422);
        service.send("ana", "POST", path + "/changes", "{\"kind\":\"shrink\"}").is(422);
        service.send("ana", "POST", path + "/changes", "{\"kind\":\"fix\",\"by\":\"PT1H\"}")
                .is(422);
        service.send("ana", "POST", path + "/confirm", "").is(409).code("not-held");
        assertThat(service.send("ana", "DELETE", path + "?dryRun=true", "")
                        .is(200)
                        .at("/dryRun")
                        .asBoolean())
                .isTrue();
        service.send("ana", "DELETE", path + "?dryRun=maybe", "").is(422);
        service.send("ana", "DELETE", path, "").is(200);
        service.send("ana", "DELETE", path, "").is(404);
    }

    @Test
    void offersAndHolds() {
        Result offers = service.send(
                        "ana", "POST", "/offers", "{" + job("offered") + ",\"wish\":{\"most\":5,\"by\":\"start\"}}")
                .is(200);
        assertThat(offers.at("/offers/0/family").asText()).isEqualTo("as-asked");
        String offer = offers.at("/offers/0/id").asText();
        service.send("ben", "POST", "/reservations", "{\"offer\":\"" + offer + "\"}")
                .is(404)
                .code("unknown-offer");
        service.send("ana", "POST", "/reservations", "{\"offer\":\"" + offer + "\"}")
                .is(201);
        Result held = service.send("ana", "POST", "/offers", "{" + job("held") + ",\"hold\":\"PT5M\"}")
                .is(200);
        String id = held.at("/offers/0/reservation").asText();
        assertThat(service.get("ana", "/reservations/" + id).is(200).text("state"))
                .isEqualTo("held");
        service.send("ana", "POST", "/reservations/" + id + "/confirm", "").is(200);
        service.send("ana", "POST", "/offers", "{" + job("held") + ",\"hold\":\"PT5H\",\"wish\":{\"most\":0}}")
                .is(422);
        Result none = service.send(
                        "ana",
                        "POST",
                        "/offers",
                        "{\"name\":\"much\",\"stay\":\"PT1H\",\"servers\":99,\"deadline\":\"" + NOON + "\"}")
                .is(200);
        assertThat(none.at("/refusal/code").asText()).isEqualTo("too-many-servers");
    }

    @Test
    void aRefusalComesWithOffersThatCanBeBooked() {
        service.send(
                        "ben",
                        "POST",
                        "/reservations",
                        "{" + exactly("full", "2026-11-20T10:00:00Z", "2026-11-20T12:00:00Z", 2) + "}")
                .is(201);
        Result refused = service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + exactly("late", "2026-11-20T10:00:00Z", "2026-11-20T12:00:00Z", 1) + "}")
                .is(409)
                .code("no-capacity");
        assertThat(refused.at("/numbers/deadline").asText()).isEqualTo("2026-11-20T12:00:00Z");
        assertThat(refused.text("detail")).contains("2026-11-20T10:00:00Z").doesNotContainPattern("[0-9]{13}");
        String offer = refused.at("/offers/0/id").asText();
        Result booked = service.send("ana", "POST", "/reservations", "{\"offer\":\"" + offer + "\"}")
                .is(201);
        assertThat(booked.text("start")).isEqualTo(refused.at("/offers/0/start").asText());
        service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + exactly("none", "2026-11-20T10:00:00Z", "2026-11-20T12:00:00Z", 1)
                                + ",\"wish\":{\"most\":0}}")
                .is(409);
    }

    @Test
    void asks() {
        String id = service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + exactly("asked", "2026-12-11T08:00:00Z", "2026-12-11T09:00:00Z", 1) + "}")
                .is(201)
                .text("id");
        String body = "{\"reservation\":\"%s\",\"deadline\":\"2026-12-11T12:00:00Z\"}".formatted(id);
        String first =
                "/asks/" + service.send("olga", "POST", "/asks", body).is(201).text("id");
        service.get("ana", "/asks?state=open&limit=1").is(200);
        service.get("ana", first).is(200);
        service.send("ana", "POST", first + "/decline", "").is(200);
        String second =
                "/asks/" + service.send("olga", "POST", "/asks", body).is(201).text("id");
        service.send("olga", "DELETE", second, "").is(200);
        String third =
                "/asks/" + service.send("olga", "POST", "/asks", body).is(201).text("id");
        String tag = service.get("ana", third).is(200).header("ETag");
        service.send("ana", "POST", third + "/accept", "", "If-Match", "\"other\"")
                .is(412)
                .code("changed-since");
        service.send("ana", "POST", third + "/decline", "", "If-Match", "\"other\"")
                .is(412);
        service.send("olga", "DELETE", third, "", "If-Match", "\"other\"").is(412);
        service.send("ana", "POST", third + "/accept", "", "If-Match", tag).is(200);
        service.send("ana", "POST", third + "/accept", "", "If-Match", tag)
                .is(412)
                .code("changed-since");
        service.send("ana", "POST", third + "/accept", "").is(409).code("ask-over");
    }

    @Test
    void waiting() {
        String job = exactly("listed", "2026-12-13T08:00:00Z", "2026-12-13T09:00:00Z", 1);
        String body = "{\"job\":{%s},\"until\":\"2026-12-12T00:00:00Z\"}".formatted(job);
        Result first = service.send("ana", "POST", "/waiting", body);
        while (first.response().statusCode() == 201) {
            first = service.send("ana", "POST", "/waiting", body);
        }
        String path = "/waiting/" + first.is(202).text("id");
        service.get("ana", "/waiting?state=open&limit=1").is(200);
        service.get("ana", path).is(200);
        service.get("ben", path).is(403);
        service.get("ana", "/waiting/e99").is(404);
        service.send("ana", "POST", path + "/decline", "").is(409);
        service.send("ana", "DELETE", path, "").is(200);
        String second = service.send("ana", "POST", "/waiting", body).is(202).text("id");
        String booked = service.get("ana", "/reservations?from=2026-12-13T08:00:00Z&to=2026-12-13T09:00:00Z")
                .is(200)
                .at("/reservations/0/id")
                .textValue();
        service.send("olga", "DELETE", "/reservations/" + booked, "").is(200);
        service.send("ana", "POST", "/waiting/" + second + "/decline", "").is(200);
        service.send("ana", "POST", "/waiting", "{}").is(422);
    }

    @Test
    void series() {
        String recurrence = ",\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=3\",\"zone\":\"Europe/Zurich\"}}";
        Result made = service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + exactly("course", "2026-12-01T08:00:00Z", "2026-12-01T09:00:00Z", 1) + recurrence)
                .is(201);
        String path = "/series/" + made.text("series");
        assertThat(made.at("/occurrences").size()).isEqualTo(3);
        service.get("ana", path).is(200);
        service.get("ben", path).is(403);
        service.get("ana", "/series/s99").is(404);
        service.get("ana", "/reservations?series=" + made.text("series")).is(200);
        Result skipped = service.send("ana", "POST", path + "/skip", "{\"occurrence\":\"2026-12-02T08:00:00Z\"}")
                .is(200);
        assertThat(skipped.at("/occurrences/1/state").asText()).isEqualTo("skipped");
        service.send("ana", "POST", path + "/skip", "{\"occurrence\":\"2026-12-02T07:00:00Z\"}")
                .is(422);
        String one = made.at("/occurrences/0/reservation/id").asText();
        service.send("ana", "DELETE", "/reservations/" + one, "").is(200);
        assertThat(service.get("ana", path).at("/occurrences/0/state").asText()).isEqualTo("gone");
        assertThat(service.send("ana", "DELETE", path, "")
                        .is(200)
                        .at("/occurrences/2/state")
                        .asText())
                .isEqualTo("skipped");
    }

    @Test
    void aSeriesIsAllOrNothingUnlessToldOtherwise() {
        service.send(
                        "ben",
                        "POST",
                        "/reservations",
                        "{" + exactly("full", "2027-01-02T08:00:00Z", "2027-01-02T09:00:00Z", 2) + "}")
                .is(201);
        String job = "{" + exactly("course", "2027-01-01T08:00:00Z", "2027-01-01T09:00:00Z", 1)
                + ",\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=3\",\"zone\":\"UTC\",\"mode\":\"%s\"}}";
        int before =
                service.get("ana", "/reservations?user=me").at("/reservations").size();
        service.send("ana", "POST", "/reservations", job.formatted("all-or-nothing"))
                .is(409);
        assertThat(service.get("ana", "/reservations?user=me")
                        .at("/reservations")
                        .size())
                .isEqualTo(before);
        Result best = service.send("ana", "POST", "/reservations", job.formatted("best-possible"))
                .is(201);
        assertThat(best.at("/occurrences/1/state").asText()).isEqualTo("refused");
        assertThat(best.at("/occurrences/1/refusal/code").asText()).isEqualTo("no-capacity");
        String none = "{" + exactly("course", "2027-01-02T08:00:00Z", "2027-01-02T09:00:00Z", 1)
                + ",\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=1\",\"zone\":\"UTC\",\"mode\":\"best-possible\"}}";
        service.send("ana", "POST", "/reservations", none).is(409);
    }

    /** {@link RunTest} has what happens when it does run. */
    @Test
    void whatDoesNotRun_neitherFinishesNorOverruns() {
        String path = "/reservations/"
                + service.send(
                                "ana",
                                "POST",
                                "/reservations",
                                "{" + exactly("still", "2026-11-26T10:00:00Z", "2026-11-26T12:00:00Z", 1) + "}")
                        .is(201)
                        .text("id");
        service.send("ana", "POST", path + "/finish", "").is(409).code("not-started");
        service.send("ana", "POST", path + "/overrun", "{\"more\":\"PT1H\"}")
                .is(409)
                .code("not-running");
        service.send("ana", "POST", path + "/run", "{\"runner\":\"x\",\"host\":\"h\",\"command\":\"c\"}")
                .is(409)
                .code("not-running");
        service.get("ana", "/runs").is(200);
        service.get("ana", "/losses").is(200);
        service.send("olga", "POST", "/pools/fast/fail", "{\"servers\":[99]}").is(409);
    }

    @Test
    void opportunists() {
        String id = service.send(
                        "ana", "POST", "/opportunists", "{\"name\":\"sweep\",\"work\":\"PT4H\",\"pool\":\"fast\"}")
                .is(201)
                .text("id");
        service.get("ana", "/opportunists?open=true").is(200);
        service.get("ana", "/opportunists/" + id).is(200);
        service.get("ana", "/opportunists/" + id + "/follow").is(200);
        service.send("ana", "DELETE", "/opportunists/" + id, "").is(200);
        service.get("ana", "/opportunists/o99").is(404).code("unknown-opportunist");
        service.send("ana", "POST", "/opportunists", "{\"name\":\"wide\",\"servers\":99}")
                .is(409)
                .code("too-many-servers");
    }

    @Test
    void whatIfKeepsNothing() {
        String id = service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + exactly("mine", "2026-11-25T10:00:00Z", "2026-11-25T12:00:00Z", 2) + "}")
                .is(201)
                .text("id");
        String same = "{\"kind\":\"reserve\",\"job\":{"
                + exactly("again", "2026-11-25T10:00:00Z", "2026-11-25T12:00:00Z", 2) + "}}";
        String commands =
                "{\"commands\":[" + same + ",{\"kind\":\"cancel\",\"reservation\":\"" + id + "\"}," + same + "]}";
        byte[] before = service.server.site().snapshot();
        Result decided = service.send("ana", "POST", "/whatif", commands).is(200);
        assertThat(service.server.site().snapshot()).isEqualTo(before);
        assertThat(decided.at("/decisions/0/accepted").asBoolean()).isFalse();
        assertThat(decided.at("/decisions/1/accepted").asBoolean()).isTrue();
        assertThat(decided.at("/decisions/2/accepted").asBoolean()).isTrue();
        service.send("ben", "POST", "/whatif", commands).is(403);
        String pools = """
                {"commands":[{"kind":"add-pool","pool":{"name":"p","servers":1,"rate":"1"}},
                {"kind":"add-servers","pool":"p","count":2},{"kind":"drain","pool":"p","servers":[0]},
                {"kind":"restore","pool":"p","servers":[0]},
                {"kind":"change","reservation":"%s","change":{"kind":"fix"}},{"kind":"confirm","reservation":"%s"}]}""".formatted(id, id);
        assertThat(service.send("olga", "POST", "/whatif", pools)
                        .is(200)
                        .at("/decisions")
                        .size())
                .isEqualTo(6);
        service.send("ana", "POST", "/whatif", pools).is(403);
        service.send(
                        "ana",
                        "POST",
                        "/whatif",
                        "{\"commands\":[{\"kind\":\"cancel\",\"reservation\":\"r9999\"},{\"kind\":\"x\"},3]}")
                .is(422);
        service.send("ana", "POST", "/whatif", "{\"commands\":[{\"kind\":\"cancel\",\"reservation\":\"r9999\"}]}")
                .is(422);
    }

    @Test
    void words_becomeABooking() {
        String asked = "{\"text\":\"%s\",\"zone\":\"%s\"}";
        Result read = service.send(
                        "ana",
                        "POST",
                        "/words",
                        asked.formatted("2 servers on fast on 2026-12-03 9am to 5pm, at most 500", "Europe/Zurich"))
                .is(200);
        assertThat(read.at("/job/stay").asText()).isEqualTo("PT8H");
        assertThat(read.at("/job/ready").asText()).isEqualTo("2026-12-03T08:00:00Z");
        assertThat(read.at("/job/name").asText()).startsWith("ana-");
        assertThat(read.at("/unclear")).isEmpty();
        assertThat(read.text("understood"))
                .containsSubsequence(
                        "2 servers of pool fast",
                        "2026-12-03 09:00",
                        "2026-12-03 17:00",
                        "8 hours",
                        "500 (Europe/Zurich)");
        service.send("ana", "POST", "/reservations", read.at("/job").toString()).is(201);
        Result series = service.send(
                        "ana",
                        "POST",
                        "/words",
                        asked.formatted("1 server on slow every day 3:00 to 4:00, 2 times", "Europe/Zurich"))
                .is(200);
        service.send("ana", "POST", "/reservations", series.at("/job").toString())
                .is(201);
        Result vague = service.send("ana", "POST", "/words", asked.formatted("2 servers quickly", "UTC"))
                .is(200);
        assertThat(vague.at("/unclear/0/words").asText()).isEqualTo("quickly");
        assertThat(vague.at("/unclear/0/word").asInt()).isEqualTo(3);
        assertThat(vague.at("/missing")).hasSize(1);
        service.send("ana", "POST", "/words", asked.formatted("a".repeat(501), "UTC"))
                .is(422);
        service.send("ana", "POST", "/words", asked.formatted("2 servers", "Mars/Olympus"))
                .is(422);
    }

    @Test
    void timetableCalendarAndTheRest() {
        String id = service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + exactly("seen", "2026-11-28T10:00:00Z", "2026-11-28T12:00:00Z", 1) + "}")
                .is(201)
                .text("id");
        String range = "/timetable?from=2026-11-28T09:00:00Z&to=2026-11-28T13:00:00Z&pool=fast";
        Result byPool = service.get("vera", range).is(200);
        assertThat(byPool.at("/pools/0/free/1/servers").asInt()).isEqualTo(1);
        assertThat(byPool.at("/pools/0/free/2/servers").asInt()).isEqualTo(2);
        assertThat(byPool.at("/pools/0/windows/0").has("user")).isFalse();
        Result byServer = service.get("ana", range + "&by=server").is(200);
        assertThat(byServer.at("/pools/0/windows/0/serverNumbers").size()).isEqualTo(1);
        assertThat(byServer.at("/pools/0/windows/0/reservation").asText()).isEqualTo(id);
        service.get("ana", "/timetable").is(200);
        service.get("ana", "/timetable?pool=none").is(404);
        service.get("ana", "/timetable?to=2020-01-01T00:00:00Z&by=week").is(422);

        assertThat(service.get("ana", "/calendar/me.ics").is(200).response().body())
                .contains("SUMMARY:seen");
        service.get("ben", "/calendar/ana.ics").is(403);
        service.get("olga", "/calendar/ana.ics").is(200);
        service.get("olga", "/calendar/nobody.ics").is(404);
        assertThat(service.get("", "/health").is(200).text("status")).isEqualTo("ok");
        service.get("", "/health/live").is(200);
        Result clock = service.get("vera", "/clock").is(200);
        assertThat(clock.at("/stopped").asBoolean()).isFalse();
        service.send("olga", "POST", "/clock/accept", "{\"time\":\"" + clock.text("wall") + "\"}")
                .is(200);
        assertThat(service.get("vera", "/policy").is(200).text("admission")).isEqualTo("replan-wide");
        Result set = service.send("olga", "PUT", "/policy", "{\"policy\":\"earliest\",\"dryRun\":true}")
                .is(200);
        assertThat(set.at("/before/policy").asText()).isNotEqualTo("earliest");
        assertThat(set.at("/askedAgain/compared").asInt()).isPositive();
        service.send("olga", "PUT", "/policy", "{\"policy\":\"ff-hu\"}").is(409);
        service.send("olga", "PUT", "/policy", "{\"policy\":\"nonsense\"}").is(422);
        assertThat(service.get("vera", "/metrics").is(200).response().body())
                .contains("berth_requests_seconds_count{")
                .contains("berth_reservations_open");
        Result audit = service.get("olga", "/audit?limit=1").is(200);
        service.get("olga", "/audit?actor=ana&before=" + audit.text("next")).is(200);
        service.get("olga", "/audit?limit=x").is(422);
        service.get("olga", "/history?step=PT15M").is(200);
        assertThat(service.get("olga", "/history").is(200).at("/stretches").size())
                .isEqualTo(24);
        service.get("olga", "/history?step=PT1M&from=2000-01-01T00:00:00Z&what=1")
                .is(422);
    }

    @Test
    void accountsAndTokens() {
        service.get("admin", "/accounts").is(200);
        String terms = """
                "role":"user","quota":{"serverHours":"10.5","window":"P7D"},"lead":{"least":"PT1H","most":"P30D"}}""";
        service.send("admin", "POST", "/accounts", "{\"name\":\"zoe\"," + terms).is(201);
        service.send("admin", "POST", "/accounts", "{\"name\":\"zoe\"," + terms)
                .is(409)
                .code("duplicate-account");
        service.send("admin", "POST", "/accounts", "{\"name\":\"me\"," + terms).is(422);
        service.send("admin", "PUT", "/accounts/zoe", "{\"role\":\"viewer\"}").is(200);
        service.send(
                        "admin",
                        "PUT",
                        "/accounts/zoe",
                        "{\"role\":\"king\",\"quota\":{\"serverHours\":\"0\",\"window\":\"P900D\"},\"lead\":{\"least\":\"-PT1H\"}}")
                .is(422);
        service.send("admin", "PUT", "/accounts/admin", "{\"role\":\"user\"}")
                .is(409)
                .code("last-administrator");
        service.send("admin", "PUT", "/accounts/nobody", "{\"role\":\"user\"}").is(404);
        assertThat(service.get("ana", "/accounts/me").is(200).text("name")).isEqualTo("ana");
        service.get("ana", "/accounts/ben").is(403);
        Result token = service.send(
                        "admin", "POST", "/tokens", "{\"account\":\"zoe\",\"note\":\"laptop\",\"lifetime\":\"PT1H\"}")
                .is(201);
        service.tokens.put("zoe", token.text("token"));
        assertThat(service.get("zoe", "/tokens").is(200).at("/tokens/0/note").asText())
                .isEqualTo("laptop");
        assertThat(service.get("admin", "/tokens?account=zoe")
                        .is(200)
                        .at("/tokens/0/note")
                        .asText())
                .isEqualTo("laptop");
        service.get("ana", "/tokens?account=zoe").is(403);
        service.get("admin", "/tokens?account=nobody").is(404);
        service.send("ana", "DELETE", "/tokens/" + token.text("id"), "").is(404);
        service.send("zoe", "DELETE", "/tokens/" + token.text("id"), "").is(204);
        service.get("zoe", "/tokens").is(401);
        service.send("ana", "POST", "/tokens", "{\"account\":\"ben\"}").is(403);
        service.send("admin", "POST", "/tokens", "{\"account\":\"nobody\"}").is(404);
        service.send("admin", "DELETE", "/accounts/zoe", "").is(204);
        service.send("admin", "DELETE", "/accounts/zoe", "").is(404);
        service.send("admin", "DELETE", "/accounts/admin", "").is(409);
        service.send("", "POST", "/sign-in", "{\"token\":\"wrong\"}").is(401);
    }

    @Test
    void holds() {
        String group = "/holds/7d9f3a60-5e0c-4c1b-9a53-0b6f6d0c2b11";
        service.get("ana", group).is(404);
        service.send("ana", "PUT", group, "{\"hold\":\"PT5M\",\"jobs\":[{" + job("one") + "},{" + job("two") + "}]}")
                .is(201);
        service.get("ana", group).is(200);
        service.send("ana", "POST", group + "/confirm", "").is(200);
        service.send("ana", "DELETE", group, "").is(409);
        service.send("ana", "DELETE", group + "?undo=true", "").is(200);
    }

    @Test
    void oneselfAndOthers() {
        service.send("admin", "PATCH", "/accounts/vera", "{\"project\":\"physics\"}")
                .is(200);
        service.get("ana", "/series").is(200);
        service.get("ana", "/notices").is(200);
        service.get("ana", "/webhooks").is(200);
        service.get("olga", "/reports/usage").is(200);
        String link = service.send("ana", "POST", "/calendar/link", "").is(201).text("path");
        service.get("ana", "/calendar/link").is(200);
        service.get("", link.replaceFirst("^.*/api/v1", "")).is(200);
        service.send("ana", "DELETE", "/calendar/link", "").is(204);
    }

    @Test
    void sessions() {
        service.send("admin", "POST", "/accounts/zack/invitation", "{\"role\":\"viewer\"}")
                .is(201);
        service.send("ben", "PUT", "/password", "{\"password\":\"correct horse battery\"}")
                .is(204);
        service.get("", "/sign-in/ways").is(200);
        service.get("ben", "/session").is(200);
        String cookie = service.send("ben", "POST", "/session", "").is(204).header("Set-Cookie");
        service.send("", "DELETE", "/session", "", "Cookie", cookie).is(204);
        service.send("ben", "POST", "/session", "").is(204);
        String other =
                service.get("ben", "/sessions").is(200).at("/sessions/0/id").asText();
        service.send("ben", "DELETE", "/sessions/" + other, "").is(204);
        service.send("ben", "DELETE", "/sessions", "").is(204);
    }

    @Test
    void everyWrongFieldIsNamedAtOnce() {
        Result wrong = service.send("ana", "POST", "/reservations", """
                        {"name":"","ready":"tomorrow","servers":"four","work":"PT1H","stay":"PT1H","budget":"1e9","fixAfter":101,
                        "serial":"2","attributes":{"gpu":1},"colour":"red","wish":{"most":99,"by":"luck"}}""").is(422).code("invalid");
        assertThat(wrong.at("/errors").findValuesAsText("field"))
                .contains(
                        "name",
                        "ready",
                        "deadline",
                        "servers",
                        "work",
                        "budget",
                        "fixAfter",
                        "serial",
                        "attributes.gpu")
                .contains("colour", "wish.most", "wish.by");
        service.send("ana", "POST", "/reservations", "{\"offer\":\"x\",\"name\":\"y\"}")
                .is(422);
        service.send("ana", "POST", "/reservations", "{").is(400).code("malformed");
        service.send("ana", "POST", "/reservations", "").is(400);
        service.send("ana", "POST", "/reservations", "{\"name\":\"" + "x".repeat(70_000) + "\"}")
                .is(413);
        service.send("ana", "POST", "/reservations", "{" + job("for ben") + ",\"user\":\"ben\"}")
                .is(403);
        service.send("olga", "POST", "/reservations", "{" + job("for ben") + ",\"user\":\"ben\"}")
                .is(201);
        service.send("olga", "POST", "/reservations", "{" + job("for nobody") + ",\"user\":\"nobody\"}")
                .is(422);
        service.send("ana", "PATCH", "/reservations", "{}").is(405);
        service.get("ana", "/nothing").is(404);
        assertThat(service.get("ana", "/nothing").text("type").toLowerCase(Locale.ROOT))
                .isEqualTo("urn:berth:problem:not-found");
    }
}
