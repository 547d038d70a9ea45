// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JmhPageTest {
    private static final String HEADER = "org.rpcrdma.microbench.HeaderDecode";
    private static final String ECHO = "org.rpcrdma.microbench.EchoRpc";

    @Test
    void shouldPutEachBenchmarkBesideItsReference() throws IOException {
        final List<String> lines =
                page(result(HEADER + ".xdr", 50, 2, "") + "," + result(HEADER + ".flyweight", 20, 0.125, ""));
        assertTrue(
                lines.contains("## What does it cost to read a header with a Read list of four segments?"),
                lines::toString);
        assertTrue(
                lines.contains("`./rpcrdma jmh HeaderDecode --gc`; VM 17.0.1, threads 1, forks 3 of 5 iterations"),
                lines::toString);
        assertEquals(
                List.of(
                        "| benchmark | time | ratio | B/op |",
                        "|---|---|---|---|",
                        "| xdr | 50.0 ns/op | 2.50 | 2.000 |",
                        "| flyweight | 20.0 ns/op | 1.00 | 0.125 |"),
                lines.subList(lines.size() - 4, lines.size()));
    }

    @Test
    void shouldCompareOnlyWhatHasTheSameParameters() throws IOException {
        final List<String> lines = page(result(ECHO + ".calls", 1500, 0, "\"messageBytes\": \"4068\"") + ","
                + result(ECHO + ".calls", 1800, 0, "\"messageBytes\": \"4096\""));
        assertEquals("| calls | 4068 | 1,500.0 ns/op | 1.00 | 0.000 |", lines.get(lines.size() - 2));
        assertEquals("| calls | 4096 | 1,800.0 ns/op | 1.00 | 0.000 |", lines.get(lines.size() - 1));
    }

    @Test
    void shouldLeaveOutWhatWasNotMeasured() throws IOException {
        final List<String> lines = page("{\"benchmark\": \"a.B.c\", \"primaryMetric\":"
                + " {\"score\": 3, \"scoreError\": \"NaN\", \"scoreUnit\": \"us/op\"}}");
        assertTrue(lines.contains("## B"), lines::toString);
        assertEquals("| c | 3.0 us/op |  |  |", lines.get(lines.size() - 1));
    }

    @Test
    void shouldTakeTheMedianOfTheForksAndHowFarOneOfThemIsAway() throws IOException {
        final List<String> lines = page("{\"benchmark\": \"a.B.c\", \"primaryMetric\": {\"scoreUnit\": \"ns/op\","
                + " \"rawData\": [[9, 10, 500], [20, 20, 20], [11, 12, 13]]}}");
        assertEquals("| c | 12.0 ± 8.0 ns/op |  |  |", lines.get(lines.size() - 1));
    }

    @Test
    void shouldKeepTheSectionsOfBenchmarksThatDidNotRunAndStillAreThere() throws IOException {
        final List<String> echo = List.of("## Echo?", "`./rpcrdma jmh EchoRpc --gc`; VM", "", "| benchmark | time |");
        final List<String> gone = List.of("## Gone?", "`./rpcrdma jmh Gone --gc`; VM", "", "| benchmark | time |");
        final List<String> old =
                List.of("## Old?", "`./rpcrdma jmh HeaderDecode --gc`; VM", "", "| benchmark | time |");
        final String before = Stream.of(List.of("# Title", ""), old, List.of(""), gone, List.of(""), echo)
                .flatMap(List::stream)
                .collect(Collectors.joining("\n"));

        final StringWriter out = new StringWriter();
        new JmhPage(new ObjectMapper().readTree("[" + result(HEADER + ".flyweight", 20, 0, "") + "]"), before)
                .print(new PrintWriter(out));

        final List<String> headings =
                out.toString().lines().filter(line -> line.startsWith("## ")).toList();
        assertEquals(
                List.of("## Echo?", "## What does it cost to read a header with a Read list of four segments?"),
                headings);
        assertTrue(out.toString().contains(String.join("\n", echo)), out::toString);
    }

    private static String result(
            final String benchmark, final double score, final double allocated, final String parameters) {
        return String.format(
                Locale.ROOT,
                "{\"benchmark\": \"%s\", \"vmName\": \"VM\", \"jdkVersion\": \"17.0.1\", \"threads\": 1, \"forks\": 3,"
                        + " \"measurementIterations\": 5, \"params\": {%s}, \"primaryMetric\": {\"rawData\": [[%f, 1, 99999]],"
                        + " \"scoreUnit\": \"ns/op\"}, \"secondaryMetrics\":"
                        + " {\"gc.alloc.rate.norm\": {\"score\": %f}}}",
                benchmark,
                parameters,
                score,
                allocated);
    }

    private static List<String> page(final String results) throws IOException {
        final StringWriter out = new StringWriter();
        new JmhPage(new ObjectMapper().readTree("[" + results + "]"), "").print(new PrintWriter(out));
        return out.toString().lines().toList();
    }
}
