// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import org.rpcrdma.bench.console.TextOutput;

/**
 * Prints each finding as a line of text.
 *
 * <pre>
 *  frame   seconds  from -> to  xid  rule  section  observation
 * </pre>
 */
public record FindingLines(TextOutput output) implements FindingFormat {
    private static final int FRAME_WIDTH = 7;
    private static final int SECONDS_WIDTH = 13;
    private static final int RULE_WIDTH = 24;
    private static final int SECTION_WIDTH = 16;

    @Override
    public void found(final Finding finding) {
        output.decimal(finding.frame(), FRAME_WIDTH).seconds(finding.nanos(), SECONDS_WIDTH);
        output.text("  ")
                .text(finding.source())
                .text(" -> ")
                .text(finding.destination())
                .text("  ");
        if (finding.xid() == Finding.NO_XID) {
            output.padded("-", Integer.BYTES * 2);
        } else {
            output.hex(finding.xid(), Integer.BYTES * 2);
        }
        output.text("  ").padded(finding.rule().id(), RULE_WIDTH);
        output.padded(section(finding.rule()), SECTION_WIDTH);
        output.text(finding.rule().isWarning() ? "warning: " : "");
        output.text(finding.seen()).character('\n');
    }

    /** Returns a rule's section, for example {@code RFC 8166 4.3.2}. */
    public static String section(final LintRule rule) {
        return "RFC " + rule.rfc() + " " + rule.section();
    }
}
