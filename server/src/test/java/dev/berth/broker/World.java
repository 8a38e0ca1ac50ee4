package dev.berth.broker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.MovableClock;
import dev.berth.api.RequestLimits;
import dev.berth.broker.deal.Asked;
import dev.berth.broker.deal.BrokerTerms;
import dev.berth.broker.remote.BrokerSettings;
import dev.berth.broker.remote.HttpSites;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Pool;
import dev.berth.server.Server;
import dev.berth.server.SiteFacts;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Role;
import dev.berth.service.workflow.WaitingClient;
import dev.berth.site.MemoryJournal;
import dev.berth.site.Site;
import dev.berth.site.TimeSource;
import dev.berth.wire.Json;
import dev.berth.wire.PoolJson;
import dev.berth.wire.outbound.BoundedClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.awaitility.Durations;

/** Three sites on sockets, all with the same clock, and what a broker needs to book there. */
final class World implements AutoCloseable {
    static final List<String> SITES = List.of("north", "south", "west");
    static final Account ANA = Account.of("ana", Role.USER);
    static final WaitingClient CLIENT = new WaitingClient(ANA.name(), () -> false);
    static final BrokerTerms TERMS = new BrokerTerms(
            Duration.ofMinutes(15),
            Duration.ofMinutes(5),
            Duration.ofSeconds(5),
            Duration.ZERO,
            Duration.ofMillis(1),
            Duration.ofHours(1));
    /** The same with a broker that always looks at what has become of its deals. */
    static final BrokerTerms LOOKING = new BrokerTerms(
            TERMS.hold(), TERMS.margin(), TERMS.single(), TERMS.patience(), TERMS.pause(), Duration.ofMillis(20));

    /** Enough for a machine that is busy with other tests. */
    private static final BoundedClient.Limits PATIENT = new BoundedClient.Limits(Duration.ofMinutes(2), 1 << 20, 2_000);

    final MovableClock clock = new MovableClock("2026-11-16T08:00:00Z");
    final Map<String, Server> servers = new LinkedHashMap<>();
    final FaultyLink link;
    private final Path file;
    private int changes;

    World(Path data) throws IOException {
        this(data, 2);
    }

    /** Sites, each with this number of servers. */
    World(Path data, int count) throws IOException {
        List<BrokerSettings.Member> members = new ArrayList<>();
        StringBuilder tokens = new StringBuilder("ana:\n");
        for (String name : SITES) {
            SiteSettings settings = SiteSettings.of(name, 0)
                    .with(draft ->
                            draft.pools = List.of(new PoolJson.Planned(new Pool("fast", count, "1"), Optional.empty())))
                    .with(draft ->
                            draft.limits = new RequestLimits(1_000_000, 1_000_000, 1 << 16, Duration.ofHours(1)));
            Server server = Server.start(settings, data.resolve(name), (TimeSource) clock);
            servers.put(name, server);
            members.add(
                    new BrokerSettings.Member(name, URI.create("http://127.0.0.1:" + server.port()), Optional.empty()));
            tokens.append("  %s: %s\n".formatted(name, token(server.site())));
        }
        file = Files.createFile(
                data.resolve("tokens.yaml"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, tokens);
        link = new FaultyLink(new HttpSites(new BrokerSettings(members, file), PATIENT));
    }

    /** Other tokens are in the file of the broker; what it says now is returned. */
    String tokens(UnaryOperator<String> change) {
        try {
            String before = Files.readString(file);
            Files.writeString(file, change.apply(before));
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000L * ++changes));
            return before;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String token(Site site) {
        return site.write("site", transaction -> {
                    transaction.record(Accounts.KIND, ANA);
                    return NewToken.make(transaction, ANA.name(), "broker", 0, false)
                            .secret();
                })
                .join();
    }

    /** A broker's site over a journal, which is all that outlives it. */
    Site open(MemoryJournal journal) {
        return Site.open(journal, () -> new Book("prompt"), clock, SiteFacts.keepers());
    }

    /** Waits for what must come; how long that takes decides nothing. */
    static void await(String told, BooleanSupplier condition) {
        Awaitility.await(told)
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(1))
                .until(condition::getAsBoolean);
    }

    /** Something happens at a site. */
    void submit(String site, Command command) {
        Decision decision = servers.get(site)
                .site()
                .write("operator", transaction -> transaction.submit(command))
                .join();
        assertThat(decision).as(command.toString()).isInstanceOf(Decision.Accepted.class);
    }

    /** How many reservations of a name a site has, by their states; empty if none. */
    String at(String site, String name) {
        return servers.get(site)
                .site()
                .write("test", transaction -> {
                    List<String> states = transaction.view().reservations().stream()
                            .filter(each -> each.job().id().name().equals(name))
                            .map(each -> each.state().toString())
                            .sorted()
                            .toList();
                    return String.join(",", states);
                })
                .join();
    }

    /** The same of all sites. */
    String everywhere(String name) {
        return String.join("|", SITES.stream().map(site -> at(site, name)).toList());
    }

    /** A server at every site, at the same time. */
    static Asked together(String name, String start, String end) {
        List<Asked.AtSite> parts = new ArrayList<>();
        for (String site : SITES) {
            parts.add(new Asked.AtSite(
                    site,
                    List.of(Json.object()
                            .put("name", name)
                            .put("ready", start)
                            .put("deadline", end)
                            .put("stay", "PT1H"))));
        }
        return new Asked.Together(name, Optional.empty(), parts);
    }

    JsonNode send(String site, String method, String path, String body) {
        try {
            return link.send(site, ANA.name(), method, path, body).json();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        servers.values().forEach(Server::close);
    }
}
