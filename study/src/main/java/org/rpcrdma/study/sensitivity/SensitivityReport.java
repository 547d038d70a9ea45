// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import java.io.IOException;
import java.util.Map;
import org.rpcrdma.bench.compare.CostEffects;
import org.rpcrdma.study.sweep.Template;

/** How far inputs move the answers, as one page that needs nothing else: the verdict, and a tornado for each answer. */
public final class SensitivityReport {
    private final Sensitivity sensitivity;

    public SensitivityReport(final Sensitivity sensitivity) {
        this.sensitivity = sensitivity;
    }

    /** Returns the page. */
    public String text() throws IOException {
        return Template.filled(
                Template.resource("/sensitivity/report.html"),
                Map.of(
                        "css", Template.resource("/sweep/report.css"),
                        "title", Template.escaped(sensitivity.title()),
                        "inputs", Integer.toString(sensitivity.answers().get(0).drawn()),
                        "verdict", Template.escaped(sensitivity.verdict()),
                        "answers", answers()));
    }

    private String answers() {
        final StringBuilder html = new StringBuilder();
        for (final CostEffects answer : sensitivity.answers()) {
            html.append("<section>\n<h2>")
                    .append(Template.escaped(answer.title() + ", " + answer.unit()))
                    .append("</h2>\n");
            if (answer.effects().isEmpty()) {
                html.append("<p>Nothing moves it.</p>\n");
            } else {
                html.append("<div class=\"scroll\">")
                        .append(new Tornado(answer).svg())
                        .append("</div>\n");
            }
            html.append("</section>\n");
        }
        return html.toString();
    }
}
