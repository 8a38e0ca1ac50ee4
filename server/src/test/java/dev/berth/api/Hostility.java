package dev.berth.api;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Makes requests that must not change anything: each has at least one thing wrong with it. */
final class Hostility {
    /** Bodies that would be accepted as they are, had nothing been done to them. */
    private static final List<String[]> GOOD = List.of(
            new String[] {"POST", "/reservations", "{" + TestService.job("h") + ",\"servers\":1,\"attributes\":{}}"},
            new String[] {
                "POST",
                "/reservations",
                "{" + TestService.job("h")
                        + ",\"wish\":{\"most\":3},\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=2\",\"zone\":\"UTC\"}}"
            },
            new String[] {"POST", "/offers", "{" + TestService.job("h") + ",\"hold\":\"PT1M\",\"servers\":1}"},
            new String[] {"POST", "/reservations/r1/changes", "{\"kind\":\"extend\",\"work\":\"PT1M\"}"},
            new String[] {"POST", "/pools", "{\"name\":\"h\",\"servers\":1,\"rate\":\"1\",\"attributes\":{\"a\":\"b\"}}"
            },
            new String[] {"POST", "/pools/fast/servers", "{\"count\":1}"},
            new String[] {"POST", "/pools/fast/drain", "{\"servers\":[0],\"from\":\"2030-01-01T00:00:00Z\"}"},
            new String[] {"POST", "/pools/fast/restore", "{\"servers\":[0]}"},
            new String[] {"PUT", "/pools/fast/tariff", "{\"base\":\"1\",\"penalty\":\"0.1\"}"},
            new String[] {
                "POST",
                "/accounts",
                "{\"name\":\"h\",\"role\":\"user\",\"quota\":{\"serverHours\":\"1\",\"window\":\"P1D\"}}"
            },
            new String[] {"PUT", "/accounts/ana", "{\"role\":\"user\"}"},
            new String[] {"POST", "/tokens", "{\"note\":\"h\"}"},
            new String[] {"POST", "/sign-in", "{\"token\":\"x\"}"},
            new String[] {"POST", "/series/s1/skip", "{\"occurrence\":\"2026-12-01T08:00:00Z\"}"},
            new String[] {
                "POST",
                "/workflows/U/book",
                "{\"deadline\":\"2026-12-01T08:00:00Z\",\"transfer\":{\"within\":\"PT1S\"}}"
            },
            new String[] {"POST", "/plans/w1/tasks/a", "{\"event\":\"overrun\",\"more\":\"PT1M\"}"},
            new String[] {"POST", "/whatif", "{\"commands\":[{\"kind\":\"cancel\",\"reservation\":\"r1\"}]}"});

    private static final List<String> WRONG = List.of(
            "null",
            "-1",
            "1e400",
            "9".repeat(30),
            "1" + "0".repeat(60),
            "0.5",
            "[]",
            "{}",
            "[[[[]]]]",
            "{\"a\":{\"b\":[]}}",
            "true",
            "\"\"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\"" + "x".repeat(3000) + "\"",
            "\"PT-9999999999999999H\"",
            "\"+999999999-12-31T23:59:59Z\"",
            "\"1e999999999\"",
            "\"P999999999999D\"",
            "\"-0\"",
            "\"NaN\"",
            "-9223372036854775809",
            "\"'; DROP TABLE entry; --\"",
            "\"../../etc/passwd\"",
            "\"<script>\"",
            "\"${jndi:ldap://x}\"",
            "[null]",
            "[1,1]",
            "{\"\":null}");

    private static final List<String> PATHS = List.of(
            "/../../../etc/passwd",
            "/%2e%2e/%2e%2e/pools",
            "/pools/%00",
            "/pools/%",
            "/pools/%zz",
            "/pools/%c0%af",
            "/pools/%ff",
            "//pools",
            "/pools//",
            "/pools/;x=y",
            "/reservations/r0",
            "/reservations/r99999999999999999999",
            "/reservations/R1",
            "/reservations/r-1",
            "/reservations/r1%0d%0aX:%20y",
            "/series/s999",
            "/calendar/.ics",
            "/calendar/..%2f.ics",
            "/calendar/nobody.ics",
            "/accounts/%F0%9F%98%80",
            "/tokens/x",
            "/reservations?limit=99999999999",
            "/reservations?limit=-1",
            "/reservations?from=x&from=y",
            "/reservations?%=1",
            "/timetable?to=0",
            "/timetable?from=9999-12-31T23:59:59Z&to=x",
            "/audit?before=0",
            "/audit?limit=1e3",
            "/reservations?after=r",
            "/reservations?state=%00",
            "/reservations/" + "r".repeat(500),
            "/reservations?user=" + "a".repeat(1000),
            "/timetable?by=" + "%41".repeat(300),
            "/pools?x=%ZZ&&&==",
            "/api/v1/pools");

    private final SplittableRandom random;
    private final Map<String, String> tokens;
    private final String workflow;

    Hostility(long seed, Map<String, String> tokens, String workflow) {
        this.workflow = workflow;
        this.random = new SplittableRandom(seed);
        this.tokens = tokens;
    }

    /** @param hangUp whether the client stops sending after this */
    record Attack(
            String what,
            @SuppressWarnings("ArrayRecordComponent") byte[] bytes,
            boolean hangUp) {}

