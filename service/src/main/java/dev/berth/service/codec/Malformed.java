package dev.berth.service.codec;

/** JSON that is not the form of what was expected; says where. */
public final class Malformed extends IllegalArgumentException {
    private final String place;
    private final String problem;

    /**
     * Something wrong at a place.
     *
     * @param place as a JSON pointer; empty for the whole
     */
    public Malformed(String place, String problem) {
        super((place.isEmpty() ? "" : place + ": ") + problem);
        this.place = place;
        this.problem = problem;
    }

    public String place() {
        return place;
    }

    public String problem() {
        return problem;
    }
}
