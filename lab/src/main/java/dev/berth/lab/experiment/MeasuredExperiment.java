package dev.berth.lab.experiment;

/** An experiment whose runs measure under names. */
public interface MeasuredExperiment extends Experiment<Measures> {
    @Override
    default Class<Measures> measures() {
        return Measures.class;
    }
}
