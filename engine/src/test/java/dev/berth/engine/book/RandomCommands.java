package dev.berth.engine.book;

import dev.berth.engine.admission.Admissions;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.LicenceHold;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Commands drawn from a seed, most of them sensible for the book at hand and some of them not. */
final class RandomCommands {
    private static final String[] RATES = {"0.25", "0.5", "0.8", "1"};

    private static final String[] CAUSES = {"job", "maintenance", "node down"};

    final SplittableRandom random;
    private final RandomAgreements agreements;
    private final RandomQueueing queueing;
    private final int longest;
    private int drains = 6;
    private int jobs;
    private boolean outages = true;
    private boolean prices;
    private boolean policies;
    private boolean parts;

    RandomCommands(long seed) {
        this.random = new SplittableRandom(seed);
        this.agreements = new RandomAgreements(random);
        this.queueing = new RandomQueueing(random);
        this.longest = 2 + random.nextInt(20);
    }

    /** Nothing that names servers: no drains, failures, tentative or settled names. Nor prices, which pass over pools. */
    RandomCommands withoutOutages() {
        outages = false;
        return this;
    }

    /** Prices even without outages, but no budgets: they pass over pools. */
    RandomCommands withPrices() {
        prices = true;
        return this;
    }

    /** Pools of hosts with parts beside others, slices of them, and licences; requests in rounds and opportunistic jobs. */
    RandomCommands withParts() {
        parts = true;
        return this;
    }

    /** Changes of the policies, also to such that the book cannot change to. */
    RandomCommands withPolicies() {
        policies = true;
        return this;
    }

    RandomCommands withManyDrains() {
        drains = 30;
        return this;
    }

    Command next(Book book) {
        Command command = draw(book);
        while (!outages
                && (command instanceof Command.Drain
                        || command instanceof Command.Evacuate
                        || command instanceof Command.Fail
                        || command instanceof Command.Restore
                        || command instanceof Command.Block
                        || command instanceof Command.Avoid
                        || command instanceof Command.Unblock
                        || command instanceof Command.AddServers
                        || command instanceof Command.NameServers
                        || command instanceof Command.Bind
                        || command instanceof Command.Settle
                        || command instanceof Command.StartBound
                        || (!prices && command instanceof Command.SetTariff))) {
            command = draw(book);
        }
        return command;
    }

    private String anyOf(Set<String> names) {
        return List.copyOf(names).get(random.nextInt(names.size()));
    }

    private Command draw(Book book) {
        if (book.pools().isEmpty()) {
            return addPool();
        }
        if (policies && random.nextInt(30) == 0) {
            return new Command.SetPolicy(anyOf(Calendars.names()), anyOf(Admissions.names()));
        }
        if (parts && random.nextInt(40) == 0) {
            return new Command.SetLicences(licences(1 + random.nextInt(4)), held(book.now()));
        }
        if (parts && random.nextInt(100) == 0) {
            return join(book);
        }
        if (parts && random.nextInt(12) == 0) {
            return queueing.next(book, job(book));
        }
        if (random.nextInt(7) == 0) {
            return agreements.next(book, pool(book), reservation(book));
        }
        if (random.nextInt(25) == 0) {
            return random.nextBoolean() ? block(book) : unblock(book);
        }
        if (parts && !book.degraded().isEmpty() && random.nextInt(5) == 0) {
            return relieve(book);
        }
        if (random.nextInt(60) == 0) {
            return new Command.Shun(pool(book), random.nextBoolean() ? ServerSet.EMPTY : servers());
        }
        if (random.nextInt(30) == 0) {
            return new Command.Settle(reservation(book), List.of(servers(), servers()));
        }
        if (random.nextInt(30) == 0) {
            return new Command.StartBound(bound(book));
        }
        if (random.nextInt(40) == 0) {
            return new Command.Give(reservation(book), "user" + random.nextInt(3), Optional.empty());
        }
        if (random.nextInt(20) == 0) {
            return new Command.GiveWay(reservation(book), job(book), book.now() + random.nextInt(12));
        }
        int pick = random.nextInt(98 + drains);
        if (pick < 38) {
            return new Command.Reserve(job(book));
        } else if (pick < 42) {
            return new Command.Hold(job(book), book.now() + random.nextInt(12));
        } else if (pick < 45) {
            return new Command.Confirm(reservation(book));
        } else if (pick < 48) {
            return random.nextBoolean()
                    ? new Command.NameServers(pool(book))
                    : new Command.Bind(pool(book), book.now() + random.nextInt(20));
        } else if (pick < 62) {
            return new Command.Advance(Math.max(0, book.now() - (random.nextInt(20) == 0 ? 1 : 0) + random.nextInt(8)));
        } else if (pick < 68) {
            return new Command.Change(reservation(book), job(book));
        } else if (pick < 70) {
            return replace(book);
        } else if (pick < 73) {
            return new Command.Cancel(reservation(book));
        } else if (pick < 78) {
            ReservationId id = reservation(book);
            return random.nextInt(5) == 0 ? new Command.NoShow(id) : new Command.Finish(id);
        } else if (pick < 80) {
            return new Command.AddServers(pool(book), random.nextInt(3), book.now() + random.nextInt(10) - 2);
        } else if (pick < 82) {
            return addPool();
        } else if (pick < 85) {
            return new Command.Fail(pool(book), servers());
        } else if (pick < 90) {
            return new Command.Restore(pool(book), servers());
        } else if (pick < 92) {
            return new Command.Fail(pool(book), servers(), book.now() + random.nextInt(20));
        } else if (pick < 98) {
            OverrunPolicy[] policies = OverrunPolicy.values();
            return new Command.Overrun(
                    running(book), 1 + random.nextInt(longest), policies[random.nextInt(policies.length)]);
        }
        long start = Math.max(0, book.now() - 2 + random.nextInt(40));
        long end = random.nextInt(3) == 0 ? Window.FOREVER : start + 1 + random.nextInt(20);
        return random.nextInt(3) == 0
                ? new Command.Evacuate(pool(book), servers(), new Window(start, end))
                : new Command.Drain(pool(book), servers(), new Window(start, end), random.nextInt(8) == 0);
    }

