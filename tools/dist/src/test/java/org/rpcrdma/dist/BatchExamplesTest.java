// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.dist;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.bench.Rpcrdma;

/**
 * Runs the examples for batch systems as these systems would, with the same commands. The outputs must equal a single
 * run's output, byte for byte.
 */
@Tag("pages")
class BatchExamplesTest {
    private static final Path DOCS = Path.of("../../docs");

    @TempDir
    private Path folder;

    private Path grid;
    private Path whole;

    @BeforeEach
    void runWhole() throws IOException {
        grid = Files.writeString(
                folder.resolve("grid"), "connections = 1, 2\niommu = off, strict\nstrategy = shard-dma\n");
        whole = folder.resolve("whole");
        sweep(List.of("sweep", "--grid", grid.toString(), "--out", whole.toString()));
    }

    @Test
    void shouldShareThePointsAmongTheTasksOfASlurmArray() throws Exception {
        final Path results = folder.resolve("slurm");
        final List<String> script = List.of(
                "bash",
                DOCS.resolve("sweep-slurm.sh").toAbsolutePath().toString(),
                grid.toString(),
                results.toString());
        for (int task = 3; task >= 1; task--) {
            sweep(arguments(script, Map.of("SLURM_ARRAY_TASK_ID", "" + task, "RPCRDMA", stub("stub"))));
        }
        assertSame(results);
    }

    @Test
    void shouldShareThePointsAmongThePodsOfAnIndexedJob() throws Exception {
        final JsonNode job =
                new YAMLMapper().readTree(DOCS.resolve("sweep-kubernetes.yaml").toFile());
        assertEquals("batch/v1", job.get("apiVersion").asText());
        assertEquals("Job", job.get("kind").asText());
        assertEquals("Indexed", job.at("/spec/completionMode").asText());
        assertEquals(32, job.at("/spec/completions").asInt());
        final JsonNode container = job.at("/spec/template/spec/containers/0");
        for (int i = 0; i < 2; i++) {
            assertEquals(
                    job.at("/spec/template/spec/volumes/" + i + "/name"), container.at("/volumeMounts/" + i + "/name"));
        }
        assertEquals("/sweep", container.at("/volumeMounts/0/mountPath").asText());
        assertEquals("/results", container.at("/volumeMounts/1/mountPath").asText());

        final Path results = folder.resolve("kubernetes");
        final List<String> shown = texts(container.get("args"));
        assertEquals(List.of("sweep", "--grid", "/sweep/grid", "--out", "/results"), shown);
        final List<String> arguments = shown.stream()
                .map(word -> word.equals("/sweep/grid") ? grid.toString() : word)
                .map(word -> word.equals("/results") ? results.toString() : word)
                .toList();
        for (int pod = 0; pod < 3; pod++) {
            sweep(arguments);
        }
        assertSame(results);
    }

    private static List<String> texts(final JsonNode array) {
        final List<String> texts = new ArrayList<>();
        array.forEach(element -> texts.add(element.asText()));
        return texts;
    }

    /** Writes a program that prints its arguments. */
    private String stub(final String name) throws IOException {
        final Path stub = Files.writeString(folder.resolve(name), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        assertTrue(stub.toFile().setExecutable(true));
        return stub.toString();
    }

    private List<String> arguments(final List<String> command, final Map<String, String> environment) throws Exception {
        final Path printed = folder.resolve("arguments");
        final ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        builder.environment().putAll(environment);
        final Process process = builder.start();
        assertTrue(process.waitFor(10, TimeUnit.MINUTES), "the script did not end");
        assertEquals(0, process.exitValue(), () -> command.toString());
        return Files.readAllLines(printed);
    }

    private static void sweep(final List<String> arguments) {
        final StringWriter err = new StringWriter();
        final int exitCode = Rpcrdma.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute(arguments.toArray(String[]::new));
        assertEquals(0, exitCode, err.toString());
    }

    private void assertSame(final Path results) throws IOException {
        for (final String file : List.of("results.json", "results.csv", "report.html")) {
            assertArrayEquals(Files.readAllBytes(whole.resolve(file)), Files.readAllBytes(results.resolve(file)), file);
        }
    }
}
