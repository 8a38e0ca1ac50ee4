package dev.berth.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.watch.Metrics;
import dev.berth.api.watch.UsageHistory;
import dev.berth.engine.agreement.Family;
import dev.berth.engine.agreement.Offer;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.service.booking.Faster;
import dev.berth.service.booking.FoundOffers;
import dev.berth.service.booking.InTheWay;
import dev.berth.service.booking.PoolUnits;
import dev.berth.service.booking.RecentOffers;
import dev.berth.service.booking.Where;
import dev.berth.service.quota.OverLimit;
import dev.berth.service.report.Refusals;
import dev.berth.service.report.UsageLedger;
import dev.berth.service.signin.Sessions;
import dev.berth.site.NotLeading;
import dev.berth.site.Site;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.OfferJson;
import dev.berth.wire.json.Invalid;
import dev.berth.wire.problem.AskedAmount;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Refused;
import dev.berth.wire.problem.Rejected;
import dev.berth.words.Unit;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where the resources get their work done: reads, writes that are carried out once, and refusals with offers. */
public final class SiteAccess {
    /** The header with the number of the last entry of the journal that an answer takes into account. */
    static final String VERSION = "Berth-Version";

    /** How long an instance that follows waits for a version before it asks the leader. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Site site;
    private final RecentOffers recentOffers;
    private final Clock clock;
    private final UsageHistory history;
    private final Metrics metrics;
    private final Optional<Predicate<Pool>> cluster;
    private final QuestionLanes lanes = new QuestionLanes();
    private final PendingRefusals refusals;

    /** @param cluster which pools are its own, of a cluster that keeps what is booked there and runs what waits for it; empty if there is none */
    public SiteAccess(
            Site site,
            RecentOffers recentOffers,
            Clock clock,
            UsageHistory history,
            Metrics metrics,
            Optional<Predicate<Pool>> cluster) {
        this.site = site;
        this.recentOffers = recentOffers;
        this.clock = clock;
        this.history = history;
        this.metrics = metrics;
        this.cluster = cluster;
        this.refusals = new PendingRefusals(site);
    }

    /** The time, without waiting for the site: its book is never ahead of its clock by more than a moment. */
    public long now() {
        return clock.millis();
    }

    @SuppressWarnings("unchecked")
    public <T> T read(Function<View, T> question) {
        T answer = site.read(view -> {
            T told = question.apply(view);
            // An answer that says which version of the site it is about is still what was asked for.
            return told instanceof Answer whole ? (T) versioned(whole, view.version()) : told;
        });
        if (!site.isCurrent()) {
            throw Problem.of(
                            Code.NOT_LEADING,
                            "This instance has lost its connection to the journal, and another one may lead the site;"
                                    + " try again in a second")
                    .toException();
        }
        return answer;
    }

    /** Whether another instance leads, so that writes are for that one. */
    public boolean isFollowing() {
        return site.isFollowing();
    }

