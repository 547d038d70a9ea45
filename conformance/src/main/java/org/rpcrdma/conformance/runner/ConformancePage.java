// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rpcrdma.conformance.runner.RowAgreement.Agreement;
import org.rpcrdma.conformance.runner.RowResult.Outcome;

/** A host's device beside its simulation as a page of Markdown. */
public final class ConformancePage {
    private final ConformanceReport report;
    private final Map<String, Row> rules;

    /**
     * Makes a page.
     *
     * @param report the results of the rows.
     * @param rows   the rows.
     */
    public ConformancePage(final ConformanceReport report, final List<Row> rows) {
        this.report = report;
        rules = rows.stream().collect(Collectors.toMap(Row::id, Function.identity()));
    }

    public String text() {
        final StringBuilder page = new StringBuilder();
        appendHead(page);
        final List<RowAgreement> all = report.comparison().rows();
        final List<RowAgreement> differing =
                all.stream().filter(row -> row.agreement() != Agreement.AGREES).toList();
        if (!differing.isEmpty()) {
            appendTable(page, "Where they differ", differing);
        }
        appendTable(page, "All rows", all);
        return page.toString();
    }

    private void appendHead(final StringBuilder page) {
        final DeviceAgreement compared = report.comparison();
        page.append("# ").append(report.title()).append("\n\n");
        page.append("Written by `./rpcrdma conformance ").append(report.options());
        page.append(" --page FILE` on Linux ").append(compared.linux());
        if (compared.rdmaCore() != null) {
            page.append(" with rdma-core ").append(compared.rdmaCore());
        }
        page.append(". The simulated device behaves as `").append(report.personality());
        page.append("` and lacks what the device lacks: rows about that are skipped on both, with the reason.\n\n");
        page.append("| rows | run on the device | agree | differ as explained | differ unexplained |\n");
        page.append("|---|---|---|---|---|\n");
        page.append("| ").append(compared.rows().size());
        page.append(" | ")
                .append(compared.rows().stream().filter(ConformancePage::hasRun).count());
        page.append(" | ").append(compared.agrees());
        page.append(" | ").append(compared.explained());
        page.append(" | ").append(compared.unexplained()).append(" |\n");
    }

    private void appendTable(final StringBuilder page, final String title, final List<RowAgreement> rows) {
        page.append("\n## ").append(title).append("\n\n");
        page.append("| row | rule | device | simulated | |\n|---|---|---|---|---|\n");
        rows.forEach(row -> append(page, row));
    }

    private static boolean hasRun(final RowAgreement row) {
        return row.device().outcome() != Outcome.SKIP;
    }

    private void append(final StringBuilder page, final RowAgreement row) {
        page.append("| ").append(row.id());
        page.append(" | ").append(cell(rules.get(row.id()).text()));
        page.append(" | ").append(row.device().result());
        page.append(" | ").append(row.simulated().result());
        page.append(" | ").append(cell(remark(row))).append(" |\n");
    }

    private static String remark(final RowAgreement row) {
        if (row.agreement() == Agreement.AGREES) {
            return row.remark();
        }
        return "**" + row.agreement().label() + "**: " + row.remark();
    }

    private static String cell(final String text) {
        return text.replace("|", "\\|");
    }
}
