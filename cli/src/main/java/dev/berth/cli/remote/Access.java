package dev.berth.cli.remote;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which service, and the token for it. The file that keeps them is for its owner alone.
 *
 * @param address of the service; of several instances of it, separated by commas
 * @param authority a file with the certificates to believe; empty for those that this machine believes
 */
public record Access(String address, String token, String authority) {
    private static final String LOGIN = "Sign in first: berth login URL --user NAME, or --token TOKEN";

    /** Before the address of a service that was signed in to earlier. */
    private static final String TOKEN_OF = "token of ";

    /** Before the address of a service with an authority of its own. */
    private static final String AUTHORITY_OF = "authority of ";

    /** Finds the service and the token to use: from the options, else from the variables, else from what was saved. */
    public static Access find(Environment environment, String server, String authority) {
        Properties saved = saved(environment);
        String known = saved.getProperty("address", "");
        String variable = environment.variable("BERTH_URL");
        String address = !server.isEmpty()
                ? checked("--server", server)
                : !variable.isEmpty() ? checked("BERTH_URL", variable) : known;
        if (address.isEmpty()) {
            throw new BadInput("Not signed in. " + LOGIN + ", or set BERTH_URL and BERTH_TOKEN");
        }
        String token = environment.variable(Environment.TOKEN);
        if (token.isEmpty()) {
            token = tokenOf(address, saved);
        }
        if (token.isEmpty()) {
            throw new BadInput("Not signed in to " + address + ". " + LOGIN + ", or set BERTH_TOKEN");
        }
        return new Access(address, token, authority.isEmpty() ? authorityOf(address, environment, saved) : authority);
    }

    /** One of several services: only a token that was saved for it will do. */
    public static Access signedIn(Environment environment, String server) {
        String address = checked("--at", server);
        Properties saved = saved(environment);
        String token = tokenOf(address, saved);
        if (token.isEmpty()) {
            throw new BadInput("Not signed in to " + address + ". " + LOGIN);
        }
        return new Access(address, token, authorityOf(address, environment, saved));
    }

    private static String authorityOf(String address, Environment environment, Properties saved) {
        String variable = environment.variable("BERTH_CA");
        if (!variable.isEmpty()) {
            return variable;
        }
        String ofSignIn =
                saved.getProperty(AUTHORITY_OF + signInFor(address, saved).orElse(address), "");
        return saved.getProperty(AUTHORITY_OF + address, ofSignIn);
    }

    /** A saved token goes to the service it is for and to no other. */
    private static String tokenOf(String address, Properties saved) {
        return signInFor(address, saved).map(each -> savedToken(each, saved)).orElse("");
    }

    private static String savedToken(String address, Properties saved) {
        return saved.getProperty(address.equals(saved.getProperty("address")) ? "token" : TOKEN_OF + address, "");
    }

    /**
     * The address of the saved sign-in that is good for a service: the same address, else one that has an instance in common, because
     * all instances that are named together are of one service. What is named first counts first.
     */
    private static Optional<String> signInFor(String address, Properties saved) {
        if (!savedToken(address, saved).isEmpty()) {
            return Optional.of(address);
        }
        List<String> known = Stream.concat(
                        Stream.of(saved.getProperty("address", "")),
                        saved.stringPropertyNames().stream()
                                .filter(name -> name.startsWith(TOKEN_OF))
                                .map(name -> name.substring(TOKEN_OF.length()))
                                .sorted())
                .filter(each -> !savedToken(each, saved).isEmpty())
                .toList();
        return serversOf(address).stream()
                .flatMap(server -> known.stream().filter(each -> serversOf(each).contains(server)))
                .findFirst();
    }

    private static List<String> serversOf(String address) {
        return List.of(address.split(",", -1));
    }

    /** The instances of the service, in the order in which they are asked. */
    public List<String> servers() {
        return serversOf(address);
    }

    /** Several instances of one service are separated by commas. */
    static String checked(String what, String addresses) {
        return Stream.of(addresses.split(",", -1))
                .map(each -> checkedOne(what, each.strip()))
                .collect(Collectors.joining(","));
    }

    private static String checkedOne(String what, String address) {
        try {
            URI uri = URI.create(address);
            if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getQuery() == null
                    && uri.getUserInfo() == null) {
                return address.replaceAll("/+$", "");
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw new BadInput("%s: \"%s\" is not an address such as http://127.0.0.1:7117".formatted(what, address));
    }

    Access with(String other) {
        return new Access(address, other, authority);
    }

    static Path file(Environment environment) {
        String config = environment.variable("XDG_CONFIG_HOME");
        Path directory = config.isEmpty()
                ? Path.of(environment.variables().getOrDefault("HOME", System.getProperty("user.home")), ".config")
                : Path.of(config);
        return directory.resolve("berth").resolve("login.properties");
    }

    private static Properties saved(Environment environment) {
        Properties properties = new Properties();
        Path file = file(environment);
        if (Files.exists(file)) {
            try (Reader reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            } catch (IOException e) {
                throw new Failed("Cannot read " + file, e);
            } catch (IllegalArgumentException e) {
                throw new Failed("Cannot read " + file + ": the file is damaged. " + LOGIN);
            }
        }
        return properties;
    }

    /** Forgets the token for this service; those for others stay. */
    void forget(Environment environment) {
        Properties properties = saved(environment);
        String signIn = signInFor(address, properties).orElse(address);
        properties.remove(TOKEN_OF + signIn);
        if (signIn.equals(properties.getProperty("address"))) {
            properties.remove("token");
        }
        store(properties, environment);
    }

    void save(Environment environment) {
        Properties properties = saved(environment);
        String before = properties.getProperty("address", "");
        if (!before.isEmpty()) {
            // Those of other services stay: a plan may be booked at several.
            properties.setProperty(TOKEN_OF + before, properties.getProperty("token", ""));
        }
        properties.remove(TOKEN_OF + address);
        properties.setProperty("address", address);
        properties.setProperty("token", token);
        if (authority.isEmpty()) {
            properties.remove(AUTHORITY_OF + address);
        } else {
            properties.setProperty(AUTHORITY_OF + address, authority);
        }
        store(properties, environment);
    }

    private static void store(Properties properties, Environment environment) {
        Path file = file(environment);
        try {
            Path directory = Files.createDirectories(file.toAbsolutePath().getParent());
            // Born with its mode: nobody can read it in between, and a crash leaves the old one whole.
            Path fresh = Files.createTempFile(
                    directory,
                    "login",
                    ".new",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            try (Writer writer = Files.newBufferedWriter(fresh)) {
                properties.store(writer, null);
            }
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new Failed("Cannot save the token in " + file, e);
        }
    }

    @Override
    public String toString() {
        return "Access[" + address + "]";
    }
}
