package dev.berth.cli.notice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import dev.berth.service.notice.NoticeKind;
import dev.berth.site.TimeSource;
import dev.berth.wire.Names;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Notices chosen from the shell, with a real SMTP server and a real receiver of webhooks. */
class NoticeCommandsTest {
    @TempDir
    private Path directory;

    private Receivers receivers;
    private Shop shop;

    @BeforeEach
    void open() throws IOException {
        receivers = new Receivers();
        shop = new Shop(directory, TimeSource.following(Shop.CLOCK), receivers::settings);
    }

    @AfterEach
    void close() {
        shop.close();
        receivers.close();
    }

    /** Kinds of notice that the shell offers are those that the service knows. */
    @Test
    void kinds_areThoseOfTheService() {
        assertThat(Kinds.ALL)
                .containsExactlyElementsOf(
                        Stream.of(NoticeKind.values()).map(Names::of).toList());
    }

    @Test
    void notices_areChosenAndTheAddressIsConfirmed() {
        assertThat(shop.berth("notices").out())
                .startsWith("mail         none;")
                .contains("berth notices set --mail ADDRESS\n")
                .endsWith("""
                        told of      everything
                        reminders    15m before the start, 10m before the end
                        times in     time zone of the site
                        asks         may be asked for flexibility
                        """);
        Ran set = shop.berth(
                "notices",
                "set",
                "--mail",
                "ana@example.org",
                "--kinds",
                "moved, degraded",
                "--before-start",
                "30m",
                "--mail-zone",
                "Europe/Berlin");
        assertThat(set.err()).isEmpty();
        assertThat(set.out())
                .startsWith("Changed\nmail         none ")
                .containsSubsequence("""
                        told of      moved, degraded
                        reminders    30m before the start, 10m before the end
                        times in     Europe/Berlin
                        """, "ana@example.org", "berth notices confirm CODE\n");
        assertThat(shop.berth("notices", "confirm", "wrong").err()).contains("wrong, used or expired");
        assertThat(shop.berth("notices", "confirm", receivers.code()).out())
                .isEqualTo("Notices are mailed to ana@example.org\n");
        assertThat(shop.berth("notices", "show", "--account", "admin").out()).contains("mail         ana@example.org");
        assertThat(shop.berth("notices", "stop", "admin").out()).isEqualTo("No more mails to admin\n");
        assertThat(shop.berth("notices").out()).contains("told of      nothing");
        assertThat(shop.berth("notices", "set", "--kinds", "all", "--no-mail").out())
                .contains("told of      everything", "mail         none; set one");
    }

    @Test
    void notices_thatCannotBeMeant_areBadInput() {
        assertThat(shop.berth("notices", "set").code()).isEqualTo(2);
        assertThat(shop.berth("notices", "set", "--mail", "a@b", "--no-mail").code())
                .isEqualTo(2);
        Ran unknown = shop.berth("notices", "set", "--kinds", "everything");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("confirmed, starts-soon");
        assertThat(shop.berth("notices", "set", "--before-start", "8d").err()).contains("must be at most P7D");
        assertThat(shop.berth("notices", "stop", "nobody").err()).contains("Unknown account");
    }

    @Test
    void webhook_isAddedTestedAndRemoved() {
        assertThat(shop.berth("webhook", "list").out()).startsWith("You have no webhooks.");
        Ran added = shop.berth("webhook", "add", receivers.address(), "--kinds", "moved");
        assertThat(added.err()).isEmpty();
        String id = added.out().replaceAll("(?s)webhook +(\\S+).*", "$1");
        String secret = added.out().replaceAll("(?s).*\nsecret +(\\S+).*", "$1");
        assertThat(added.out()).contains("told of      moved, own reservations", "The secret is shown this once.");
        assertThat(shop.berth("webhook", "list").out()).contains(id, "on", "own", receivers.address());
        Ran shown = shop.berth("webhook", "show", id);
        assertThat(shown.out()).contains(id).doesNotContain(secret);
        assertThat(shop.berth("webhook", "show", "h-000000000000").code()).isEqualTo(2);

        Ran tested = shop.berth("webhook", "test", id);
        assertThat(tested.out()).isEqualTo("Accepted\n");
        assertThat(receivers.posted).hasSize(1);
        Ran again = shop.berth("webhook", "test", id);
        assertThat(again.code()).isEqualTo(3);
        assertThat(again.err()).contains("wait 5 seconds");
        assertThat(shop.berth("webhook", "dead", id).out()).contains("Everything was delivered");
        assertThat(shop.berth("webhook", "retry", id).out()).isEqualTo("Nothing to deliver again\n");
        assertThat(shop.berth("webhook", "remove", id).out()).isEqualTo("Removed\n");
        assertThat(shop.berth("webhook", "remove", id).code()).isEqualTo(2);
    }

    @Test
    void webhook_thatDoesNotAccept_isRefusedByTheTestAndWaitsInTheQueue() {
        receivers.status = 500;
        assertThat(shop.berth("notices", "queue").out()).isEqualTo("Nothing waits for delivery\n");
        String id = Shop.json(shop.berth("webhook", "add", receivers.address(), "--json"))
                .path("id")
                .asText();
        Ran tested = shop.berth("webhook", "test", id);
        assertThat(tested.code()).isEqualTo(1);
        assertThat(tested.out()).isEqualTo("Not accepted: Answered 500\n");
        shop.fill();
        assertThat(shop.berth("notices", "queue").out()).contains("1 notice waits for delivery", id, "admin");
        assertThat(shop.berth("notices", "retry").out()).isEqualTo("Nothing to deliver again\n");
    }

    @Test
    void calendarLink_opensTheCalendarUntilItIsRevoked() throws Exception {
        shop.fill();
        String link = shop.berth("calendar", "link").out().strip();
        assertThat(link).startsWith(shop.address() + "/api/v1/calendar/link/");
        assertThat(get(link).body()).contains("BEGIN:VEVENT");
        Ran known = shop.berth("calendar", "link");
        assertThat(known.out()).contains("since 2026-11-16 08:00");

        String other = shop.berth("calendar", "link", "--new").out().strip();
        assertThat(get(link).statusCode()).isEqualTo(404);
        assertThat(get(other).statusCode()).isEqualTo(200);
        assertThat(shop.berth("calendar", "link", "--revoke").out()).contains("has ended");
        assertThat(get(other).statusCode()).isEqualTo(404);
        assertThat(shop.berth("calendar", "link", "--revoke", "--new").code()).isEqualTo(2);
    }

    private static HttpResponse<String> get(String address) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
        }
    }
}
