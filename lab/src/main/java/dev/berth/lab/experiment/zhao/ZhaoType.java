package dev.berth.lab.experiment.zhao;

import dev.berth.lab.experiment.Options;
import dev.berth.workflow.model.WorkflowProblem;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A type of zhao's graphs, of about 60 tasks.
 *
 * @param name as the paper has it
 */
record ZhaoType(String name, Function<SplittableRandom, WorkflowShape> shape) {
    static final ZhaoType MONTAGE = new ZhaoType("Montage", random -> Shapes.montage(3, 4));
    /** All types, in the order of section 4.1. */
    static final List<ZhaoType> ALL = List.of(
            MONTAGE,
            new ZhaoType("F&J", random -> Shapes.forkJoin(10, 8)),
            new ZhaoType("FFT", random -> Shapes.fft(16)),
            new ZhaoType("Laplace", random -> Shapes.laplace(8)),
            new ZhaoType("Random", random -> Shapes.random(60, random)));

    /** The problem of a run: the same for all schedulers and policies. */
    WorkflowProblem problem(Options options, int run) {
        SplittableRandom random = new SplittableRandom(Options.runSeed(options.seed(), run));
        return ZhaoWorkload.problem(shape.apply(random), ZhaoWorkload.MACHINES, ZhaoReading.of(options), random);
    }

    /** Name as part of a column name in data.csv. */
    String column() {
        return name.toLowerCase(java.util.Locale.ROOT).replace("&", "-and-");
    }
}
