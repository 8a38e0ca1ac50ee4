package dev.berth.lab.experiment.castillo;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Level;
import java.util.List;

/** Figure 6 of castillo: FF-HA+ on servers that differ more and more. */
final class CastilloFigure6 extends CastilloFigure {
    CastilloFigure6() {
        super(
                "castillo-fig6",
                "FF-HA+ at four levels of heterogeneity",
                List.of("ff-ha-plus"),
                Level.ALL,
                List.of(Quantity.LOSS, Quantity.WANT_OF_CAPACITY, Quantity.UTILISATION));
    }

    @Override
    List<Claim> claims(CastilloResults results, CastilloReading reading) {
        String plus = reading.plus();
        return List.of(
                results.improves(
                        plus, "FF-HA+", "section VII, Figure 6(a)", SimulationResult::loss, -1, "work loss rate"),
                results.improves(
                        plus, "FF-HA+", "section VII, Figure 6(b)", SimulationResult::utilisation, 1, "utilisation"),
                results.improves(
                        plus,
                        "FF-HA+",
                        "section VII, why Figure 6 is so: multiplexing",
                        SimulationResult::rejected,
                        -1,
                        "loss for want of capacity"));
    }
}
