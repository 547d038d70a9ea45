// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rpcrdma.bench.console.Version;

/** The JSON result, which contains the totals and the first {@link #MOST_LISTED} findings. */
public final class LintReport implements FindingFormat {
    /** The maximum number of findings to list; it limits the memory used. */
    public static final int MOST_LISTED = 100_000;

    private final List<Entry> listed = new ArrayList<>();

    /**
     * A finding.
     *
     * @param frame       the frame number, from 1.
     * @param seconds     the time since the first frame.
     * @param connection  the connection's number, from 0.
     * @param source      the sender's address.
     * @param destination the receiver's address.
     * @param xid         the transaction id, in hexadecimal; absent for RDMA READs and WRITEs.
     * @param rule        the rule's name.
     * @param rfc         the RFC's number.
     * @param section     the section of the RFC.
     * @param severity    {@code error}, or {@code warning} if the RFC assumes the rule without stating it.
     * @param seen        the observation.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Entry(
            long frame,
            double seconds,
            int connection,
            String source,
            String destination,
            String xid,
            String rule,
            int rfc,
            String section,
            String severity,
            String seen) {}

    /**
     * The complete result.
     *
     * @param version            the program's version.
     * @param capture            the capture's name.
     * @param messages           the number of messages checked.
     * @param connections        the number of connections with checked messages.
     * @param partialConnections the number of connections that were not captured completely.
     * @param findings           the number of findings.
     * @param warnings           the number of findings that are warnings.
     * @param listed             the first findings.
     */
    public record Result(
            String version,
            String capture,
            long messages,
            long connections,
            long partialConnections,
            long findings,
            long warnings,
            List<Entry> listed) {}

    @Override
    public void found(final Finding finding) {
        if (listed.size() < MOST_LISTED) {
            listed.add(new Entry(
                    finding.frame(),
                    finding.nanos() / 1e9,
                    finding.connection(),
                    finding.source(),
                    finding.destination(),
                    finding.xid() == Finding.NO_XID ? null : String.format(Locale.ROOT, "%08x", finding.xid()),
                    finding.rule().id(),
                    finding.rule().rfc(),
                    finding.rule().section(),
                    finding.rule().severity(),
                    finding.seen()));
        }
    }

    /** Returns the result after the capture has been read. */
    public Result of(final String capture, final Linter linter) {
        return new Result(
                Version.CURRENT,
                capture,
                linter.messages(),
                linter.connections(),
                linter.partialConnections(),
                linter.findings(),
                linter.warnings(),
                listed);
    }
}
