package dev.berth.lab.experiment.zhao;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The five types of graphs of zhao, section 4.1. The paper gives names and rough rules; the readings are ours and are in
 * docs/papers.md.
 */
final class Shapes {
    /** Half a level of the paper's sizes is less; thousands of tasks with thousands of successors are no workflow. */
    private static final int MOST_SUCCESSORS = 30;

    private Shapes() {}

    /**
     * Montage over a grid of sky images: each is projected, each overlap of two neighbours (corners count) is fitted, all
     * fits make one background model, each image is corrected by it, and all are added. 3 x 4 images make the 57 tasks of
     * table 2.
     */
    static WorkflowShape montage(int rows, int columns) {
        WorkflowShape.Drawing drawing = WorkflowShape.drawing("Montage");
        int[] projected = drawing.tasks(rows * columns, "mProject");
        List<Integer> fits = new ArrayList<>();
        for (int image = 0; image < projected.length; image++) {
            int row = image / columns;
            int column = image % columns;
            for (int[] step : new int[][] {{0, 1}, {1, -1}, {1, 0}, {1, 1}}) {
                int otherRow = row + step[0];
                int otherColumn = column + step[1];
                if (otherRow < rows && otherColumn >= 0 && otherColumn < columns) {
                    fits.add(drawing.task("mDiffFit", projected[image], projected[otherRow * columns + otherColumn]));
                }
            }
        }
        int concat =
                drawing.task("mConcatFit", fits.stream().mapToInt(fit -> fit).toArray());
        int model = drawing.task("mBgModel", concat);
        int[] corrected = new int[projected.length];
        for (int image = 0; image < corrected.length; image++) {
            corrected[image] = drawing.task("mBackground", projected[image], model);
        }
        int table = drawing.task("mImgtbl", corrected);
        int[] added = java.util.Arrays.copyOf(corrected, corrected.length + 1);
        added[corrected.length] = table;
        drawing.task("mAdd", added);
        return drawing.done();
    }

    /** A task spawns some, which are joined by one that spawns one less, and so on. */
    static WorkflowShape forkJoin(int widest, int layers) {
        WorkflowShape.Drawing drawing = WorkflowShape.drawing("F&J");
        int join = drawing.task("join");
        for (int layer = 0; layer < layers; layer++) {
            join = drawing.task("join", drawing.tasks(widest - layer, "work", join));
        }
        return drawing.done();
    }

    /** The butterflies of a fast Fourier transform of a power of two of points, between one entry and one exit. */
    static WorkflowShape fft(int points) {
        WorkflowShape.Drawing drawing = WorkflowShape.drawing("FFT");
        int[] stage = drawing.tasks(points, "butterfly", drawing.task("entry"));
        for (int distance = 1; distance < points / 2; distance *= 2) {
            int[] next = new int[points];
            for (int point = 0; point < points; point++) {
                next[point] = drawing.task("butterfly", stage[point], stage[point ^ distance]);
            }
            stage = next;
        }
        drawing.task("exit", stage);
        return drawing.done();
    }

    /** A square of tasks, each after its left and its upper neighbour. */
    static WorkflowShape laplace(int side) {
        WorkflowShape.Drawing drawing = WorkflowShape.drawing("Laplace");
        for (int row = 0; row < side; row++) {
            for (int column = 0; column < side; column++) {
                int here = row * side + column;
                if (row > 0 && column > 0) {
                    drawing.task("point", here - side, here - 1);
                } else if (here == 0) {
                    drawing.task("point");
                } else {
                    drawing.task("point", row > 0 ? here - side : here - 1);
                }
            }
        }
        return drawing.done();
    }

    /**
     * Levels between one entry and one exit: each has at least two tasks and at most half of those that are left. Each
     * task has up to half of the next level's as successors (at most 30), at least one, and each has a predecessor in the
     * level before.
     */
    static WorkflowShape random(int tasks, SplittableRandom random) {
        WorkflowShape.Drawing drawing = WorkflowShape.drawing("Random");
        int[] level = {drawing.task("entry")};
        int left = tasks - 2;
        while (left > 0) {
            int size = left < 4 ? left : random.nextInt(2, Math.max(2, left / 2) + 1);
            // One alone would be a level of one task.
            size = left - size == 1 ? left : size;
            List<Set<Integer>> before = before(level, size, random);
            int[] next = new int[size];
            for (int i = 0; i < size; i++) {
                next[i] = drawing.task(
                        "work",
                        before.get(i).stream().sorted().mapToInt(task -> task).toArray());
            }
            level = next;
            left -= size;
        }
        drawing.task("exit", level);
        return drawing.done();
    }

    private static List<Set<Integer>> before(int[] level, int size, SplittableRandom random) {
        List<Set<Integer>> before = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            before.add(new HashSet<>());
        }
        for (int task : level) {
            List<Integer> next = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                next.add(i);
            }
            int most = Math.clamp(size / 2, 1, MOST_SUCCESSORS);
            int successors = level.length == 1 ? size : random.nextInt(1, most + 1);
            for (int i = 0; i < successors; i++) {
                Collections.swap(next, i, random.nextInt(i, size));
                before.get(next.get(i)).add(task);
            }
        }
        for (Set<Integer> each : before) {
            if (each.isEmpty()) {
                each.add(level[random.nextInt(level.length)]);
            }
        }
        return before;
    }
}
