package dev.berth.broker.remote;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The sites that a broker books at.
 *
 * @param tokens the file with the tokens of its users at the sites; only its owner can read it
 */
public record BrokerSettings(List<Member> sites, Path tokens) {
    /**
     * One site.
     *
     * @param name what people call it
     * @param authority the certificates that are trusted there; empty for those that this machine trusts
     */
    public record Member(String name, URI address, Optional<Path> authority) {}

    public BrokerSettings {
        sites = List.copyOf(sites);
    }

    public Optional<Member> site(String name) {
        return sites.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    public List<String> names() {
        return sites.stream().map(Member::name).toList();
    }
}
