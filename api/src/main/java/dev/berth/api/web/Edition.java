package dev.berth.api.web;

import dev.berth.service.account.Secrets;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * A name that follows from the content of the page's files. It stands in their addresses, so that a browser may keep them for
 * good. It is the same after a restart, and on all instances of a site: any of them may be asked for the files of a page that
 * another has sent.
 */
final class Edition {
    private static final int LENGTH = 12;

    private Edition() {}

    /**
     * The edition of all files in the folder of one of them.
     *
     * @param file in a directory or in a jar
     * @param others what else belongs to it, with its version
     */
    static String of(URL file, Iterable<WebJar> others) {
        SortedMap<String, String> files = new TreeMap<>();
        try {
            if (file.openConnection() instanceof JarURLConnection jar) {
                addPacked(jar, files);
            } else {
                addLoose(Path.of(URI.create(file.toString())).resolveSibling(""), files);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the files of the page beside " + file, e);
        }
        others.forEach(other -> files.put("/" + other.name(), other.version()));
        StringBuilder all = new StringBuilder();
        files.forEach(
                (name, content) -> all.append(name).append(' ').append(content).append('\n'));
        return Secrets.hash(all.toString()).substring(0, LENGTH);
    }

    private static void addPacked(JarURLConnection connection, SortedMap<String, String> files) throws IOException {
        // A jar of its own: the shared one belongs to the class loader, and is not to be closed.
        connection.setUseCaches(false);
        String entry = connection.getEntryName();
        String folder = entry.substring(0, entry.lastIndexOf('/') + 1);
        try (JarFile jar = connection.getJarFile()) {
            for (JarEntry each : (Iterable<JarEntry>) jar.stream()::iterator) {
                if (!each.isDirectory() && each.getName().startsWith(folder)) {
                    try (InputStream in = jar.getInputStream(each)) {
                        files.put(each.getName().substring(folder.length()), Secrets.hash(in.readAllBytes()));
                    }
                }
            }
        }
    }

    private static void addLoose(Path folder, SortedMap<String, String> files) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
                files.put(
                        folder.relativize(each).toString().replace('\\', '/'), Secrets.hash(Files.readAllBytes(each)));
            }
        }
    }
}
