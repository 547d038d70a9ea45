// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Lists all rules and their sections. */
public final class RuleList {
    private RuleList() {}

    /**
     * A rule.
     *
     * @param rule     the rule's name.
     * @param rfc      the RFC's number.
     * @param section  the section of the RFC.
     * @param severity {@code error}, or {@code warning} if the RFC assumes the rule without stating it.
     * @param demand   what the rule requires.
     */
    public record Entry(String rule, int rfc, String section, String severity, String demand) {}

    public static List<Entry> entries() {
        return Arrays.stream(LintRule.values())
                .map(rule -> new Entry(rule.id(), rule.rfc(), rule.section(), rule.severity(), rule.demand()))
                .toList();
    }

    /** Prints one line per rule. */
    public static void print(final PrintWriter out) {
        for (final LintRule rule : LintRule.values()) {
            out.println(String.format(
                    Locale.ROOT,
                    "%-23s %-15s %-8s %s",
                    rule.id(),
                    FindingLines.section(rule),
                    rule.severity(),
                    rule.demand()));
        }
    }
}