    private Command block(Book book) {
        long start = Math.max(0, book.now() - 2 + random.nextInt(20));
        long end = random.nextInt(4) == 0 ? Window.FOREVER : start + 1 + random.nextInt(20);
        Window window = new Window(start, end);
        String cause = CAUSES[random.nextInt(CAUSES.length)];
        return random.nextInt(3) == 0
                ? new Command.Avoid(pool(book), servers(), window, cause)
                : new Command.Block(pool(book), servers(), window, cause);
    }

    /** Mostly one that is there. */
    private Command unblock(Book book) {
        for (Pool pool : book.pools()) {
            for (Outage outage : book.outages(pool.id())) {
                String cause = outage.cause();
                if (cause != null && random.nextInt(3) > 0) {
                    return new Command.Unblock(pool.id(), ServerSet.of(outage.server()), cause);
                }
            }
        }
        return new Command.Unblock(pool(book), servers(), CAUSES[random.nextInt(CAUSES.length)]);
    }

    /** Makes room for what is degraded, which is rare by chance: servers come back, or are added. */
    private Command relieve(Book book) {
        Pool pool = book.pools().get(random.nextInt(book.pools().size()));
        return switch (random.nextInt(3)) {
            case 0 -> unblock(book);
            case 1 -> new Command.AddServers(pool.id(), 1 + random.nextInt(2), book.now());
            default ->
                new Command.Restore(
                        pool.id(),
                        ServerSet.of(IntStream.range(0, pool.servers())
                                .filter(server -> random.nextInt(4) > 0)
                                .toArray()));
        };
    }

    private Command replace(Book book) {
        List<ReservationId> old = Stream.generate(() -> reservation(book))
                .limit(random.nextInt(3))
                .distinct()
                .toList();
        return new Command.Replace(
                old, Stream.generate(() -> job(book)).limit(random.nextInt(4)).toList());
    }

    private Command addPool() {
        int number = random.nextInt(3);
        return new Command.AddPool(new Pool(
                new PoolId("p" + number),
                1 + random.nextInt(5),
                Rate.of(RATES[random.nextInt(RATES.length)]),
                Map.of("parity", number % 2 == 0 ? "even" : "odd"),
                parts && random.nextInt(4) > 0 ? parts() : Parts.NONE));
    }

    /** Mostly pools of whole servers that are equal; sometimes any. */
    private Command join(Book book) {
        Pool first = book.pools().get(random.nextInt(book.pools().size()));
        List<PoolId> from = book.pools().stream()
                .filter(pool -> random.nextInt(8) == 0
                        || (!pool.hasParts()
                                && pool.servers() == first.servers()
                                && pool.rate().equals(first.rate())
                                && book.joinedTo(pool.id()).isEmpty()))
                .map(Pool::id)
                .toList();
        List<PoolId> some = from.isEmpty() ? List.of(first.id()) : from;
        Part cards = Part.sharedDevices("gpu", Math.max(1, first.servers()), 1 + random.nextInt(100));
        Part cores = Part.amount("cores", 1 + random.nextInt(9));
        return new Command.JoinPools(
                new Pool(
                        new PoolId("p" + (2 + random.nextInt(3))),
                        some.size(),
                        first.rate(),
                        Map.of(),
                        random.nextBoolean()
                                ? Parts.of(cards, cores)
                                : Parts.of(Part.devices("gpu-1g", 1 + random.nextInt(3)), cores, cards)),
                "gpu",
                some);
    }

