// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.util.Locale;

/** Makes untrusted text safe for a terminal. */
public final class PrintableText {
    private PrintableText() {}

    /** Returns a text in which control and format characters are replaced by Unicode escapes. */
    public static String of(final String text) {
        final StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            if (Character.isISOControl(character) || Character.getType(character) == Character.FORMAT) {
                shown.append(String.format(Locale.ROOT, "\\u%04x", character));
            } else {
                shown.appendCodePoint(character);
            }
        });
        return shown.toString();
    }
}
