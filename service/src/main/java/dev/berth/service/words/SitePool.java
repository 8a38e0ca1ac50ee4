package dev.berth.service.words;

/** What plain words need to know of a pool. */
public record SitePool(String name, int servers, Unit unit) {
    /** Its servers in all. */
    String whole() {
        return unit.counted(servers) + " of pool " + name;
    }
}