    private Parts parts() {
        Part cores = Part.amount("cores", 2 + random.nextInt(7));
        Part cards = Part.sharedDevices("gpu", 1 + random.nextInt(4), 1 + random.nextInt(100));
        return random.nextBoolean()
                ? Parts.of(cards, cores)
                : Parts.of(cores, Part.devices("gpu-1g", 1 + random.nextInt(3)), cards);
    }

    private HeldLicences held(long now) {
        List<LicenceHold> holds = new ArrayList<>();
        for (int left = random.nextInt(3); left > 0; left--) {
            long start = Math.max(0, now - 5 + random.nextInt(60));
            holds.add(new LicenceHold(
                    "matlab", 1 + random.nextInt(3), new Window(start, start + 1 + random.nextInt(40))));
        }
        return new HeldLicences(holds);
    }

    private static Amounts licences(long number) {
        return Amounts.of(Map.of("matlab", number));
    }

    private Slice slice() {
        Map<String, Long> amounts = new HashMap<>();
        if (random.nextInt(3) > 0) {
            amounts.put("cores", 1L + random.nextInt(4));
        }
        if (random.nextInt(6) == 0) {
            amounts.put("gpu-1g", 1L + random.nextInt(2));
        }
        switch (random.nextInt(4)) {
            case 0 -> amounts.put("gpu", 1L + random.nextInt(3));
            case 1 -> {
                return Slice.of(amounts, Share.of("gpu", 1 + random.nextInt(999)));
            }
            case 2 -> {
                return Slice.of(amounts, Share.ofMemory("gpu", 1 + random.nextInt(60)));
            }
            default -> {}
        }
        return Slice.of(amounts);
    }

    private Job withParts(Job job) {
        Job sliced =
                random.nextInt(5) == 0 ? job : job.requiring(job.requirements().withSlice(slice()));
        return random.nextInt(5) == 0
                ? sliced.requiring(sliced.requirements().withLicences(licences(1 + random.nextInt(2))))
                : sliced;
    }

    Job job(Book book) {
        Job job = anyJob(book);
        return parts ? withParts(job) : job;
    }

    private Job anyJob(Book book) {
        long ready = Math.max(0, book.now() - 2 + random.nextInt(25));
        long work = 1 + random.nextInt(longest);
        long deadline = ready + work + random.nextInt(2 * longest);
        Job job = Job.of("j" + jobs++, ready, work, deadline, 1 + (random.nextInt(3) == 0 ? random.nextInt(4) : 0));
        if (random.nextBoolean()) {
            job = job.under(job.terms().whenFree(random.nextInt(4) == 0 ? random.nextInt(10) : 0));
        }
        return switch (random.nextInt(16)) {
            case 2 -> job.shaped(new Shape.Stay(job.servers(), work));
            case 3 -> job.shaped(new Shape.Divisible(1, 4, new Work(work), random.nextInt(1_000_001)));
            case 4 ->
                job.shaped(new Shape.Table(new TreeMap<>(
                        Map.of(1, new Work(work), 2 + random.nextInt(2), new Work(1 + random.nextInt((int) work))))));
            case 5, 6 -> job.under(job.terms().withFixAfter(random.nextInt(101)));
            case 7, 8 ->
                job.under(new Terms(
                        prices ? null : agreements.budget(),
                        random.nextBoolean() ? null : random.nextInt(101),
                        job.terms().notice()));
            case 0 -> job.requiring(Requirements.attribute("parity", random.nextBoolean() ? "odd" : "none"));
            case 1 -> job.requiring(Requirements.pool("p" + random.nextInt(4)));
            default -> job;
        };
    }

    private ReservationId running(Book book) {
        List<ReservationId> running = book.reservations().stream()
                .filter(Reservation::isRunning)
                .map(Reservation::id)
                .sorted()
                .toList();
        return running.isEmpty() || random.nextInt(10) == 0
                ? reservation(book)
                : running.get(random.nextInt(running.size()));
    }

    private ReservationId bound(Book book) {
        return book.reservations().stream()
                .filter(Reservation::isBound)
                .map(Reservation::id)
                .sorted()
                .findFirst()
                .orElseGet(() -> reservation(book));
    }

    private ReservationId reservation(Book book) {
        if (!book.degraded().isEmpty() && random.nextInt(6) == 0) {
            return book.degraded().iterator().next().reservation().id();
        }
        List<Reservation> open = book.reservations().stream()
                .sorted(Comparator.comparing(Reservation::id))
                .toList();
        return open.isEmpty() || random.nextInt(15) == 0
                ? new ReservationId(1 + random.nextInt(100))
                : open.get(random.nextInt(open.size())).id();
    }

    private PoolId pool(Book book) {
        return random.nextInt(25) == 0
                ? new PoolId("nowhere")
                : book.pools().get(random.nextInt(book.pools().size())).id();
    }

    private ServerSet servers() {
        int first = random.nextInt(5);
        return random.nextInt(4) == 0 ? ServerSet.of(first, first + 1) : ServerSet.of(first);
    }
}
