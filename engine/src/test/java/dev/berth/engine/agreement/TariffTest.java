package dev.berth.engine.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Work;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TariffTest {
    /** Two an hour of 60; 30 % for flexibility, 20 % for a lead of 100, half as much again when full. */
    private static final Tariff TARIFF = Tariff.flat(Money.of("2"), 60)
            .withDiscounts(300_000, 200_000, 100)
            .withSurcharge(500_000)
            .withFees(400_000, 100_000);

    private static Money money(String amount) {
        return Money.of(amount);
    }

    private static Demand demand(long slack, long lead) {
        return new Demand(3, Rate.FULL, 120, 360, slack, lead);
    }

    @Test
    void price_byHand() {
        // 3 servers for 2 hours at 2 are 12.
        assertThat(TARIFF.price(demand(0, 0), 0)).isEqualTo(money("12.00"));
        assertThat(TARIFF.price(demand(60, 0), 0)).as("half of 30 %").isEqualTo(money("10.20"));
        assertThat(TARIFF.price(demand(500, 0), 0)).as("no more than 30 %").isEqualTo(money("8.40"));
        assertThat(TARIFF.price(demand(0, 25), 0)).as("a quarter of 20 %").isEqualTo(money("11.40"));
        assertThat(TARIFF.price(demand(120, 100), 0)).as("half of it").isEqualTo(money("6.00"));
        assertThat(TARIFF.price(demand(120, 100), 500_000))
                .as("and a quarter more")
                .isEqualTo(money("7.50"));
        assertThat(TARIFF.floor(demand(0, 0))).isEqualTo(money("6.00"));
    }

    @Test
    void price_goesByTheRate_andIsRoundedHalfUpToCents() {
        Tariff flat = Tariff.flat(money("1"), 1000);
        Demand slow = new Demand(1, Rate.of("0.5"), 1000, 500, 0, 0);
        assertThat(flat.price(slow, 0)).isEqualTo(money("0.50"));
        assertThat(flat.price(new Demand(1, Rate.FULL, 5, 5, 0, 0), 0)).isEqualTo(money("0.01"));
        assertThat(flat.price(new Demand(1, Rate.FULL, 4, 4, 0, 0), 0)).isEqualTo(Money.ZERO);
    }

    @Test
    void hugeDemands_haveAPrice() {
        Tariff dear = Tariff.flat(new Money(Long.MAX_VALUE), 1).withSurcharge(1_000_000_000);
        Demand all = Demand.of(
                Job.of("j", 0, 1L << 59, new Shape.Rigid(10_000_000, new Work(Work.MOST))), 10_000_000, Rate.FULL, 0);
        assertThat(dear.price(all, Tariff.ONE)).isEqualTo(money("10000000000"));
    }

    @Test
    void fee_byHand() {
        Money ten = money("10");
        Money eight = money("8");
        assertThat(TARIFF.fee(demand(120, 0), demand(0, 0), eight, ten))
                .as("all flexibility: 40 % of the higher price")
                .isEqualTo(money("4.00"));
        assertThat(TARIFF.fee(demand(60, 0), demand(0, 0), eight, ten)).isEqualTo(money("2.00"));
        assertThat(TARIFF.fee(demand(0, 0), demand(120, 0), ten, eight))
                .as("10 % of the lower price back")
                .isEqualTo(money("-0.80"));
        assertThat(TARIFF.fee(demand(120, 0), demand(500, 0), ten, eight))
                .as("more than full flexibility is worth nothing")
                .isEqualTo(Money.ZERO);
        Demand third = new Demand(1, Rate.FULL, 120, 120, 0, 0);
        assertThat(TARIFF.fee(demand(0, 0), third, money("12"), money("4")))
                .as("two thirds of 12 given up, 40 % of that due")
                .isEqualTo(money("3.20"));
        assertThat(TARIFF.cancellation(ten)).isEqualTo(money("4.00"));
        assertThat(Tariff.used(ten, 1, 3)).isEqualTo(money("3.33"));
    }

    @Test
    void relaxingInStepsAndFixing_neverEarns() {
        Tariff equal = TARIFF.withFees(400_000, 400_000);
        Money earned = Money.ZERO;
        Money price = equal.price(demand(0, 0), 0);
        Money fixed = price;
        for (int slack = 0; slack < 120; slack++) {
            Money next = equal.price(demand(slack + 1, 0), 0);
            earned = earned.minus(equal.fee(demand(slack, 0), demand(slack + 1, 0), price, next));
            price = next;
        }
        assertThat(earned.isAbove(equal.fee(demand(120, 0), demand(0, 0), price, fixed)))
                .isFalse();
        assertThat(earned.isAbove(Money.ZERO)).isTrue();
    }

    @Test
    void badTariffs_areRefused() {
        assertThatThrownBy(() -> TARIFF.withDiscounts(500_000, 500_000, 10))
                .isInstanceOf(BadValue.class)
                .hasMessageContaining("below 1000000");
        assertThatThrownBy(() -> TARIFF.withDiscounts(1, 1, 0)).hasMessageContaining("fullLead: \"0\"");
        assertThatThrownBy(() -> TARIFF.withSurcharge(-1)).hasMessageContaining("surcharge: \"-1\"");
        assertThatThrownBy(() -> TARIFF.withFees(10, 11)).hasMessageContaining("incentive: \"11\"");
        assertThatThrownBy(() -> Tariff.flat(money("-1"), 60)).hasMessageContaining("base: \"-1.00\"");
        assertThatThrownBy(() -> Tariff.flat(money("1"), 0)).hasMessageContaining("hour: \"0\"");
        assertThatThrownBy(() -> new Wish(0, Wish.Ranking.PHI, 1)).hasMessageContaining("most: \"0\"");
        assertThatThrownBy(() -> new Wish(1, Wish.Ranking.PHI, -1)).hasMessageContaining("horizon: \"-1\"");
        assertThatThrownBy(() -> new Adjustment.Move(Long.MIN_VALUE)).hasMessageContaining("by: ");
        assertThatThrownBy(() -> new Adjustment.Shrink(-1, 0)).hasMessageContaining("work: \"-1\"");
        assertThatThrownBy(() -> new Adjustment.Shrink(0, -1)).hasMessageContaining("servers: \"-1\"");
        assertThatThrownBy(() -> new Adjustment.Extend(0)).hasMessageContaining("work: \"0\"");
    }

    @Test
    void leastPeak_isTheBestOfAllStarts() {
        for (long seed = 1; seed <= 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int[] free = new int[60];
            LeastPeak peak = new LeastPeak();
            int from = random.nextInt(10);
            for (int t = from; t < free.length; t++) {
                free[t] = t > from && random.nextInt(3) > 0 ? free[t - 1] : random.nextInt(6);
                if (t == from || free[t] != free[t - 1] || random.nextInt(10) == 0) {
                    peak.step(t, free[t]);
                }
            }
            int duration = 1 + random.nextInt(20);
            int latest = from + random.nextInt(free.length - from - duration);
            int best = 0;
            for (int start = from; start <= latest; start++) {
                int least = Integer.MAX_VALUE;
                for (int t = start; t < start + duration; t++) {
                    least = Math.min(least, free[t]);
                }
                best = Math.max(best, least);
            }
            assertThat(peak.most(latest, duration)).as("seed %d", seed).isEqualTo(best);
        }
    }
}
