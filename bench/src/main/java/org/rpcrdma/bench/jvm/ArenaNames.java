// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.util.regex.Pattern;

/**
 * Which arenas to show, by a pattern of their names.
 *
 * @param pattern null for all.
 */
public record ArenaNames(Pattern pattern) {
    /** Returns those that match a text in which {@code *} stands for any letters and {@code ?} for one; null is all. */
    public static ArenaNames of(final String text) {
        return new ArenaNames(
                text == null
                        ? null
                        : Pattern.compile("\\Q"
                                + text.replace("\\E", "\\E\\\\E\\Q")
                                        .replace("*", "\\E.*\\Q")
                                        .replace("?", "\\E.\\Q") + "\\E"));
    }

    boolean has(final String name) {
        return pattern == null || pattern.matcher(name).matches();
    }
}
