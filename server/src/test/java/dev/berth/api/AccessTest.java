package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Access rights of every role at every endpoint. */
class AccessTest {
    private static final List<String> CALLERS = List.of("", "vera", "ben", "ana", "olga", "admin");

    /**
     * A row for each endpoint, some twice where it matters whose it is. {@code r1}, {@code s1}, {@code w1}, {@code p1},
     * the workflows {@code U} and {@code V} and the search {@code Q} are ana's. Columns:
     * nobody, viewer, another user, the owner, operator, administrator; {@code y} is let in, {@code n} is not.
     */
    private static final String TABLE = """
            GET    /pools                  | nyyyyy |
            POST   /pools                  | nnnnyy | {}
            GET    /pools/fast             | nyyyyy |
            POST   /pools/fast/servers     | nnnnyy | {}
            POST   /pools/fast/join        | nnnnyy | {}
            POST   /pools/fast/drain       | nnnnyy | {}
            POST   /pools/fast/restore     | nnnnyy | {}
            POST   /pools/fast/fail        | nnnnyy | {}
            PUT    /pools/fast/tariff      | nnnnyy | {}
            GET    /sightings              | nyyyyy |
            POST   /hosts/dgx/uses         | nnnnyy | {}
            POST   /hosts/dgx/acts         | nnnnyy | {"act":"warn","pid":1}
            POST   /hosts/dgx/adoptions    | nnyyyy | {}
            POST   /hosts/dgx/adoptions    | nnnnyy | {"name":"x","stay":"PT1H","cards":[{"device":"GPU-a","number":0}],"processes":[{"pid":8,"user":"nobody","process":"x"}]}
            GET    /cluster                | nnnnyy |
            POST   /cluster/release        | nnnnyy | {}
            POST   /offers                 | nnyyyy | {}
            POST   /offers                 | nnnyyy | {JOB,"user":"ana"}
            GET    /reservations           | nyyyyy |
            POST   /reservations           | nnyyyy | {}
            POST   /reservations           | nnnyyy | {JOB,"user":"ana"}
            POST   /reservations           | nnnyyy | {JOB,"user":"ana","queued":true}
            GET    /reservations/r1        | nyyyyy |
            DELETE /reservations/r1?dryRun=true | nnnyyy |
            POST   /reservations/r1/changes | nnnyyy | {"kind":"fix","dryRun":true}
            POST   /reservations/r1/confirm | nnnyyy |
            POST   /reservations/r1/finish | nnnyyy |
            POST   /reservations/r1/guests | nnnyyy | {"remove":["nobody"]}
            DELETE /reservations/r1/guests | nnnyyy |
            POST   /reservations/r1/give   | nnnyyy | {"to":"ben","dryRun":true}
            GET    /reservations/r1/follow | nnnyyy |
            POST   /reservations/r1/overrun | nnnyyy | {"more":"PT1H","dryRun":true}
            POST   /reservations/r1/run    | nnnyyy | {"runner":"x","host":"h","command":"c"}
            POST   /reservations/r1/run/beat | nnyyyy | {"runner":"x"}
            POST   /reservations/r1/run/use | nnyyyy | {"runner":"x","host":"h","every":"PT1M"}
            GET    /reservations/r1/use    | nnnyyy |
            POST   /reservations/r1/keep   | nnnyyy | {}
            POST   /reservations/r1/run/end | nnyyyy | {"runner":"x","exitCode":0}
            GET    /runs                   | nnyyyy |
            GET    /opportunists           | nnyyyy |
            POST   /opportunists           | nnyyyy | {}
            GET    /opportunists/o1        | nnnyyy |
            GET    /opportunists/o1/follow | nnnyyy |
            POST   /opportunists/o1/run    | nnnyyy | {"runner":"x","host":"h","command":"c"}
            POST   /opportunists/o1/run/beat | nnyyyy | {"runner":"x"}
            POST   /opportunists/o1/run/end | nnnyyy | {"runner":"x","exitCode":0}
            DELETE /opportunists/o1        | nnnyyy |
            GET    /holds/7d9f3a60-5e0c-4c1b-9a53-0b6f6d0c2b11 | nnyyyy |
            PUT    /holds/7d9f3a60-5e0c-4c1b-9a53-0b6f6d0c2b11 | nnyyyy | {}
            POST   /holds/7d9f3a60-5e0c-4c1b-9a53-0b6f6d0c2b11/confirm | nnyyyy |
            DELETE /holds/7d9f3a60-5e0c-4c1b-9a53-0b6f6d0c2b11 | nnyyyy |
            GET    /sites                  | nyyyyy |
            GET    /deals                  | nnyyyy |
            POST   /deals                  | nnyyyy | {}
            GET    /deals/d1               | nnyyyy |
            DELETE /deals/d1               | nnyyyy |
            GET    /requests               | nnyyyy |
            GET    /asks                   | nnyyyy |
            GET    /asks?state=open        | nnyyyy |
            POST   /asks                   | nnnnyy | {}
            GET    /asks/q1                | nnyyyy |
            POST   /asks/q1/accept         | nnyyyy |
            POST   /asks/q1/decline        | nnyyyy |
            DELETE /asks/q1                | nnyyyy |
            GET    /waiting                | nnyyyy |
            GET    /waiting?state=open     | nnyyyy |
            POST   /waiting                | nnyyyy | {}
            GET    /waiting/e1             | nnyyyy |
            POST   /waiting/e1/decline     | nnyyyy |
            DELETE /waiting/e1             | nnyyyy |
            GET    /series                 | nnyyyy |
            GET    /series/s1              | nnnyyy |
            POST   /series/s1/skip         | nnnyyy | {"occurrence":"2030-01-01T00:00:00Z"}
            DELETE /series/s1              | nnnyyy |
            GET    /workflows              | nnyyyy |
            POST   /workflows              | nnyyyy | {}
            GET    /workflows/U            | nnnyyy |
            POST   /workflows/U/plan       | nnnyyy | {}
            POST   /workflows/U/compare    | nnnyyy | {}
            POST   /workflows/U/book       | nnnyyy | {}
            DELETE /workflows/U            | nnnyyy |
            GET    /plans                  | nnyyyy |
            GET    /plans/w1               | nnnyyy |
            POST   /plans/w1/tasks/a       | nnnyyy | {"event":"finished"}
            DELETE /plans/w1?dryRun=true   | nnnyyy |
            GET    /slots                  | nyyyyy |
            POST   /workflows/V/provision  | nnnyyy | {"what":1}
            GET    /searches               | nnyyyy |
            GET    /searches/Q             | nnnyyy |
            GET    /searches/Q/plan        | nnnyyy |
            POST   /searches/Q/book        | nnnyyy | {}
            POST   /searches/Q/stop        | nnnyyy |
            DELETE /searches/Q             | nnnyyy |
            GET    /provisions             | nnyyyy |
            GET    /provisions/p1          | nnnyyy |
            DELETE /provisions/p1?dryRun=true | nnnyyy |
            POST   /words                  | nnyyyy | {}
            POST   /mcp                    | nyyyyy | {}
            POST   /whatif                 | nnyyyy | {}
            POST   /whatif                 | nnnyyy | {"commands":[{"kind":"cancel","reservation":"r1"}]}
            POST   /whatif                 | nnnnyy | {"commands":[{"kind":"drain","pool":"fast","servers":[0]}]}
            GET    /timetable              | nyyyyy |
            GET    /events?                | nyyyyy |
            GET    /calendar/link          | nyyyyy |
            POST   /calendar/link          | nyyyyy |
            DELETE /calendar/link          | nyyyyy |
            GET    /calendar/link/wrong.ics | yyyyyy |
            GET    /calendar/ana.ics       | nnnyyy |
            GET    /accounts               | nnnnny |
            POST   /accounts               | nnnnny | {}
            GET    /accounts/me            | nyyyyy |
            GET    /accounts/ana           | nnnyny |
            PUT    /accounts/ana           | nnnnny | {}
            PATCH  /accounts/ana           | nnnnny | {}
            DELETE /accounts/nobody        | nnnnny |
            GET    /projects               | nyyyyy |
            POST   /projects               | nnnnny | {}
            GET    /projects/climate       | nyyyyy |
            PATCH  /projects/climate       | nnnnny | {"what":1}
            PUT    /projects/climate/members/nobody | nnnnny |
            DELETE /projects/climate/members/nobody | nnnnny |
            PUT    /projects/climate/staff/nobody | nnnnny |
            DELETE /projects/climate/staff/nobody | nnnnny |
            GET    /tokens                 | nyyyyy |
            POST   /tokens                 | nyyyyy | {"lifetime":"PT1S"}
            POST   /tokens                 | nnnyny | {"account":"ana"}
            DELETE /tokens/t-000000000000  | nyyyyy |
            POST   /sign-in                | yyyyyy | {}
            POST   /accounts/ana/invitation | nnnnny | {"what":1}
            PUT    /password               | nyyyyy | {}
            GET    /sign-in/ways           | yyyyyy |
            GET    /sign-in/openid/uni     | yyyyyy |
            GET    /sign-in/openid/uni/callback | yyyyyy |
            GET    /session                | yyyyyy |
            POST   /session                | nyyyyy |
            DELETE /session                | nyyyyy |
            DELETE /sessions               | nyyyyy |
            GET    /sessions               | nyyyyy |
            DELETE /sessions/t-000000000000 | nyyyyy |
            GET    /notices                | nyyyyy |
            PATCH  /notices                | nyyyyy | {}
            POST   /notices/confirm        | nyyyyy | {}
            POST   /notices/unsubscribe/wrong | yyyyyy |
            GET    /notices/queue          | nnnnny |
            POST   /notices/queue/resend   | nnnnny |
            GET    /accounts/ana/notices   | nnnnny |
            DELETE /accounts/nobody/notices | nnnnny |
            GET    /webhooks               | nyyyyy |
            POST   /webhooks               | nyyyyy | {}
            POST   /webhooks               | nnnnyy | {"address":"https://example.org/","all":true}
            DELETE /webhooks/h-000000000000 | nyyyyy |
            POST   /webhooks/h-000000000000/test | nyyyyy |
            GET    /webhooks/h-000000000000/failures | nyyyyy |
            POST   /webhooks/h-000000000000/resend | nyyyyy |
            GET    /audit                  | nnnnyy |
            GET    /losses                 | nyyyyy |
            GET    /history                | nnnnyy |
            GET    /reports/usage          | nnyyyy |
            GET    /instances              | nyyyyy |
            POST   /instances/nobody/drain | nnnnyy |
            POST   /instances/nobody/resume | nnnnyy |
            GET    /servers                | nyyyyy |
            POST   /servers/nobody/drain   | nnnnyy |
            POST   /servers/nobody/resume  | nnnnyy |
            GET    /clock                  | nyyyyy |
            POST   /clock/accept           | nnnnyy | {}
            GET    /policy                 | nyyyyy |
            PUT    /policy                 | nnnnyy | {}
            GET    /health                 | yyyyyy |
            GET    /health/live            | yyyyyy |
            GET    /metrics                | nyyyyy |
            """;

