package dev.berth.soak.target;

import dev.berth.soak.fuzz.FuzzTarget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The service, over a socket: whatever bytes come, it neither fails nor keeps a client waiting. */
public final class HttpTarget implements FuzzTarget {
    private static final String TOKEN = "TOKEN";
    /** Without limits on the rate, which would answer in place of what is to be tested. */
    private static final String SITE = """
            name: fuzz
            listen: 127.0.0.1:0
            limits: {requestsPerSecond: 1000000, strangersPerSecond: 1000000}
            pools:
              - {name: fast, servers: 8, rate: 1}
              - {name: slow, servers: 8, rate: 0.5}
            """;

    /** Words of requests. */
    public static final List<String> WORDS = List.of(
            "GET /api/v1/",
            "POST /api/v1/",
            "PUT /api/v1/",
            "DELETE /api/v1/",
            "reservations",
            "offers",
            "whatif",
            "timetable?from=",
            "pools/fast/drain",
            "Authorization: Bearer TOKEN\r\n",
            "Content-Length: ",
            "Transfer-Encoding: chunked\r\n",
            "Content-Type: application/json\r\n",
            "Idempotency-Key: k\r\n",
            "If-Match: \"x\"\r\n",
            " HTTP/1.1\r\n",
            "Host: x\r\n",
            "\r\n\r\n",
            "%00",
            "?limit=",
            "&after=r1");

    private final FuzzedService service = new FuzzedService(SITE);

    @Override
    public String name() {
        return "http";
    }

    @Override
    public List<String> words() {
        return WORDS;
    }

    @Override
    public void read(byte[] input) throws IOException {
        service.send(new String(input, StandardCharsets.ISO_8859_1)
                .replace(TOKEN, service.token())
                .getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public void close() {
        service.close();
    }
}
