package dev.berth.api.mcp;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** Queries of requests that tools send. */
final class InnerQuery {
    private InnerQuery() {}

    static String of(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(each -> each.getKey() + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&"));
    }

    /** A value as a part of a path or a query. */
    static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
