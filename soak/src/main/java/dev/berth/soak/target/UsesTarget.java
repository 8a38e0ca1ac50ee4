package dev.berth.soak.target;

import dev.berth.soak.fuzz.FuzzTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Readings of guards and of runners: what they say of cards, processes and load, about hosts on which reservations run whose use is
 * measured. The service, over a socket.
 */
public final class UsesTarget implements FuzzTarget {
    private static final String SITE = """
            name: fuzz
            listen: 127.0.0.1:0
            limits: {requestsPerSecond: 1000000, strangersPerSecond: 1000000}
            pools:
              - name: cards
                rate: 1
                unit: gpu
                idle: {below: 5%, for: PT5M, then: shrink}
                servers:
                  - {name: left, host: dgx, device: GPU-a}
                  - {name: right, host: dgx, device: GPU-b}
              - name: hosts
                rate: 1
                parts: {gpu: {count: 4, shares: 1000, memory: 80g}, cores: 16, memory: 64g}
                idle: {below: 5%, for: PT5M, then: shrink}
                servers:
                  - {name: dgx, host: dgx}
            """;

    private final FuzzedService service = new FuzzedService(SITE);

    public UsesTarget() {
        try {
            service.post("/reservations", "{\"name\":\"cards\",\"pool\":\"cards\",\"servers\":2,\"stay\":\"PT10H\"}");
            service.post(
                    "/reservations",
                    "{\"name\":\"parts\",\"pool\":\"hosts\",\"parts\":{\"gpu\":3,\"cores\":4},\"stay\":\"PT10H\"}");
            for (int reservation = 1; reservation <= 2; reservation++) {
                String begun = service.post(
                        "/reservations/r" + reservation + "/run",
                        "{\"runner\":\"x\",\"host\":\"dgx\",\"command\":\"train\"}");
                if (begun.contains("\"status\"")) {
                    throw new IllegalStateException("does not run: " + begun);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String name() {
        return "uses";
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"runner\":\"x\",",
                "\"host\":\"dgx\",",
                "\"every\":\"PT30S\",",
                "\"every\":\"PT0.001S\",",
                "\"devices\":[\"GPU-a\",\"GPU-b\"],",
                "\"cores\":true,",
                "\"cores\":2147483647,",
                "\"memory\":2147483647,",
                "\"uses\":[],",
                "\"cards\":[{\"device\":\"GPU-a\",\"number\":0,\"memory\":1,\"busy\":100,\"used\":2147483647}],",
                "\"loads\":[{\"user\":\"admin\",\"cores\":2147483647,\"memory\":0}],",
                "\"user\":\"admin\",",
                "\"user\":\"\",",
                "\"busy\":0,",
                "null",
                "-1");
    }

    @Override
    public void read(byte[] input) throws IOException {
        boolean isOfRunner = new String(input, StandardCharsets.ISO_8859_1).contains("\"runner\"");
        for (String path : isOfRunner
                ? List.of("/reservations/r1/run/use", "/reservations/r2/run/use")
                : List.of("/hosts/dgx/uses")) {
            service.postBytes(path, input);
        }
    }

    @Override
    public void close() {
        service.close();
    }
}
