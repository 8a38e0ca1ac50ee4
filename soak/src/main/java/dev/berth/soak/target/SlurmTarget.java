package dev.berth.soak.target;

import dev.berth.slurm.client.Printed;
import dev.berth.soak.fuzz.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** Reader of Slurm's output about nodes, reservations and jobs; users and operators of the cluster write parts of it. */
public final class SlurmTarget implements FuzzTarget {
    private static final List<Consumer<String>> READERS = List.of(Printed::nodes, Printed::reservations, Printed::jobs);

    @Override
    public String name() {
        return "slurm";
    }

    @Override
    public List<String> words() {
        return List.of(
                "NodeName=",
                "State=",
                "+DRAIN",
                "ReservationName=",
                "Nodes=c[1-4,07-12]",
                "EndTime=",
                "[",
                "-",
                "]",
                "|",
                "\n");
    }

    @Override
    public void read(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        for (Consumer<String> reader : READERS) {
            try {
                reader.accept(text);
            } catch (IllegalArgumentException e) {
                // refused as documented
            }
        }
    }
}
