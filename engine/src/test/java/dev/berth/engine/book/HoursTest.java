package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Carbon;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.agreement.TimeCurve;
import dev.berth.engine.agreement.TimeCurve.Step;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.model.Conditions;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Prefer;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Prices that depend on the hour, and grams of carbon dioxide; worked out by hand. */
class HoursTest {
    private static final PoolId POOL = new PoolId("p");
    /** An hour has 10 units. From 100 to 200 a server costs half, from 200 to 250 twice as much, then the base price. */
    private static final TimeCurve HOURS =
            new TimeCurve(List.of(new Step(100, 500_000), new Step(200, 2_000_000)), 250, 1_000_000);

    private static final TimeCurve GRAMS = new TimeCurve(List.of(new Step(0, 400), new Step(150, 50)), 300, 300);

    private static final Tariff TARIFF = Tariff.flat(Money.of("1"), 10).withCurves(HOURS, new Carbon(500, GRAMS));

    private final Book book = book("earliest");

    private static Book book(String policy) {
        Book book = new Book(policy);
        book.submit(new Command.AddPool(new Pool("p", 2, "1")));
        book.submit(new Command.SetTariff(POOL, TARIFF));
        return book;
    }

    private Reservation reserve(Job job) {
        return ((Accepted) book.submit(new Command.Reserve(job))).reservation();
    }

    private static Job prefer(Job job, Prefer prefer) {
        return job.under(job.terms().preferring(prefer));
    }

    @Test
    void price_isThatOfTheHoursOfTheWindow_afterTheCurveTheBasePrice() {
        Reservation first = reserve(Job.exactly("a", new Window(80, 120), 1));
        assertThat(first.agreement().price()).as("2 hours at 1 and 2 at 0.5").isEqualTo(Money.of("3"));
        assertThat(first.agreement().conditions()).isEqualTo(new Conditions(null, 0, 0, 750_000, 800));
        assertThat(reserve(Job.exactly("b", new Window(180, 220), 2))
                        .agreement()
                        .price())
                .as("2 servers, 2 hours at 0.5 and 2 at 2")
                .isEqualTo(Money.of("10"));
        assertThat(reserve(Job.exactly("c", new Window(300, 310), 1))
                        .agreement()
                        .price())
                .isEqualTo(Money.of("1"));
    }

    @Test
    void grams_areThoseOfTheWindow() {
        assertThat(reserve(Job.exactly("a", new Window(140, 160), 2))
                        .agreement()
                        .conditions()
                        .grams())
                .as("2 x 0.5 kW, an hour at 400 and one at 50")
                .isEqualTo(450);
        assertThat(reserve(Job.exactly("b", new Window(300, 310), 1))
                        .agreement()
                        .conditions()
                        .grams())
                .as("beyond the curve 300 are counted")
                .isEqualTo(150);
    }

    @Test
    void preferences_chooseTheirWindow() {
        Job job = Job.of("a", 0, 40, 400);
        assertThat(reserve(prefer(job, Prefer.SOON)).window()).isEqualTo(new Window(0, 40));
        assertThat(reserve(prefer(job, Prefer.CHEAP)).window()).isEqualTo(new Window(100, 140));
        assertThat(reserve(prefer(job, Prefer.CLEAN)).window()).isEqualTo(new Window(150, 190));
        reserve(Job.exactly("full", new Window(120, 130), 1));
        assertThat(reserve(prefer(job, Prefer.CHEAP)).window())
                .as("both servers are taken until 130")
                .isEqualTo(new Window(130, 170));
    }

    @Test
    void budget_isMetByTheCheapestHours_evenIfThePolicyChoosesOthers() {
        Job job = Job.of("a", 0, 40, 400).under(Terms.budget(Money.of("2")));
        assertThat(reserve(job).window()).isEqualTo(new Window(100, 140));
        Refused refused = (Refused)
                book.decide(new Command.Reserve(Job.of("b", 0, 40, 90).under(Terms.budget(Money.of("3.99")))));
        assertThat(refused.refusal())
                .isEqualTo(new Refusal.OverBudget(Job.of("b", 0, 1, 1).id(), Money.of("3.99"), Money.of("4"), POOL));
        assertThat(((Refused) book.decide(
                                new Command.Reserve(Job.of("c", 80, 40, 130).under(Terms.budget(Money.of("2.49"))))))
                        .refusal())
                .as("an hour at 1 and three at a half")
                .isEqualTo(new Refusal.OverBudget(Job.of("c", 0, 1, 1).id(), Money.of("2.49"), Money.of("2.50"), POOL));
    }

    @Test
    void newCurves_changeNoAgreement_andAChangeAtTheSameTimeKeepsItsFactor() {
        Reservation cheap = reserve(Job.of("a", 0, 40, 400).under(Terms.NONE.preferring(Prefer.CHEAP)));
        book.submit(new Command.SetTariff(POOL, Tariff.flat(Money.of("1"), 10)));
        assertThat(book.reservation(cheap.id())).hasValue(cheap);
        Accepted fixed = (Accepted) book.submit(new Command.Adjust(cheap.id(), new Adjustment.Fix()));
        assertThat(fixed.quote().after()).isEqualTo(Money.of("2"));
        Accepted moved = (Accepted) book.submit(new Command.Adjust(cheap.id(), new Adjustment.Move(100)));
        assertThat(moved.quote().after()).as("by the tariff of the day").isEqualTo(Money.of("4"));
    }

    @Test
    void snapshots_keepCurvesConditionsAndPreferences() {
        Reservation cheap = reserve(prefer(Job.of("a", 0, 40, 400), Prefer.CHEAP));
        Book restored = Book.restore(book.snapshot());
        assertThat(restored.reservation(cheap.id())).hasValue(cheap);
        assertThat(restored.tariff(POOL)).hasValue(TARIFF);
        assertThat(restored.snapshot()).isEqualTo(book.snapshot());
    }
}
