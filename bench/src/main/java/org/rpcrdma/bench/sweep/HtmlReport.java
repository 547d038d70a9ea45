/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Results as one page that needs nothing else: the answer in words, plots, and the data as JSON. */
final class HtmlReport {
    private static final String CHARTS = "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";

    private final SweepResults results;

    HtmlReport(final SweepResults results) {
        this.results = results;
    }

    String text() throws IOException {
        final String version = chartVersion();
        final String charts = "/META-INF/resources/webjars/chart.js/" + version;
        return Template.filled(
                Template.resource("/sweep/report.html"),
                Map.of(
                        "css", Template.resource("/sweep/report.css"),
                        "about", escaped(about()),
                        "answer", answer(),
                        "data", data(),
                        "chart", withoutSourceMap(Template.resource(charts + "/dist/chart.umd.min.js")),
                        "chartVersion", version,
                        "chartLicence", escaped(Template.resource(charts + "/LICENSE.md")),
                        "script", Template.resource("/sweep/report.js")));
    }

    private String about() {
        final int points = results.points().size();
        final List<String> sections = results.grid().sections().stream()
                .map(GridSection::name)
                .filter(name -> !name.isEmpty())
                .toList();
        return points + (points == 1 ? " comparison" : " comparisons")
                + " of ways to map an NFS/RDMA server's Receive buffers"
                + (sections.isEmpty() ? "." : ": " + String.join("; ", sections) + ".");
    }

    private String answer() {
        final StringBuilder html = new StringBuilder();
        if (results.grid().sections().size() > 1) {
            html.append("<p>For \u201c")
                    .append(escaped(results.grid().sections().get(0).name()))
                    .append("\u201d:</p>\n");
        }
        for (final SweepAnswer answer : results.answers()) {
            html.append("<h3>").append(escaped(answer.title())).append("</h3>\n<ul>\n");
            answer.sentences()
                    .forEach(sentence ->
                            html.append("<li>").append(escaped(sentence)).append("</li>\n"));
            html.append("</ul>\n");
        }
        return html.toString();
    }

    /** JSON as it may stand in a script element: nothing in it ends that. */
    private String data() throws JsonProcessingException {
        return new ObjectMapper().writeValueAsString(results).replace("<", "\\u003c");
    }

    /** The map is not there, and no browser needs to look for it. */
    private static String withoutSourceMap(final String script) {
        return script.replaceAll("(?m)^//# sourceMappingURL=.*$", "").strip();
    }

    private static String chartVersion() throws IOException {
        final Properties properties = new Properties();
        try (InputStream stream = HtmlReport.class.getResourceAsStream(CHARTS)) {
            properties.load(stream);
        }
        return properties.getProperty("version");
    }

    private static String escaped(final String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
