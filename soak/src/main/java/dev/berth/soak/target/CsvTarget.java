package dev.berth.soak.target;

import java.nio.file.Path;
import java.util.List;

/** {@code berth admit}: the CSV file of jobs, and that of pools. */
public final class CsvTarget extends ShellTarget {
    private final Path pools = file("pool,servers,rate\nslow,4,0.5\nfast,2,1\n");
    private final Path jobs = file("id,submit,ready,work,deadline\na,0,10,5,20\n");

    @Override
    public String name() {
        return "csv";
    }

    @Override
    public List<String> words() {
        return List.of(
                "id,submit,ready,work,deadline\n",
                "pool,servers,rate\n",
                ",servers",
                ",pool",
                "\"",
                "\"\"",
                ",",
                "\n",
                ";",
                "\t",
                "a,0,10,5,20\n");
    }

    @Override
    public void read(byte[] input) throws Exception {
        admit(input, pools.toString(), "-");
        admit(input, "-", jobs.toString());
    }

    private static void admit(byte[] input, String pools, String jobs) throws Exception {
        run(input, "admit", "--pools", pools, "--jobs", jobs, "--policy", "level", "--json");
    }
}
