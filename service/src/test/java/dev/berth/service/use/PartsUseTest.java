package dev.berth.service.use;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.booking.Pools;
import dev.berth.service.guard.HostReading;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Idle cards of two hosts with four cards and 16 cores each, which are given back while the rest of a reservation goes on. */
class PartsUseTest {
    private static final long ROUND = 30_000;
    private static final long LIMIT = Duration.ofMinutes(30).toMillis();
    private static final PoolId HOSTS = new PoolId("dgx");
    private static final List<String> NAMES = List.of("one", "two");

    private final TestSite site = new TestSite();
    private final UseMeters meters = new UseMeters(
            new IdleRules(Map.of(HOSTS, new IdleRule(5, LIMIT, IdleRule.Then.SHRINK, 4 * LIMIT))),
            UnixUsers.SAME,
            () -> site.site().clock().elapsed());
    private final UseWatch watch = new UseWatch(site.site(), meters, id -> false);
    /** Percent by host and card; -1 for a card that tells nothing. */
    private final int[][] busy = new int[2][4];

    private final long[][] held = new long[2][4];
    /** Thousandths of cores that ana uses on each host. */
    private long load = 1_000;

    PartsUseTest() {
        Parts parts = Parts.of(Part.sharedDevices("gpu", 4, 80_000), Part.amount("cores", 16));
        site.write(TestSite.OLGA, transaction -> {
            Pools.add(
                    transaction,
                    new PoolJson.Planned(
                            new Pool(HOSTS, 2, Rate.FULL, Map.of(), parts),
                            Optional.empty(),
                            new Unit("host"),
                            NAMES.stream()
                                    .map(host -> new NamedServer(host, Optional.of(host), Optional.empty()))
                                    .toList()));
            return true;
        });
        site.submit(new Command.SetTariff(
                HOSTS, Tariff.flat(Money.of("1"), TestSite.HOUR).withFees(500_000, 0)));
    }

    @AfterEach
    void close() {
        site.close();
    }

    private ReservationId booked(int servers, Slice slice) {
        long now = site.site().clock().millis();
        Job job = TestSite.job("ana", new Window(now, now + 8 * TestSite.HOUR), servers)
                .requiring(Requirements.slice(slice));
        Decision decision = site.submit(new Command.Reserve(job));
        site.pass(1);
        return ((Decision.Accepted) decision).reservation().id();
    }

    private Reservation get(ReservationId id) {
        return site.open(id).orElseThrow();
    }

    private Devices devices(ReservationId id) {
        return get(id).placement().taken().devices();
    }

    private HostReading reading(int host) {
        List<HostReading.Card> cards = new ArrayList<>();
        for (int card = 0; card < 4; card++) {
            cards.add(new HostReading.Card(
                    "GPU-%d-%d".formatted(host, card),
                    card,
                    80_000,
                    busy[host][card] < 0 ? OptionalInt.empty() : OptionalInt.of(busy[host][card]),
                    OptionalLong.of(busy[host][card] > 0 ? 5_000 : held[host][card])));
        }
        Set<String> names = cards.stream().map(HostReading.Card::device).collect(Collectors.toSet());
        return new HostReading(
                NAMES.get(host),
                names,
                true,
                List.of(),
                cards,
                Optional.of(List.of(new HostReading.UserLoad("ana", load, 100))),
                Duration.ofMillis(ROUND));
    }

    private void rounds(int minutes) {
        for (long passed = 0; passed < minutes * 60_000L; passed += ROUND) {
            site.pass(ROUND);
            for (int host = 0; host < 2; host++) {
                HostReading reading = reading(host);
                watch.carryOut(site.write(TestSite.OLGA, transaction -> meters.take(transaction.view(), reading)));
            }
        }
    }

    private List<String> deeds() {
        return site.deeds().stream().filter(deed -> deed.startsWith("site ")).toList();
    }

