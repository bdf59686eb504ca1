package cmpthese;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers with a fraction in canonical form. */
final class Numbers {
    private static final double EXACT_MAX = 1L << 53;

    private Numbers() {}

    static String form(double number) {
        if (Double.isNaN(number)) return "NaN";
        if (Double.isInfinite(number)) return number > 0 ? "Inf" : "-Inf";
        if (Math.abs(number) < EXACT_MAX && number == Math.rint(number)) return Long.toString((long) number);
        for (int digits = 15; digits < 17; digits++) {
            String text = shown(number, digits);
            if (Double.parseDouble(text) == number) return text;
        }
        return shown(number, 17);
    }

    /** As a double where that has all of its digits. */
    static String form(BigDecimal number) {
        String near = form(number.doubleValue());
        boolean isAll = !near.endsWith("Inf") && new BigDecimal(near).compareTo(number) == 0;
        BigDecimal plain = number.stripTrailingZeros();
        return isAll ? near : Math.abs(plain.scale()) > 1000 ? plain.toString() : plain.toPlainString();
    }

    /** As %g of printf(3) shows it. */
    private static String shown(double number, int digits) {
        BigDecimal rounded = new BigDecimal(Math.abs(number)).round(new MathContext(digits, RoundingMode.HALF_EVEN)).stripTrailingZeros();
        String significant = rounded.unscaledValue().toString();
        int exponent = significant.length() - 1 - rounded.scale();
        String sign = number < 0 ? "-" : "";
        if (exponent >= -4 && exponent < digits) return sign + rounded.toPlainString();
        String fraction = significant.length() > 1 ? "." + significant.substring(1) : "";
        String power = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
        return sign + significant.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + power;
    }
}