    @Test
    void everyRoleAtEveryEndpoint(@TempDir Path data) {
        try (TestService service = new TestService(data)) {
            // A token of a program, which outlives signing out.
            service.tokens.put(
                    "admin",
                    service.send("admin", "POST", "/tokens", "{}").is(201).text("token"));
            service.send("ana", "POST", "/reservations", "{" + TestService.job("hers") + "}")
                    .is(201);
            service.send(
                            "ana",
                            "POST",
                            "/reservations",
                            "{" + TestService.exactly("hers", "2026-12-01T08:00:00Z", "2026-12-01T09:00:00Z", 1)
                                    + ",\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=2\",\"zone\":\"UTC\"}}")
                    .is(201);
            service.send("ana", "POST", "/opportunists", "{\"name\":\"hers\"}").is(201);
            String workflow = service.upload("ana", WorkflowsTest.DIAMOND.getBytes(StandardCharsets.UTF_8))
                    .text("id");
            service.send("ana", "POST", "/workflows/" + workflow + "/book", WorkflowsTest.by("2026-11-16T20:00:00Z"))
                    .is(201);
            String other = service.upload("ana", WorkflowsTest.DIAMOND.getBytes(StandardCharsets.UTF_8))
                    .text("id");
            String search = ProvisioningTest.booked(service, other);
            Set<String> covered = new TreeSet<>();
            List<String> wrong = new ArrayList<>();
            TABLE.lines().forEach(row -> {
                String[] cells = row.split("\\|", 3);
                String[] request = cells[0].trim().split(" +", -1);
                String body = cells[2].trim().replace("JOB", TestService.job("table"));
                covered.add(request[0] + " " + template(request[1]));
                for (int i = 0; i < CALLERS.size(); i++) {
                    boolean expected = cells[1].trim().charAt(i) == 'y';
                    String path =
                            request[1].equals("/events?") ? "/events" : named(request[1], workflow, other, search);
                    int status = request[1].equals("/events?")
                            ? streamStatus(service, CALLERS.get(i))
                            : service.send(CALLERS.get(i), request[0], path, body)
                                    .response()
                                    .statusCode();
                    // Signing in without a good token is a 401 of its own kind; an empty body is told apart before
                    // that.
                    boolean letIn = status != 401 && status != 403;
                    assertThat(status).as(row).isLessThan(500);
                    if (letIn != expected || (!letIn && CALLERS.get(i).isEmpty() && status != 401)) {
                        wrong.add("'%s' at %s: %d".formatted(CALLERS.get(i), row, status));
                    }
                }
            });
            assertThat(wrong).isEmpty();
            assertThat(covered).isEqualTo(service.contract.operations());
        }
    }