    /**
     * All four cards and two cores cost 8, two cards 4. Two go after 30 minutes and a half: of 4, 0.25 is used up, and half of 3.75 is due,
     * 1.88 with half a cent rounded up.
     */
    @Test
    void idleAndEmptyCards_areGivenBack_whileOthersCompute() {
        ReservationId id = booked(1, Slice.of(Map.of("gpu", 4L, "cores", 2L)));
        busy[0][1] = 90;
        busy[0][3] = 20;
        rounds(30);
        assertThat(deeds()).containsExactly("site warn-idle " + id);
        assertThat(devices(id)).isEqualTo(Devices.of(0b1111));
        rounds(1);
        assertThat(deeds()).endsWith("site give-back-idle " + id);
        assertThat(devices(id)).isEqualTo(Devices.of(0b1010));
        assertThat(get(id).placement().taken().slice()).isEqualTo(Slice.of(Map.of("gpu", 2L, "cores", 2L)));
        assertThat(get(id).agreement().price()).isEqualTo(Money.of("4"));
        assertThat(get(id).agreement().fees()).isEqualTo(Money.of("2.13"));
        rounds(120);
        assertThat(devices(id)).as("the others are in use").isEqualTo(Devices.of(0b1010));
    }

    @Test
    void memoryThatIsHeld_orACardThatTellsNothing_isNotGivenBack() {
        ReservationId id = booked(1, Slice.of(Map.of("gpu", 4L, "cores", 2L)));
        busy[0][0] = 90;
        busy[0][1] = -1;
        held[0][2] = 500;
        rounds(40);
        assertThat(devices(id)).isEqualTo(Devices.of(0b0111));
        rounds(120);
        assertThat(devices(id)).isEqualTo(Devices.of(0b0111));
    }

    @Test
    void ofSeveralHosts_asManyCardsOfEach() {
        ReservationId id = booked(2, Slice.of(Map.of("gpu", 4L, "cores", 2L)));
        busy[0][0] = 90;
        busy[1][0] = 90;
        busy[1][1] = 90;
        busy[1][2] = 90;
        rounds(32);
        assertThat(devices(id)).isEqualTo(Devices.of(0b1101, 0b0111));
        rounds(120);
        assertThat(devices(id)).isEqualTo(Devices.of(0b1101, 0b0111));
    }

    @Test
    void whereOnlyTheCoresCompute_allCardsGo_ifTheCoresWereBooked() {
        ReservationId booked = booked(1, Slice.of(Map.of("gpu", 2L, "cores", 2L)));
        ReservationId half = booked(1, Slice.of(Map.of("cores", 2L), Share.of("gpu", 500)));
        ReservationId bare = booked(1, Slice.of(Map.of("gpu", 1L)));
        rounds(120);
        assertThat(get(booked).placement().taken().slice()).isEqualTo(Slice.of(Map.of("cores", 2L)));
        assertThat(get(half).placement().taken().slice()).isEqualTo(Slice.of(Map.of("cores", 2L)));
        assertThat(get(bare).placement().taken().slice()).isEqualTo(Slice.of(Map.of("gpu", 1L)));
        load = 0;
        rounds(120);
        assertThat(List.of(booked, half, bare).stream()
                        .filter(id -> site.open(id).isPresent()))
                .as("idle as a whole")
                .isEmpty();
    }

    /** Somebody else has the other half of the card. */
    @Test
    void aShareOfACardThatIsUsed_isNotGivenBack() {
        ReservationId half = booked(1, Slice.of(Map.of("cores", 2L), Share.of("gpu", 500)));
        busy[0][Long.numberOfTrailingZeros(devices(half).bits(0))] = 80;
        rounds(120);
        assertThat(get(half).placement().taken().slice())
                .isEqualTo(Slice.of(Map.of("cores", 2L), Share.of("gpu", 500)));
    }

    @Test
    void whoSaysThatTheyNeedIt_keepsAllCards() {
        ReservationId id = booked(1, Slice.of(Map.of("gpu", 4L, "cores", 2L)));
        busy[0][0] = 90;
        rounds(20);
        meters.kept(id);
        rounds(20);
        assertThat(devices(id)).isEqualTo(Devices.of(0b1111));
        busy[0][3] = 90;
        rounds(17);
        assertThat(devices(id))
                .as("of three that were idle one is in use; their owner is told again, and has half of the time")
                .isEqualTo(Devices.of(0b1001));
    }
}
