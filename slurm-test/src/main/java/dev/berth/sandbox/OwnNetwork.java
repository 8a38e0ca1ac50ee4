package dev.berth.sandbox;

import java.util.List;
import java.util.stream.Stream;

/**
 * A network namespace for the slurmd of one node, joined to this machine by a pair of virtual interfaces, so that it can be cut off as a
 * cable or a switch would. To make it takes root, or at least CAP_SYS_ADMIN and CAP_NET_ADMIN, and the program {@code ip}.
 */
final class OwnNetwork {
    /** Runs a command to its end. */
    interface Shell {
        ProgramOutput run(String... command);
    }

    private final Shell shell;
    private final String name;
    private final String outsideEnd;
    private final String insideEnd;
    private final String outside;
    private final String inside;

    /** @param port one that nobody else uses, from which names and addresses are made */
    OwnNetwork(Shell shell, int port) {
        this.shell = shell;
        name = "berth-" + port;
        outsideEnd = "bo" + port;
        insideEnd = "bi" + port;
        // A range for measuring, which no real network uses (RFC 2544).
        String network = "198.18.%d.".formatted(port >> 8);
        int first = port & 0xfc;
        outside = network + (first + 1);
        inside = network + (first + 2);
    }

    /** The address of this machine, as the node sees it. */
    String outside() {
        return outside;
    }

    /** The address of the node. */
    String inside() {
        return inside;
    }

    /** Throws if this machine does not allow it; then nothing is left. */
    void make() {
        try {
            ip("netns add " + name);
            ip("link add %s type veth peer name %s".formatted(outsideEnd, insideEnd));
            ip("link set %s netns %s".formatted(insideEnd, name));
            ip("addr add %s/30 dev %s".formatted(outside, outsideEnd));
            ip("link set %s up".formatted(outsideEnd));
            ip("-n %s addr add %s/30 dev %s".formatted(name, inside, insideEnd));
            ip("-n %s link set lo up".formatted(name));
            join();
        } catch (RuntimeException e) {
            remove();
            throw e;
        }
    }

    /** A command that runs inside. */
    String[] command(String... command) {
        return Stream.concat(Stream.of("nsenter", "--net=/run/netns/" + name), Stream.of(command))
                .toArray(String[]::new);
    }

    void cut() {
        ip("-n %s link set %s down".formatted(name, insideEnd));
    }

    void join() {
        ip("-n %s link set %s up".formatted(name, insideEnd));
    }

    /** The interfaces go with the namespace, unless they never got that far. */
    void remove() {
        for (String command : List.of("link del " + outsideEnd, "netns del " + name)) {
            shell.run(words(command));
        }
    }

    private void ip(String arguments) {
        shell.run(words(arguments)).orThrow();
    }

    private static String[] words(String arguments) {
        return ("ip " + arguments).split(" ");
    }
}
