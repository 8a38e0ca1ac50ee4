package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.TinyPacking.Item;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Admissions to tiny pools of hosts beside a {@link TinyPacking}, which tries everything. What is accepted must fit; and of what
 * fits if all that waits keeps its time and goes to the best hosts, little may be refused. How often that happens is in decision
 * 93; with a fixed seed, so that it is the same each time.
 */
class TinyPackingTest {
    private static final int POOLS = 600;
    private static final int JOBS = 13;
    private static final int LICENCES = 2;

    /** At most this many of a thousand decisions refuse what fits. */
    private static final int REFUSED_ALTHOUGH_IT_FITS = 3;

    private int decided;
    private int accepted;
    private int refusedRightly;
    private int refusedAlthoughItFits;
    private int repacked;

    @ParameterizedTest
    @ValueSource(strings = {"earliest", "level", "prompt"})
    void whatIsAcceptedFits_andLittleThatFitsIsRefused(String policy) {
        for (long seed = 1; seed <= POOLS; seed++) {
            run(policy, seed);
        }
        String figures =
                "%s: %d decisions, %d accepted (%d with others on other hosts), %d refused; %d more refused although they fit"
                        .formatted(policy, decided, accepted, repacked, refusedRightly, refusedAlthoughItFits);
        System.out.println(figures);
        assertThat(refusedAlthoughItFits * 1000L)
                .as(figures)
                .isLessThanOrEqualTo((long) REFUSED_ALTHOUGH_IT_FITS * decided);
        assertThat(repacked).as(figures).isGreaterThan(POOLS / 20).isGreaterThan(2 * refusedAlthoughItFits);
        assertThat(refusedRightly).as(figures).isGreaterThan(POOLS);
    }

    private void run(String policy, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Parts parts = Parts.of(
                Part.sharedDevices("gpu", 1 + random.nextInt(3), 0), Part.amount("cores", 2 + random.nextInt(5)));
        Pool pool = new Pool(new PoolId("p"), 1 + random.nextInt(3), Rate.FULL, Map.of(), parts);
        Book book = new Book(policy);
        book.submit(new Command.AddPool(pool));
        book.submit(new Command.SetLicences(Amounts.of(Map.of("matlab", (long) LICENCES))));
        for (int i = 0; i < JOBS; i++) {
            if (random.nextInt(6) == 0) {
                book.submit(new Command.Advance(book.now() + 1 + random.nextInt(2)));
            }
            decide(book, pool, job("j" + i, pool, book.now(), random), policy + ", seed " + seed + ", job " + i);
        }
    }

    private static Job job(String id, Pool pool, long now, SplittableRandom random) {
        int servers = random.nextInt(4) == 0 ? 1 + random.nextInt(pool.servers()) : 1;
        long length = 1 + random.nextInt(5);
        long ready = now + random.nextInt(6);
        long deadline = ready + length + (random.nextBoolean() ? 0 : random.nextInt(4));
        Requirements requirements = Requirements.slice(slice(pool.parts(), random));
        if (random.nextInt(6) == 0) {
            requirements = requirements.withLicences(Amounts.of(Map.of("matlab", 1L + random.nextInt(2))));
        }
        return Job.of(id, ready, deadline, new Shape.Stay(servers, length)).requiring(requirements);
    }

    private static Slice slice(Parts parts, SplittableRandom random) {
        if (random.nextInt(12) == 0) {
            return Slice.WHOLE;
        }
        Map<String, Long> amounts = new HashMap<>();
        long cores = random.nextLong(parts.all().get(1).count() + 1);
        if (cores > 0) {
            amounts.put("cores", cores);
        }
        if (random.nextInt(2) == 0) {
            return Slice.of(amounts, Share.of("gpu", 250 * (1 + random.nextInt(3))));
        }
        amounts.put("gpu", 1 + random.nextLong(parts.all().getFirst().count()));
        return Slice.of(amounts);
    }

    private void decide(Book book, Pool pool, Job job, String where) {
        List<Item> items = new ArrayList<>();
        for (Reservation reservation : book.reservations()) {
            if (reservation.window().end() > book.now()) {
                items.add(item(reservation, book.now()));
            }
        }
        int earliest = (int) Math.max(book.now(), job.ready());
        int length = (int) job.shape().duration(job.servers(), Rate.FULL);
        items.add(Item.free(
                job.requirements().slice(),
                job.requirements().licences().get("matlab"),
                job.servers(),
                earliest,
                (int) job.deadline() - length,
                length));
        boolean fits = TinyPacking.exists(pool, LICENCES, items);
        decided++;
        if (book.submit(new Command.Reserve(job)) instanceof Decision.Accepted answer) {
            accepted++;
            repacked += answer.events().stream().anyMatch(Event.Repacked.class::isInstance) ? 1 : 0;
            assertThat(fits).as("whatIsAcceptedFits: %s", where).isTrue();
            assertThat(TinyPacking.exists(pool, LICENCES, asPlaced(book)))
                    .as("theWitnessFits: %s", where)
                    .isTrue();
        } else if (fits) {
            refusedAlthoughItFits++;
        } else {
            refusedRightly++;
        }
    }

    /** At its own time; what runs keeps its hosts and devices, what waits may have any. */
    private static Item item(Reservation reservation, long now) {
        Item placed = asPlaced(reservation, now);
        return reservation.isRunning()
                ? placed
                : Item.free(
                        placed.slice(),
                        placed.licences(),
                        placed.servers(),
                        placed.firstStart(),
                        placed.lastStart(),
                        placed.length());
    }

    /** Everybody on the hosts and devices that the book has for them. */
    private static List<Item> asPlaced(Book book) {
        return book.reservations().stream()
                .filter(reservation -> reservation.window().end() > book.now())
                .map(reservation -> asPlaced(reservation, book.now()))
                .toList();
    }

    private static Item asPlaced(Reservation reservation, long now) {
        Placement placement = reservation.placement();
        int start = (int) Math.max(now, placement.window().start());
        return new Item(
                placement.taken().slice(),
                placement.taken().licences().get("matlab"),
                placement.count(),
                start,
                start,
                (int) placement.window().end() - start,
                placement.servers().stream().boxed().toList(),
                IntStream.range(0, placement.count())
                        .mapToObj(placement.taken().devices()::bits)
                        .toList());
    }
}
