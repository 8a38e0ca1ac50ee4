package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Planning for one user does not delay the workflows of others. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FairPlanningTest {
    private static final String DEADLINE = "{\"deadline\":\"2027-11-17T08:00:00Z\"}";

    private TestService service;

    @BeforeEach
    void start(@TempDir Path data) {
        service = new TestService(data);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    /** Every task waits for the 98 before it: 2,000 tasks and 191,149 dependencies. */
    private static byte[] dense() {
        StringBuilder text = new StringBuilder("{\"name\":\"dense\",\"tasks\":[");
        for (int task = 0; task < 2_000; task++) {
            text.append(task == 0 ? "" : ",")
                    .append("{\"id\":\"t%d\",\"seconds\":%d,\"after\":[".formatted(task, task % 7));
            for (int before = Math.max(0, task - 98); before < task; before++) {
                text.append(before == Math.max(0, task - 98) ? "" : ",")
                        .append("\"t")
                        .append(before)
                        .append('"');
            }
            text.append("]}");
        }
        return text.append("]}").toString().getBytes(StandardCharsets.UTF_8);
    }

    private String small(String user) {
        return service.upload(user, ProvisioningTest.FORK.getBytes(StandardCharsets.UTF_8))
                .is(201)
                .text("id");
    }

    @Test
    void comparingALargeWorkflow_keepsNobodyElseWaiting() {
        String dense = service.upload("ana", dense()).is(201).text("id");
        List<CompletableFuture<Integer>> comparisons = new ArrayList<>();
        for (int k = 0; k < 2; k++) {
            comparisons.add(CompletableFuture.supplyAsync(
                    () -> service.send("ana", "POST", "/workflows/" + dense + "/compare", DEADLINE)
                            .response()
                            .statusCode()));
        }
        service.send("ben", "POST", "/workflows/" + small("ben") + "/plan", DEADLINE)
                .is(200);
        assertThat(comparisons).anyMatch(comparison -> !comparison.isDone());
        comparisons.forEach(comparison -> assertThat(comparison.join()).isEqualTo(200));
    }

    @Test
    void numberOfMillionsOfDigits_isRefused_andNothingStops() {
        String digits = "7".repeat(2_000_000);
        for (String file : List.of(
                "<adag><job id=\"a\" runtime=\"" + digits + "\"/></adag>",
                "{\"tasks\":[{\"id\":\"a\",\"seconds\":" + digits + "}]}")) {
            service.upload("ana", file.getBytes(StandardCharsets.UTF_8)).is(422).code("invalid-workflow");
        }
        small("ben");
    }

    /** Whoever hangs up is not planned for any more; where the system does not tell, the answer is for nobody. */
    @Test
    void clientThatHangsUp_isNotPlannedFor() throws IOException, InterruptedException {
        String dense = service.upload("ana", dense()).is(201).text("id");
        for (int k = 0; k < 4; k++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.server.port())) {
                socket.getOutputStream()
                        .write(("POST /api/v1/workflows/%s/compare HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
                                                .formatted(dense, service.tokens.get("ana"))
                                        + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                                                .formatted(DEADLINE.length(), DEADLINE))
                                .getBytes(StandardCharsets.UTF_8));
            }
        }
        int cancelled = 0;
        int answered = 0;
        while (cancelled + answered < 4) {
            TimeUnit.MILLISECONDS.sleep(50);
            String figures = service.get("vera", "/metrics").is(200).response().body();
            cancelled = count(figures, 503);
            answered = count(figures, 200);
        }
        if (Files.isReadable(Path.of("/proc/net/tcp"))) {
            assertThat(cancelled).isGreaterThanOrEqualTo(3);
        }
        small("ana");
    }

    /** How many comparisons were answered so. */
    private static int count(String figures, int status) {
        return figures.lines()
                .filter(line -> line.startsWith("berth_requests_seconds_count")
                        && line.contains("/compare\"")
                        && line.contains("status=\"" + status + "\""))
                .mapToInt(line -> Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
