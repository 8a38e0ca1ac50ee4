package dev.berth.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;

/** Prices in words for people: "No charge" is easier to read than 0.00 three times. */
public final class PriceText {
    private PriceText() {}

    /** The price of a reservation and the fees of its changes, beside a label; empty if the price is not told. */
    public static String labelled(JsonNode one) {
        String price = AnswerText.text(one, "price");
        if (isNothing(one, "fees")) {
            return price.isEmpty() || !isNothing(one, "price") ? price : "no charge";
        }
        return price + ", fees " + AnswerText.text(one, "fees");
    }

    /** A price at the end of a sentence: "for 10.50" or "at no charge". */
    public static String atPrice(JsonNode one) {
        return isNothing(one, "price") ? "at no charge" : "for " + AnswerText.text(one, "price");
    }

    /** The price of a plan, as a line. */
    public static String line(JsonNode plan) {
        return isNothing(plan, "price") ? "No charge\n" : "Price " + AnswerText.text(plan, "price") + "\n";
    }

    /** Line with the price of a change, from its quote: the price after it and before it, and its fee. */
    public static String quote(JsonNode quote) {
        String after = AnswerText.text(quote, "after");
        String before = AnswerText.text(quote, "before");
        boolean isFree = isNothing(quote, "after") && isNothing(quote, "fee");
        String price = isFree ? "No charge" : "Price " + after;
        String change = after.equals(before) && !isFree ? ", as before" : " instead of " + before;
        return price + (isNothing(quote, "before") ? "" : change) + fee(quote) + "\n";
    }

    private static String fee(JsonNode quote) {
        BigDecimal fee = amount(quote, "fee");
        return switch (fee.signum()) {
            case 1 -> "; fee " + fee.toPlainString();
            case -1 -> "; refund " + fee.negate().toPlainString();
            default -> "";
        };
    }

    private static boolean isNothing(JsonNode node, String field) {
        return amount(node, field).signum() == 0;
    }

    private static BigDecimal amount(JsonNode node, String field) {
        String text = AnswerText.text(node, field);
        return text.isEmpty() ? BigDecimal.ZERO : new BigDecimal(text);
    }
}
