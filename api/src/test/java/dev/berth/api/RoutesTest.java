package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RoutesTest {
    private static final List<Endpoint> ENDPOINTS = List.of(
            endpoint("GET", "/pools"),
            endpoint("GET", "/pools/{pool}"),
            endpoint("GET", "/pools/all"),
            endpoint("GET", "/calendar/{user}.ics"),
            endpoint("GET", "/{any}/last"),
            endpoint("POST", "/workflows").taking(List.of("application/json"), 8_000),
            endpoint("POST", "/pools"));

    private static Endpoint endpoint(String method, String path) {
        return new Endpoint(method, path, null, call -> {
            throw new AssertionError();
        });
    }

    /** First matching endpoint among the candidates, with the values of its path variables. */
    private static Optional<String> found(String path) {
        List<String> segments = Arrays.asList(path.split("/", -1));
        return new Routes(ENDPOINTS)
                .from(segments).stream()
                        .filter(route -> route.match(segments).isPresent())
                        .findFirst()
                        .map(route ->
                                route.endpoint().path() + route.match(segments).orElse(Map.of()));
    }

    @Test
    void path_isMatchedByTheFirstEndpoint_inTheirOrder() {
        assertThat(found("pools")).contains("/pools{}");
        assertThat(found("pools/gpu")).contains("/pools/{pool}{pool=gpu}");
        assertThat(found("pools/all")).contains("/pools/{pool}{pool=all}");
        assertThat(found("calendar/ana.ics")).contains("/calendar/{user}.ics{user=ana}");
    }

    @Test
    void pathThatBeginsWithAVariable_isFound_whateverItBeginsWith() {
        assertThat(found("anything/last")).contains("/{any}/last{any=anything}");
        assertThat(found("calendar/last")).contains("/{any}/last{any=calendar}");
    }

    @Test
    void unknownPath_isNotFound() {
        assertThat(found("")).isEmpty();
        assertThat(found("pool")).isEmpty();
        assertThat(found("calendar/.ics")).isEmpty();
        assertThat(found("pools/gpu/more")).isEmpty();
    }

    @Test
    void bodies_mayBeLarger_whereTheEndpointSaysSo() {
        Routes routes = new Routes(ENDPOINTS);

        assertThat(routes.mostBytes("POST", "/api/v1/workflows", 1_000)).isEqualTo(8_000);
        assertThat(routes.mostBytes("POST", "/api/v1/workflows", 9_000)).isEqualTo(9_000);
        assertThat(routes.mostBytes("GET", "/api/v1/workflows", 1_000)).isEqualTo(1_000);
        assertThat(routes.mostBytes("POST", "/api/v1/pools", 1_000)).isEqualTo(1_000);
    }
}