    private static int streamStatus(TestService service, String as) {
        try (EventStream stream = EventStream.open(service, as, "")) {
            return stream.status();
        }
    }

    private static String named(String path, String workflow, String other, String search) {
        return path.replace("/U", "/" + workflow).replace("/V", "/" + other).replace("/Q", "/" + search);
    }

    private static String template(String path) {
        return path.replaceAll("\\?.*", "")
                .replace("/fast", "/{pool}")
                .replace("/o1", "/{opportunist}")
                .replace("/dgx", "/{host}")
                .replace("/instances/nobody", "/instances/{instance}")
                .replace("/servers/nobody", "/servers/{server}")
                .replace("/r1", "/{id}")
                .replace("/s1", "/{series}")
                .replace("/q1", "/{ask}")
                .replace("/e1", "/{entry}")
                .replaceAll("/[UV]", "/{workflow}")
                .replace("/Q", "/{search}")
                .replace("/p1", "/{provision}")
                .replace("/w1", "/{plan}")
                .replace("/d1", "/{deal}")
                .replace("/tasks/a", "/tasks/{task}")
                .replace("/unsubscribe/wrong", "/unsubscribe/{secret}")
                .replace("/wrong.ics", "/{secret}.ics")
                .replace("/ana.ics", "/{user}.ics")
                .replace("/h-000000000000", "/{webhook}")
                .replace("/projects/climate", "/projects/{project}")
                .replace("/members/nobody", "/members/{name}")
                .replace("/staff/nobody", "/staff/{name}")
                .replaceAll("/accounts/[^/]+", "/accounts/{name}")
                .replaceAll("/tokens/.+", "/tokens/{id}")
                .replace("/openid/uni", "/openid/{name}")
                .replaceAll("/holds/[^/]+", "/holds/{group}")
                .replaceAll("/sessions/.+", "/sessions/{id}");
    }
}
