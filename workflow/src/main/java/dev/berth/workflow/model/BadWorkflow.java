package dev.berth.workflow.model;

/** A workflow that cannot be: says where, what is wrong, and what would be right. */
public final class BadWorkflow extends IllegalArgumentException {
    private final String place;
    private final String problem;

    /** Reports a problem at a place such as {@code tasks[3].work}; the place may be empty. */
    public BadWorkflow(String place, String problem) {
        super(place.isEmpty() ? problem : place + ": " + problem);
        this.place = place;
        this.problem = problem;
    }

    /** The same at a place further out: {@code tasks[3]} before {@code work} gives {@code tasks[3].work}. */
    public BadWorkflow in(String outer) {
        return new BadWorkflow(place.isEmpty() ? outer : outer + "." + place, problem);
    }

    public String place() {
        return place;
    }

    public String problem() {
        return problem;
    }
}