    /** Whether a read can be answered here: this instance hears from the journal, and has, or soon gets, a version. */
    boolean isUpTo(long version) {
        try {
            return site.isCurrent() && (version == 0 || site.await(version, PATIENCE));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A version that everything asked for from now on takes into account. */
    long version() {
        return site.known();
    }

    /** The same for what may not be there yet. */
    public Optional<Answer> readIfThere(Function<View, Optional<Answer>> question) {
        return read(view -> question.apply(view).map(answer -> versioned(answer, view.version())));
    }

    private static Answer versioned(Answer answer, long version) {
        return answer.header(VERSION).isEmpty() ? answer.with(VERSION, Long.toString(version)) : answer;
    }

    /** Asks what may take long, in the turn of the caller. */
    public <T> T readInTurn(Call call, Function<View, T> question) {
        return inTurn(call, () -> read(question));
    }

    /** Does what may take long, and asks the site in slices, in the turn of the caller. */
    public <T> T inTurn(Call call, Supplier<T> work) {
        return lanes.inTurn(call.account().name(), work);
    }

    /** Whether something waits to run a job with these requirements: a cluster is behind every pool that fits. */
    public boolean isRun(Requirements requirements) {
        if (cluster.isEmpty()) {
            return false;
        }
        List<Pool> fitting = site.read(
                view -> view.pools().stream().filter(requirements::match).toList());
        return !fitting.isEmpty() && fitting.stream().allMatch(cluster.get());
    }

    public boolean isWritable() {
        return site.isWritable();
    }

    /**
     * Carries the work out once: a repeated request gets the answer that was given. The answer is made when the lock of the site
     * is given back: what the work returns holds all that the answer says. Only an answer that is kept for a key is made earlier,
     * as it is journaled with the change.
     */
    public Answer write(Call call, Function<Transaction, Supplier<Answer>> work) {
        Optional<String> key = call.idempotencyKey();
        if (key.isEmpty()) {
            return durable(call, work);
        }
        Repeats repeats = new Repeats(call.account().name(), key.get(), call.digest());
        try {
            return once(call, repeats, work);
        } catch (Rejected | Refused | Invalid e) {
            // The refusal has undone its transaction; the answer is kept in one of its own.
            long decided = call.version().get();
            Answer refusal = versioned(explain(e, call.account().name()), decided);
            return once(call, repeats, transaction -> () -> refusal);
        }
    }

    private Answer once(Call call, Repeats repeats, Function<Transaction, Supplier<Answer>> work) {
        return durable(call, transaction -> {
            Answer answer = repeats.carryOut(transaction, work);
            return () -> answer;
        });
    }

    /** Answer that was given to this request before, if it has a key; callers ask before they begin long work. */
    public Optional<Answer> given(Call call) {
        return call.idempotencyKey()
                .map(key -> new Repeats(call.account().name(), key, call.digest()))
                .flatMap(repeats -> readIfThere(repeats::given));
    }

    /** Asks once time has passed up to now: what is due has started, and what is over has ended. */
    public <T> T upToDate(Call call, Function<View, T> question) {
        try {
            return site.write(call.account().name(), transaction -> question.apply(transaction.view()))
                    .join();
        } catch (CompletionException e) {
            throw SiteTrouble.of(e);
        }
    }

    /** Answer that a write would get; nothing is changed. */
    public Answer rehearse(Call call, Function<Transaction, Supplier<Answer>> work) {
        try {
            Done tried = read(view -> new Done(site.rehearse(call.actor(), work), view.version()));
            return versioned(tried.answer().get(), tried.version());
        } catch (OverLimit over) {
            throw SiteTrouble.of(over);
        }
    }

    /**
     * The limit that is in the way of a write, if one is; the write is not done. What it has found out until then, such as its
     * price, it may keep. What else is in its way it throws.
     */
    public Optional<Problem> limit(Call call, Consumer<Transaction> work) {
        try {
            return read(view -> site.rehearse(call.actor(), transaction -> {
                work.accept(transaction);
                return Optional.empty();
            }));
        } catch (OverLimit over) {
            return Optional.of(OverLimit.problem(over.broken()));
        } catch (Rejected rejected) {
            if (rejected.problem().is(Code.QUOTA)) {
                return Optional.of(rejected.problem());
            }
            throw rejected;
        }
    }

    /** Carries the work out whenever it is asked for, for answers that must not be stored. */
    public Answer writeEachTime(Call call, Function<Transaction, Supplier<Answer>> work) {
        return durable(call, work);
    }

    private record Done(Supplier<Answer> answer, long version) {}

    private Answer durable(Call call, Function<Transaction, Supplier<Answer>> work) {
        try {
            Done done = site.write(call.actor(), transaction -> {
                        // For a refusal; what is done has a version of its own.
                        call.version().set(transaction.view().version());
                        Supplier<Answer> answer = work.apply(transaction);
                        return new Done(answer, transaction.version());
                    })
                    .join();
            return versioned(done.answer().get(), done.version());
        } catch (CompletionException e) {
            throw SiteTrouble.of(e);
        }
    }

    /** Prolongs the session of a visitor if that is due; whether it was. Goes on without if it cannot be written now. */
    boolean prolong(Visitor visitor) {
        if (!Sessions.isDue(visitor.token(), now())) {
            return false;
        }
        if (site.isFollowing()) {
            throw new NotLeading();
        }
        try {
            return site.write(
                            visitor.account().name(),
                            transaction -> Sessions.prolong(
                                    transaction, visitor.token().id()))
                    .join();
        } catch (CompletionException e) {
            return false;
        }
    }

    /** Counts a refusal, for the operator and for the report of the user. */
    public void refused(String reason, String user, AskedAmount asked) {
        history.refused(reason, now());
        metrics.refused(reason);
        refusals.add(
                new Refusals(user, asked.project(), reason),
                site.read(view -> UsageLedger.counted(view, asked)),
                now());
    }

    /** Counts a problem as a refusal if it is that of a limit. */
    public void countLimit(Problem problem, String user, AskedAmount asked) {
        if (problem.is(Code.QUOTA) || problem.is(Code.PROJECT_BUDGET)) {
            refused(problem.code(), user, asked);
        }
    }

    /** Makes the refusals durable that are only counted so far. */
    public void keepRefusals() {
        refusals.flush(now()).join();
    }

    /** Answer that tells the caller of a failure; a refused job comes with offers that could be booked instead. */
    Answer explain(RuntimeException e, String asker) {
        return switch (e) {
            case Rejected rejected -> {
                countLimit(rejected.problem(), asker, rejected.asked());
                yield Answer.of(rejected.problem());
            }
            case Invalid invalid -> Answer.of(Problem.invalid(invalid.faults()));
            case Refused refused -> {
                refused(refused.refusal().code(), asker, AskedAmount.by(refused.job()));
                Problem why = site.read(view -> why(view, refused.refusal(), refused.job(), asker));
                Long reach = refused.reach();
                ObjectNode problem = ProblemJson.of(reach == null ? why : why.reaching(reach));
                List<Supplier<ObjectNode>> offers = instead(refused, asker);
                if (!offers.isEmpty()) {
                    ArrayNode array = problem.putArray("offers");
                    offers.forEach(offer -> array.add(offer.get()));
                }
                yield Answer.problem(problem);
            }
            default -> throw e;
        };
    }

    /** A refusal, with what its asker would like to know next. */
    public static Problem why(View view, Refusal refusal, @Nullable Job job, String asker) {
        Problem problem = problem(view, refusal, job);
        return job == null ? problem : problem.adding(InTheWay.sentences(view, asker, job, refusal));
    }

    /** A refusal in the words of the pools that it is about. */
    public static Problem problem(View view, Refusal refusal, @Nullable Job job) {
        return Problem.of(refusal, PoolUnits.called(view, refusal, job));
    }

    private List<Supplier<ObjectNode>> instead(Refused refused, String asker) {
        Job job = refused.job();
        Wish wish = refused.wish();
        return job == null || wish == null
                ? List.of()
                : lanes.inTurn(
                        asker,
                        () -> site.read(view -> offers(
                                view,
                                FoundOffers.within(view, asker, FoundOffers.all(view, job, Where.ANYWHERE, wish)),
                                Where.ANYWHERE,
                                asker)));
    }

    /** Offers that can be booked by their ids from now on; their JSON is made without the site. */
    public List<Supplier<ObjectNode>> offers(View view, List<Offer> offers, Where where, String asker) {
        long expiry = recentOffers.expiry();
        return offers.stream()
                .map(offer -> offer(view, offer, where, asker, expiry))
                .toList();
    }

    /** An offer that can be booked by its id from now on; its JSON is made without the site. */
    public Supplier<ObjectNode> offer(View view, Offer offer, Where where, String asker, long expiry) {
        PoolId pool = offer.placement().pool();
        Unit unit = PoolUnits.of(view, pool);
        String id = recentOffers.put(offer, where, asker);
        Optional<Faster> faster =
                offer.family() == Family.AS_ASKED ? Faster.of(view, offer.job(), pool) : Optional.empty();
        return () -> {
            ObjectNode node = OfferJson.write(id, offer, unit, expiry);
            faster.ifPresent(each -> node.set("faster", FasterJson.of(each)));
            return node;
        };
    }

    public RecentOffers recentOffers() {
        return recentOffers;
    }
}
