package dev.berth.provision.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.Money;
import dev.berth.engine.model.Rate;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.plan.SlotSite;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiteFilesTest {
    private static SlotAvailability read(String text) throws IOException {
        return SiteFiles.read(new ByteArrayInputStream(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void sitesWithReservationsAndQueue_orWithSlots() throws IOException {
        SlotAvailability all = read("""
                {'sites': [
                  {'id': 'north', 'servers': 4, 'rate': 0.5, 'perServerHour': '0.50', 'fixedCost': 1,
                   'reserved': [{'from': 10, 'to': 20, 'servers': 3}], 'queue': [{'servers': 2, 'seconds': 5}]},
                  {'id': 'south', 'slots': [
                   {'start': 1.5, 'servers': 2, 'seconds': 60, 'divisible': true, 'perServerHour': 2}]}],
                 'latencyMillis': 7,
                 'links': [{'between': ['south', 'north'], 'megabytesPerSecond': 2}]}
                """);
        UnitCost half = new UnitCost(Money.of("0.50"), SiteFiles.HOUR);
        Money one = Money.of("1");
        assertThat(all.sites())
                .containsExactly(new SlotSite("north", Rate.of("0.5")), new SlotSite("south", Rate.FULL));
        assertThat(all.slots().stream().filter(offered -> offered.site() == 0).map(SlotAvailability.Offered::slot))
                .containsExactly(
                        new Slot(0, 1, 10_000, half, one, false, false),
                        new Slot(0, 1, SiteFiles.DAY, half, one, true, true),
                        new Slot(5_000, 2, 5_000, half, one, false, false),
                        new Slot(20_000, 3, SiteFiles.DAY - 20_000, half, one, true, true));
        assertThat(all.slot(4))
                .isEqualTo(new Slot(
                        1_500, 2, 60_000, new UnitCost(Money.of("2"), SiteFiles.HOUR), Money.ZERO, true, false));
        assertThat(all.transfer(4_000_000, 0, 1)).isEqualTo(2_007);
        assertThat(all.transfer(4_000_000, 1, 0)).isEqualTo(2_007);
    }

    private static SlotAvailability reserved(int servers, List<int[]> windows) throws IOException {
        String list = windows.stream()
                .map(each -> "{'from': %d, 'to': %d, 'servers': %d}".formatted(each[0], each[1], each[2]))
                .collect(Collectors.joining(", "));
        return read("{'sites': [{'id': 'a', 'servers': %d, 'reserved': [%s]}]}".formatted(servers, list));
    }

    @Test
    void reservations_fitIfThereAreEnoughServersAtEveryMoment_whateverTheirOrder() throws IOException {
        List<int[]> windows =
                new ArrayList<>(List.of(new int[] {0, 10, 1}, new int[] {20, 30, 1}, new int[] {5, 25, 1}));
        SlotAvailability expected = reserved(2, windows);
        assertThat(expected.slots().stream().map(offered -> offered.slot().start()))
                .containsExactly(0L, 10_000L, 25_000L, 30_000L);
        Collections.swap(windows, 1, 2);
        assertThat(reserved(2, windows).slots()).isEqualTo(expected.slots());

        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            List<int[]> drawn = new ArrayList<>();
            int[] busy = new int[40];
            for (int k = 0; k < 6; k++) {
                int from = random.nextInt(20);
                int to = from + 1 + random.nextInt(15);
                int wanted = 1 + random.nextInt(2);
                drawn.add(new int[] {from, to, wanted});
                for (int time = from; time < to; time++) {
                    busy[time] += wanted;
                }
            }
            boolean fits = Arrays.stream(busy).max().orElse(0) <= 5;
            ThrowingCallable reading = () -> reserved(5, drawn);
            if (fits) {
                assertThatCode(reading).as("seed %d", seed).doesNotThrowAnyException();
            } else {
                assertThatThrownBy(reading).as("seed %d", seed).hasMessageContaining("of the 5 servers free");
            }
        }
    }

    @Test
    void byteOrderMark_isPassedOver() throws IOException {
        assertThat(read("\uFEFF{'sites': [{'id': 'a', 'servers': 1}]}").sites()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'sites': [}|line 1, column",
                "{'sites': []}|sites: there are none",
                "{'places': []}|places: \"[]\" is not a field here; the fields are latencyMillis, links, megabytesPerSecond, sites",
                "[]|the file: \"a list\" must be an object",
                "{'sites': 3}|sites: \"3\" must be a list",
                "{'sites': [{'servers': 3}]}|sites[0].id is required",
                "{'sites': [{'id': ' ', 'servers': 3}]}|sites[0].id: \" \" must be text that is not blank",
                "{'sites': [{'id': 'a', 'servers': 0}]}|sites[0].servers: \"0\" must be a whole number from 1",
                "{'sites': [{'id': 'a', 'servers': 1, 'rate': 2}]}|sites[0].rate: \"2\" must be above 0",
                "{'sites': [{'id': 'a', 'servers': 1, 'rate': 'x'}]}|sites[0].rate: \"x\" must be",
                "{'sites': [{'id': 'a', 'servers': 1, 'perServerHour': -1}]}|sites[0].perServerHour: \"-1\" must be an amount",
                "{'sites': [{'id': 'a', 'servers': 1, 'perServerHour': 1e999999999}]}|sites[0].perServerHour",
                "{'sites': [{'id': 'a', 'servers': 1}, {'id': 'a', 'servers': 1}]}|sites[1].id: \"a\" must be a name that no other",
                "{'sites': [{'id': 'a', 'servers': 1, 'slots': []}]}|sites[0].servers: a site says its slots, or what it has; not both",
                "{'sites': [{'id': 'a', 'servers': 2, 'reserved': [{'from': 5, 'to': 5, 'servers': 1}]}]}|sites[0].reserved[0].to: \"5\" must be",
                "{'sites': [{'id': 'a', 'servers': 2, 'reserved': [{'from': 0, 'to': 5, 'servers': 2}, {'from': 4, 'to': 6, 'servers': 1}]}]}|sites[0].reserved[1]: the other reservations leave fewer than 1 of the 2 servers free",
                "{'sites': [{'id': 'a', 'servers': 2, 'queue': [{'servers': 3, 'seconds': 1}]}]}|sites[0].queue[0].servers: \"3\" must be a whole number from 1 to 2",
                "{'sites': [{'id': 'a', 'slots': [{'start': 0, 'servers': 1, 'seconds': 0}]}]}|sites[0].slots[0].seconds: \"0\" must be a number of seconds",
                "{'sites': [{'id': 'a', 'slots': [{'start': 0, 'servers': 1, 'seconds': 1, 'extensible': true}]}]}|sites[0].slots[0].extensible: \"true\" must be false",
                "{'sites': [{'id': 'a', 'slots': [{'start': 0, 'servers': 1, 'seconds': 1, 'divisible': 1}]}]}|sites[0].slots[0].divisible: \"1\" must be true or false",
                "{'sites': [{'id': 'a', 'servers': 1}], 'links': [{'between': ['a']}]}|links[0].between: it names two sites",
                "{'sites': [{'id': 'a', 'servers': 1}], 'links': [{'between': ['a', 'b']}]}|links[0].between[1]: \"b\" must be one of the sites [a]",
                "{'sites': [{'id': 'a', 'servers': 1}], 'latencyMillis': 0.5}|latencyMillis: \"0.5\" must be",
                "{'sites': [{'id': 'a', 'servers': 1}], 'megabytesPerSecond': 0}|megabytesPerSecond: \"0\" must be",
                "{'sites': [{'id': 'a', 'servers': 1}]} x|line 1, column"
            })
    void malformed_isRefusedWithPlaceAndReason(String text, String message) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(BadSites.class).hasMessageStartingWith(message);
    }
}
