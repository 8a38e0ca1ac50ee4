package dev.berth.bench;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Does a what-if of two commands cost what they cost, however much is booked? */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@SuppressWarnings("NullAway.Init")
public class WhatIfBenchmark {
    @Param({"1000", "100000"})
    public int reservations;

    private Book book;
    private List<Command> commands;

    @Setup
    public void fill() {
        SplittableRandom random = new SplittableRandom(1);
        book = new Book("level");
        book.submit(new Command.AddPool(new Pool("p", Math.max(10, reservations / 100), "1")));
        while (book.reservations().size() < reservations) {
            long ready = random.nextLong(1_000_000);
            book.submit(new Command.Reserve(Job.of("j", ready, 1 + random.nextInt(8_000), ready + 60_000)));
        }
        commands = List.of(
                new Command.Reserve(Job.of("a", 400_000, 3_000, 450_000)),
                new Command.Reserve(Job.of("b", 400_000, 3_000, 450_000)));
        byte[] before = book.snapshot();
        if (!(book.whatIf(commands).getFirst() instanceof Decision.Accepted)
                || !Arrays.equals(before, book.snapshot())) {
            throw new IllegalStateException("the what-if changed the book, or there is no room to try");
        }
    }

    @Benchmark
    public List<Decision> whatIf() {
        return book.whatIf(commands);
    }
}
