package dev.berth.soak.fuzz;

/**
 * An input that broke a reader.
 *
 * @param why what happened: an exception that the reader does not document, or a budget that was exceeded
 * @param isOverBudget whether it was the budget
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Finding(String target, String why, boolean isOverBudget, byte[] input) {
    @Override
    public String toString() {
        return target + ": " + why + " (" + input.length + " bytes)";
    }
}