    Attack next() {
        String[] good = pick(GOOD);
        String as = pick(List.of("admin", "olga", "ana", "ben", "vera"));
        return switch (random.nextInt(16)) {
            case 0, 1, 2, 3 -> json("wrong value", as, good, wrongValue(good[2]));
            case 4, 5 -> json("unknown field", as, good, "{\"zz\":" + pick(WRONG) + "," + good[2].substring(1));
            case 6, 7 -> json("cut off", as, good, good[2].substring(0, random.nextInt(good[2].length() - 1)));
            case 8 -> new Attack("bad UTF-8", request(good[0], good[1], as, "", badUtf8(good[2])), false);
            case 9 -> json("deep", as, good, deep());
            case 10, 11 -> path(as);
            case 12 -> json("not theirs", "vera", good[1].equals("/tokens") ? GOOD.getFirst() : good, "{}x");
            case 13 -> tooLarge(good);
            case 14 -> header(good);
            default -> broken(good, as);
        };
    }

    private Attack json(String what, String as, String[] good, String body) {
        return new Attack(what + " " + good[1], request(good[0], good[1], as, "", bytes(body)), false);
    }

    /** Replaces one value by one that can be right nowhere it stands. */
    private String wrongValue(String body) {
        String[] parts = body.split("(?<=\":)", -1);
        int at = 1 + random.nextInt(parts.length - 1);
        String old = parts[at];
        int end = old.startsWith("\"")
                ? old.indexOf('"', 1) + 1
                : Math.max(1, old.replaceAll("[^0-9].*", "").length());
        String rest = old.startsWith("{") || old.startsWith("[") ? "" : old.substring(end);
        if (rest.isEmpty() && (old.startsWith("{") || old.startsWith("["))) {
            return body.substring(0, body.length() - 1) + ",\"zz\":" + pick(WRONG) + "}";
        }
        parts[at] = pick(WRONG) + rest;
        // Some wrong values are right in some places: one more field makes sure.
        return "{\"zz\":1," + String.join("", parts).substring(1);
    }

    private byte[] badUtf8(String body) {
        byte[] bytes = bytes(body);
        int at = 1 + random.nextInt(bytes.length - 1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, at);
        out.write(0xC3);
        out.write(0x28);
        out.write(0xFF);
        out.write(bytes, at, bytes.length - at);
        return out.toByteArray();
    }

    private String deep() {
        int depth = 33 + random.nextInt(20_000);
        return random.nextBoolean() ? "{\"name\":" + "[".repeat(depth) : "{\"a\":".repeat(Math.min(depth, 9_000));
    }

    private Attack path(String as) {
        String path = pick(PATHS);
        String method = pick(List.of("GET", "POST", "DELETE", "PUT"));
        return new Attack(
                method + " " + path,
                request(
                        method,
                        path,
                        path.contains("tokens") ? "vera" : as,
                        "",
                        bytes(method.equals("GET") ? "" : "{")),
                false);
    }

    private Attack tooLarge(String[] good) {
        if (random.nextInt(4) > 0) {
            return new Attack(
                    "announces too much",
                    request(good[0], good[1], "ana", "Content-Length: 99999999\r\n", new byte[0]),
                    true);
        }
        String chunk = "10000\r\n" + " ".repeat(0x10000) + "\r\n";
        return new Attack(
                "too large in chunks",
                request(good[0], good[1], "ana", "Transfer-Encoding: chunked\r\n", bytes(chunk + chunk + "0\r\n\r\n")),
                true);
    }

    private Attack header(String[] good) {
        String header = pick(List.of(
                "Authorization: Bearer " + "x".repeat(3000) + "\r\n",
                "Authorization: Basic !!!\r\n",
                "Authorization:\r\n",
                "Idempotency-Key: " + "k".repeat(500) + "\r\n",
                "If-Match: " + "\"x\",".repeat(500) + "\r\n",
                "X-Long: " + "x".repeat(20_000) + "\r\n",
                "Bad Header: x\r\n",
                "Expect: 200-maybe\r\n",
                "Content-Length: -5\r\n",
                "Content-Length: abc\r\n",
                "Transfer-Encoding: banana\r\n"));
        boolean length = header.startsWith("Content-Length") || header.startsWith("Transfer");
        return new Attack(
                "header " + header.substring(0, Math.min(40, header.length())).strip(),
                request(
                        good[0],
                        good[1],
                        header.startsWith("Authorization") ? "" : "vera",
                        header,
                        length ? new byte[0] : bytes("{}x")),
                true);
    }

    private Attack broken(String[] good, String as) {
        byte[] whole =
                request(good[0], good[1], as, "Content-Length: " + (good[2].length() + 50) + "\r\n", bytes(good[2]));
        return switch (random.nextInt(5)) {
            case 0 -> new Attack("body stops early", whole, true);
            case 1 -> new Attack("request stops early", java.util.Arrays.copyOf(whole, random.nextInt(40)), true);
            case 2 -> new Attack("no such method", request("BREW", good[1], as, "", bytes("{}")), true);
            case 3 -> new Attack("not HTTP", bytes("\u0016\u0003\u0001 hello\r\n\r\n"), true);
            default -> new Attack("HTTP/9", bytes("GET /api/v1/pools HTTP/9.9\r\nHost: x\r\n\r\n"), true);
        };
    }

    private byte[] request(String method, String path, String as, String headers, byte[] body) {
        String there = path.replace("/U/", "/" + workflow + "/");
        StringBuilder head = new StringBuilder(method + " /api/v1" + there + " HTTP/1.1\r\nHost: localhost\r\n");
        if (!as.isEmpty()) {
            head.append("Authorization: Bearer ").append(tokens.get(as)).append("\r\n");
        }
        head.append(headers);
        if (!headers.contains("Content-Length") && !headers.contains("Transfer-Encoding")) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        head.append("\r\n");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(bytes(head.toString()));
        out.writeBytes(body);
        return out.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
