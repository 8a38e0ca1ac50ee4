package dev.berth.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The slurm.conf of a sandbox. Its nodes are fictions of that file: all jobs run on this machine. */
final class Configuration {
    private final Path directory;
    private final SandboxShape shape;
    private final int firstPort;
    private final Optional<OwnNetwork> network;
    private final StringBuilder text = new StringBuilder();
    private final Optional<AccountingFiles> accounting;
    private final String version;
    private int port;

    /**
     * @param network that of the node that is apart, if it has one
     * @param accounting if it has any
     * @param version of Slurm, such as {@code 22.05.8}
     */
    Configuration(
            Path directory,
            SandboxShape shape,
            int firstPort,
            Optional<OwnNetwork> network,
            Optional<AccountingFiles> accounting,
            String version) {
        this.directory = directory;
        this.shape = shape;
        this.firstPort = firstPort;
        this.network = network;
        this.accounting = accounting;
        this.version = version;
        this.port = firstPort + 1;
    }

    void write() throws IOException {
        Files.writeString(directory.resolve("slurm.conf"), text());
        if (!version.startsWith("22.")) {
            // Later ones do not start a node without control groups unless they are told; 22.05 does not know the word.
            Files.writeString(directory.resolve("cgroup.conf"), "CgroupPlugin=disabled\n");
        }
        if (shape.cards() > 0) {
            // Cards are files; a node without them would be refused.
            StringBuilder gres = new StringBuilder("AutoDetect=off\n");
            for (int card = 0; card < shape.cards(); card++) {
                Path file = Files.createFile(directory.resolve("card" + card));
                gres.append("Name=gpu Type=a100 File=").append(file);
                if (shape.coresOfCards()) {
                    // Later versions want whole sockets.
                    int first = card < shape.cards() / 2 ? 0 : shape.cards();
                    gres.append(" Cores=%d-%d".formatted(first, first + shape.cards() - 1));
                }
                gres.append('\n');
            }
            Files.writeString(directory.resolve("gres.conf"), gres);
        }
    }

    private String text() {
        text.append(daemons());
        nodes("c", shape.cpu(), "CPUs=2 RealMemory=4000 Feature=cpu,small,racka Weight=10");
        nodes("m", shape.memory(), "CPUs=4 RealMemory=64000 Feature=cpu,bigmem,racka Weight=20");
        nodes("g", shape.gpu(), "%s Feature=gpu,rackb Weight=50".formatted(sizeOfG()));
        List<String> batch = Stream.of(list("c", shape.cpu()), list("m", shape.memory()))
                .filter(each -> !each.isEmpty())
                .toList();
        if (!batch.isEmpty()) {
            partition("batch", String.join(",", batch), " Default=YES");
        }
        if (shape.gpu() > 0) {
            partition("gpu", list("g", shape.gpu()), batch.isEmpty() ? " Default=YES" : "");
        }
        partition("all", String.join(",", all(batch)), "");
        if (shape.fake() > 0) {
            // Powered-down cloud nodes count as available for reservations; PrivateData=cloud makes them visible.
            line("PrivateData=cloud");
            line("SuspendProgram=/bin/true");
            line("ResumeProgram=/bin/true");
            line("NodeName=" + list("f", shape.fake())
                    + " State=CLOUD CPUs=4 RealMemory=16000 Feature=fake Weight=100");
            partition("fake", list("f", shape.fake()), "");
        }
        return text.toString();
    }

    private String accounted(AccountingFiles files) {
        return shape.cards() > 0 ? files.lines() + "\nAccountingStorageTRES=gres/gpu,gres/gpu:a100" : files.lines();
    }

    private String sizeOfG() {
        int cards = shape.cards();
        return cards == 0
                ? "CPUs=8 RealMemory=16000"
                : "Sockets=2 CoresPerSocket=%1$d ThreadsPerCore=1 RealMemory=%2$d Gres=gpu:a100:%1$d"
                        .formatted(cards, 8_000 * cards);
    }

    private List<String> all(List<String> batch) {
        return shape.gpu() == 0
                ? batch
                : Stream.concat(batch.stream(), Stream.of(list("g", shape.gpu())))
                        .toList();
    }

    private String daemons() {
        return """
            ClusterName=sandbox
            SlurmctldHost=localhost(%7$s)
            SlurmctldPort=%d
            SlurmUser=%2$s
            SlurmdUser=%2$s
            AuthType=auth/munge
            AuthInfo=socket=%3$s/munge.sock
            CredType=cred/munge
            %4$s
            StateSaveLocation=%3$s/state
            SlurmdSpoolDir=%3$s/spool/%%n
            SlurmctldPidFile=%3$s/state/slurmctld.pid
            SlurmdPidFile=%3$s/spool/%%n.pid
            SlurmctldLogFile=%3$s/log/slurmctld.log
            SlurmdLogFile=%3$s/log/slurmd-%%n.log
            SlurmdTimeout=%5$d
            MessageTimeout=%6$d
            # No cgroups, no mail, no MPI.
            ProctrackType=proctrack/linuxproc
            TaskPlugin=task/none
            JobAcctGatherType=jobacct_gather/none
            %11$s
            MpiDefault=none
            MailProg=/bin/true
            # The nodes claim more than this machine has.
            SlurmdParameters=config_overrides
            SelectType=select/cons_tres
            SelectTypeParameters=%8$s
            %9$s
            %10$s
            ReturnToService=2
            # Tests wait for the scheduler: look every second, do not collect submissions.
            SchedulerType=sched/backfill
            SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1,bf_resolution=1
            KillWait=1
            CompleteWait=0
            """.formatted(
                        firstPort,
                        System.getProperty("user.name"),
                        directory,
                        loopbackOnly(),
                        shape.silence().toSeconds(),
                        shape.answer().toSeconds(),
                        network.map(OwnNetwork::outside).orElse("127.0.0.1"),
                        shape.cards() > 0 ? "CR_Core_Memory" : "CR_Core",
                        shape.cards() > 0 ? "GresTypes=gpu" : "",
                        shape.licences().isEmpty() ? "" : "Licenses=" + shape.licences(),
                        accounting.map(this::accounted).orElse("AccountingStorageType=accounting_storage/none"));
    }

    /** Slurm binds to all addresses or to that of this machine's name: to the latter where it is a loopback address. */
    private String loopbackOnly() {
        try {
            return network.isEmpty() && InetAddress.getLocalHost().isLoopbackAddress()
                    ? "CommunicationParameters=NoInAddrAny,NoCtldInAddrAny"
                    : "";
        } catch (UnknownHostException e) {
            return "";
        }
    }

    private void nodes(String prefix, int count, String rest) {
        for (int number = 1; number <= count; number++) {
            String name = prefix + number;
            String address = network.filter(
                            any -> shape.apart().filter(name::equals).isPresent())
                    .map(OwnNetwork::inside)
                    .orElse("127.0.0.1");
            line("NodeName=%s NodeHostname=localhost NodeAddr=%s Port=%d %s".formatted(name, address, port++, rest));
        }
    }

    private void partition(String name, String nodes, String rest) {
        line("PartitionName=%s Nodes=%s MaxTime=INFINITE State=UP%s".formatted(name, nodes, rest));
    }

    private static String list(String prefix, int count) {
        return count == 0 ? "" : count == 1 ? prefix + "1" : "%s[1-%d]".formatted(prefix, count);
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
