package dev.berth.provision.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Window;
import dev.berth.provision.slot.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiteSchedulerTest {
    /**
     * Figure 7: three reservations, the last of which ends at 4, a horizon at 6, and six free slots. The figure's windows
     * are read as A on servers 0 and 1 in [1, 2), B on server 2 in [2, 3), C on servers 3 and 4 in [3, 4).
     */
    @Test
    void figure7_sixSlots() {
        SiteScheduler site = new SiteScheduler(5, 6);
        book(site, new Window(1, 2), Set.of(0, 1));
        book(site, new Window(2, 3), Set.of(2));
        book(site, new Window(3, 4), Set.of(3, 4));

        assertThat(site.horizon()).isEqualTo(6);
        assertThat(site.slots())
                .containsExactly(
                        Slot.whole(0, 2, 1),
                        Slot.whole(0, 1, 2),
                        Slot.whole(0, 2, 3),
                        Slot.open(2, 2, 4),
                        Slot.open(3, 1, 3),
                        Slot.open(4, 2, 2));
    }

    /** On these servers: takes all and gives the others back. */
    private static void book(SiteScheduler site, Window window, Set<Integer> servers) {
        List<Granted> others = new ArrayList<>();
        for (int taken = 0; taken < servers.size(); ) {
            Granted one = site.reserve(window, 1).orElseThrow();
            if (servers.contains(site.servers(one).nextSetBit(0))) {
                taken++;
            } else {
                others.add(one);
            }
        }
        others.forEach(site::release);
    }

    /** One of two servers is free at every moment, but no one server for 20: only a site that counts starts at once. */
    @Test
    void naming_waitsForTheSameServer() {
        assertThat(longJob(new SiteScheduler(2, 24)).start()).isZero();
        assertThat(longJob(SiteScheduler.naming(2, 24)).start()).isEqualTo(10);
    }

    private static Granted longJob(SiteScheduler site) {
        assertThat(site.reserve(new Window(0, 10), 1)).isPresent();
        assertThat(site.reserve(new Window(10, 20), 1)).isPresent();
        return site.submit(1, 20);
    }

    /** Oracle by hand: every start from now on, and every server by itself. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void naming_startsWhenEnoughServersAreFreeAllThrough(long seed) {
        Random random = new Random(seed);
        for (int trial = 0; trial < 30; trial++) {
            int servers = 1 + random.nextInt(5);
            SiteScheduler site = SiteScheduler.naming(servers, 24);
            List<List<Window>> busy = new ArrayList<>();
            for (int server = 0; server < servers; server++) {
                busy.add(new ArrayList<>());
            }
            for (int job = 0; job < 25; job++) {
                site.advance(site.now() + random.nextInt(4));
                int wanted = 1 + random.nextInt(servers);
                long time = 1 + random.nextInt(12);
                long expected = firstStart(busy, site.now(), wanted, time);
                Granted granted = site.submit(wanted, time);
                assertThat(granted.start())
                        .as("seed %d, trial %d, job %d", seed, trial, job)
                        .isEqualTo(expected);
                site.servers(granted).stream()
                        .forEach(server -> busy.get(server).add(granted.window()));
            }
        }
    }

    private static long firstStart(List<List<Window>> busy, long now, int wanted, long time) {
        for (long start = now; ; start++) {
            Window window = new Window(start, start + time);
            long free = busy.stream()
                    .filter(server -> server.stream().noneMatch(window::overlaps))
                    .count();
            if (free >= wanted) {
                return start;
            }
        }
    }

    @Test
    void horizon_isStrictlyBeyondTheLastReservation_onADayFromNow() {
        SiteScheduler site = new SiteScheduler(2, 24);
        assertThat(site.horizon()).isEqualTo(24);
        site.submit(1, 24);
        assertThat(site.horizon()).isEqualTo(48);
        site.advance(5);
        assertThat(site.horizon()).isEqualTo(29);
    }

    @Test
    void backfilling_usesWhatIsLeftBeforeAWideJob() {
        SiteScheduler site = new SiteScheduler(4, 24);
        assertThat(site.submit(3, 10).start()).isZero();
        assertThat(site.submit(4, 5).start()).isEqualTo(10);
        assertThat(site.submit(1, 10).start()).isZero();
        assertThat(site.submit(1, 1).start()).isEqualTo(15);
    }

    /** One server is free all the time, but never the same: the third would wait if servers were named ahead of time. */
    @Test
    void serversAreCounted_andSettledAtTheStart() {
        SiteScheduler site = new SiteScheduler(3, 24);
        assertThat(site.submit(2, 5).start()).isZero();
        assertThat(site.submit(2, 5).start()).isEqualTo(5);
        assertThat(site.submit(1, 8).start()).isZero();
        assertThat(site.slots()).containsExactly(Slot.open(8, 1, 16), Slot.open(10, 2, 14));
        site.advance(6);
        assertThat(site.slots()).containsExactly(Slot.open(8, 1, 22), Slot.open(10, 2, 20));
    }

    @Test
    void nonsense_isRefused() {
        SiteScheduler site = new SiteScheduler(4, 24);
        site.advance(10);
        assertThatThrownBy(() -> site.advance(9)).isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> site.submit(5, 1)).hasMessageContaining("must be from 1 to 4");
        assertThatThrownBy(() -> site.submit(1, 0)).hasMessageContaining("run time: \"0\"");
        assertThatThrownBy(() -> site.reserve(new Window(9, 11), 1)).hasMessageContaining("must not be before now, 10");
        assertThatThrownBy(() -> new SiteScheduler(1, 0)).hasMessageContaining("day: \"0\"");
        assertThat(site.reserve(new Window(10, 20), 4)).isPresent();
        assertThat(site.reserve(new Window(19, 21), 1)).isEmpty();
    }

    /** A calendar of single moments: what is free is looked up one by one. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void slotSetIsTheRecomputation_earliestIsEarliest_andNoJobDelaysAnEarlierOne(long seed) {
        Random random = new Random(seed);
        int servers = 1 + random.nextInt(6);
        SiteScheduler site = new SiteScheduler(servers, 10);
        Moments moments = new Moments(site, 2000);
        for (int step = 0; step < 250; step++) {
            switch (random.nextInt(5)) {
                case 0 -> site.advance(site.now() + random.nextInt(4));
                case 1 -> {
                    List<Granted> granted = moments.granted();
                    if (!granted.isEmpty() && random.nextBoolean()) {
                        Granted back = granted.get(random.nextInt(granted.size()));
                        site.release(back);
                        moments.give(back);
                    }
                }
                case 2 -> {
                    long start = site.now() + random.nextInt(20);
                    Window window = new Window(start, start + 1 + random.nextInt(8));
                    int wanted = 1 + random.nextInt(servers);
                    boolean possible = moments.free(window.start(), window.end()) >= wanted;
                    var answer = site.reserve(window, wanted);
                    assertThat(answer.isPresent())
                            .as("seed %d step %d", seed, step)
                            .isEqualTo(possible);
                    answer.ifPresent(moments::take);
                }
                default -> {
                    int wanted = 1 + random.nextInt(servers);
                    long runTime = 1 + random.nextInt(8);
                    long expected = moments.earliest(wanted, runTime);
                    Granted job = site.submit(wanted, runTime);
                    assertThat(job.start()).as("seed %d step %d", seed, step).isEqualTo(expected);
                    moments.take(job);
                }
            }
            assertThat(site.slots()).as("seed %d step %d", seed, step).containsExactlyElementsOf(moments.slots());
            assertThat(site.horizon()).isGreaterThan(moments.lastBusy());
            assertThat((site.horizon() - site.now()) % 10).isZero();
        }
    }
}
