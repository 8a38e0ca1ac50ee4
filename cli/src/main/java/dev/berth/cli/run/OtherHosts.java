package dev.berth.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.remote.Access;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.run.ssh.Complaints;
import dev.berth.cli.run.ssh.SshCommand;
import dev.berth.cli.run.ssh.SshFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Commands about a run on another host, which the service knows: they are carried out there, by {@code ssh}. */
record OtherHosts(Environment environment) {
    /** Exit code of ssh when it could not connect, and of a shell that has not found a command. */
    private static final List<Integer> NOT_STARTED = List.of(255, 127);

    /** How long it may take to read what a process said that has ended: another may still hold its standard error. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /**
     * Calls {@code berth} on the host that runs a reservation, and returns its exit code; empty if the service knows of no such host,
     * or it is this one.
     */
    Optional<Integer> berth(String reservation, List<String> arguments) {
        Optional<SshCommand> ssh = SshCommand.find(environment);
        if (ssh.isEmpty() || !environment.variable(SshCommand.SENT).isEmpty() || !reservation.matches("r[0-9]{1,18}")) {
            return Optional.empty();
        }
        return host(reservation).map(host -> call(ssh.get(), host, arguments));
    }

    private Optional<String> host(String reservation) {
        try {
            Reply reply = new ServiceClient(Access.find(environment, "", ""), environment)
                    .withoutWaiting()
                    .send("GET", RunNote.RESERVATIONS + Remote.encoded(reservation));
            JsonNode host = reply.json().at("/run/host");
            return Optional.of(host.asText(""))
                    .filter(name -> reply.isGood()
                            && !name.isEmpty()
                            && !ThisHost.of(environment).isCalled(name));
        } catch (Failed | BadInput e) {
            // Without the service only this machine is known.
            return Optional.empty();
        }
    }

    private int call(SshCommand ssh, String host, List<String> arguments) {
        ProcessBuilder builder = ssh.calling(environment, host, arguments.toArray(String[]::new))
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
        try {
            Process process = builder.start();
            Complaints complaints = new Complaints(
                    process.getErrorStream(), environment.streams().err());
            OutputStream out = environment.streams().out();
            byte[] buffer = new byte[8192];
            for (int length = process.getInputStream().read(buffer);
                    length >= 0;
                    length = process.getInputStream().read(buffer)) {
                out.write(buffer, 0, length);
                out.flush();
            }
            int code = process.waitFor();
            String said = complaints.text(PATIENCE);
            if (NOT_STARTED.contains(code)) {
                throw new Failed(SshFailure.explain(host, code, said, ssh));
            }
            complaints.passOn();
            return code;
        } catch (IOException e) {
            throw new Failed("Cannot start ssh", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failed("Interrupted");
        }
    }
}
