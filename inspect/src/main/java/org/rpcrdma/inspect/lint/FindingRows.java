// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import org.rpcrdma.bench.console.TextOutput;

/** A header row and a row a finding, tab-separated; the transaction id of a READ or WRITE is empty. */
public final class FindingRows implements FindingFormat {
    private static final String COLUMNS = String.join(
            "\t", "frame", "seconds", "source", "destination", "xid", "rule", "rfc", "section", "severity", "seen");

    private final TextOutput output;

    public FindingRows(final TextOutput output) {
        this.output = output;
        output.text(COLUMNS).character('\n');
    }

    @Override
    public void found(final Finding finding) {
        output.decimal(finding.frame())
                .character('\t')
                .seconds(finding.nanos(), 0)
                .character('\t');
        output.text(finding.source())
                .character('\t')
                .text(finding.destination())
                .text("\t");
        if (finding.xid() != Finding.NO_XID) {
            output.text("0x").hex(finding.xid(), Integer.BYTES * 2);
        }
        output.character('\t').text(finding.rule().id()).character('\t');
        output.decimal(finding.rule().rfc()).character('\t').text(finding.rule().section());
        output.character('\t').text(finding.rule().severity());
        output.character('\t').text(finding.seen()).character('\n');
    }
}
