// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.rpcrdma.bench.plot.Svg;

/** The results as one self-contained page, with plots, verdicts in words, and the data as JSON. */
final class HtmlReport {
    private static final String CHARTS = "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";

    /** The results with ranges over the seeds. */
    private final SweepResults whole;

    /** The results with medians only. */
    private final SweepResults results;

    private final List<SectionView> views;

    /**
     * Creates a report of the given results.
     *
     * @param usual the defaults of options and cost parameters.
     */
    HtmlReport(final SweepResults results, final Map<String, String> usual) {
        this.whole = results;
        this.results = results.medians();
        this.views = results.grid().sections().stream()
                .map(section -> SectionView.of(section, usual))
                .toList();
    }

    String text() throws IOException {
        final String version = chartVersion();
        final String charts = "/META-INF/resources/webjars/chart.js/" + version;
        return Template.filled(
                Template.resource("/sweep/report.html"),
                Map.of(
                        "css", Template.resource("/sweep/report.css"),
                        "about", Svg.escaped(about()),
                        "data", data(),
                        "chart", withoutSourceMap(Template.resource(charts + "/dist/chart.umd.min.js")),
                        "chartVersion", version,
                        "chartLicence", Svg.escaped(Template.resource(charts + "/LICENSE.md")),
                        "plots", Template.resource("/sweep/plots.js"),
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

    /**
     * Returns JSON that can be embedded in a script element without ending the element. A strategy's figures include
     * its savings.
     */
    private String data() throws JsonProcessingException {
        final ObjectMapper json = new ObjectMapper();
        final ObjectNode data = json.valueToTree(results);
        data.set("views", json.valueToTree(views));
        for (int i = 0; i < whole.points().size(); i++) {
            final JsonNode result = whole.points().get(i).get("result").deepCopy();
            for (final JsonNode answer : result.get("answer")) {
                for (final JsonNode strategy : result.get("strategies")) {
                    if (strategy.get("name").equals(answer.get("strategy"))) {
                        ((ObjectNode) strategy).set("connectionNanosSaved", answer.get("connectionNanosSaved"));
                    }
                }
            }
            final ObjectNode point = (ObjectNode) data.get("points").get(i);
            point.set("result", Medians.of(result));
            point.set("low", Medians.of(result.get("strategies"), "low"));
            point.set("high", Medians.of(result.get("strategies"), "high"));
        }
        return json.writeValueAsString(data).replace("<", "\\u003c");
    }

    /** Removes the reference to a source map from a script, because the source map is not bundled. */
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
}
