package dev.berth.lab.experiment.singh;

import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.workflow.model.Workflow;
import java.util.Map;

/**
 * The seismic hazard workflow of singh, section 6, in seconds: the 8,039 tasks of Table 2. The arrows of Figure 8 are read
 * from the levels: fd_grid_xyz comes before preSGT and fd_grid_cvm, both come before the two pmvl_chk, both of these before
 * every synthSGT, and each synthSGT before its peakValCal.
 */
public final class CyberShake {
    private static final int VARIATIONS = 4017;

    private CyberShake() {}

    public static ParallelWorkflow workflow() {
        Workflow.Builder workflow = Workflow.builder("CyberShake")
                .task("fd_grid_xyz", "fd_grid_xyz", 1)
                .task("preSGT", "preSGT", 300)
                .task("fd_grid_cvm", "fd_grid_cvm", 2_100)
                .task("pmvl_chk1", "pmvl_chk1", 86_400)
                .task("pmvl_chk2", "pmvl_chk2", 86_400)
                .edge("fd_grid_xyz", "preSGT", 0)
                .edge("fd_grid_xyz", "fd_grid_cvm", 0);
        for (String wide : new String[] {"pmvl_chk1", "pmvl_chk2"}) {
            workflow.edge("preSGT", wide, 0).edge("fd_grid_cvm", wide, 0);
        }
        for (int k = 1; k <= VARIATIONS; k++) {
            workflow.task("synthSGT" + k, "synthSGT", 519);
        }
        for (int k = 1; k <= VARIATIONS; k++) {
            workflow.task("peakValCal" + k, "peakValCal", 1)
                    .edge("pmvl_chk1", "synthSGT" + k, 0)
                    .edge("pmvl_chk2", "synthSGT" + k, 0)
                    .edge("synthSGT" + k, "peakValCal" + k, 0);
        }
        return ParallelWorkflow.byKind(
                workflow.build(), Map.of("fd_grid_cvm", 288, "pmvl_chk1", 288, "pmvl_chk2", 288), 1);
    }
}
