package dev.berth.lab.experiment.shifting;

import dev.berth.engine.agreement.TimeCurve;
import dev.berth.engine.agreement.TimeCurve.Step;
import java.util.ArrayList;
import java.util.List;

/** Curves of prices that the experiment runs under, from midnight of its first day on. Made up; factors in millionths. */
final class ShiftingCurve {
    private static final int ONE = 1_000_000;

    /** Factor of each hour of a day whose power is cheap at noon and dear in the evening. */
    private static final int[] SOLAR = {
        80, 75, 70, 70, 75, 85, 100, 110, 95, 75, 55, 45, 40, 40, 45, 60, 85, 120, 150, 160, 145, 120, 100, 90
    };

    private static final int HUNDREDTH = ONE / 100;
    private static final int CHEAP_FROM = 22;
    private static final int CHEAP_TO = 6;

    private ShiftingCurve() {}

    /** Two prices: eight hours of each night cost a share of the others. */
    static TimeCurve nights(double cheap, int days) {
        int factor = (int) Math.round(cheap * ONE);
        List<Step> steps = new ArrayList<>();
        steps.add(new Step(0, factor));
        for (int day = 0; day < days; day++) {
            steps.add(new Step(day * ShiftingJobs.DAY + CHEAP_TO * ShiftingJobs.HOUR, ONE));
            steps.add(new Step(day * ShiftingJobs.DAY + CHEAP_FROM * ShiftingJobs.HOUR, factor));
        }
        return new TimeCurve(steps, days * ShiftingJobs.DAY + ShiftingJobs.DAY, ONE);
    }

    /** A price for each hour, the same every day. */
    static TimeCurve solar(int days) {
        List<Step> steps = new ArrayList<>();
        for (int hour = 0; hour < 24 * days; hour++) {
            steps.add(new Step(hour * ShiftingJobs.HOUR, SOLAR[hour % 24] * HUNDREDTH));
        }
        return new TimeCurve(steps, days * ShiftingJobs.DAY, ONE);
    }
}
