// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.nic.config.Personality;

/**
 * A row in a JVM of its own, which gets this one's flags: what the row is about comes before anything is registered.
 */
public final class RowProcess {
    private RowProcess() {}

    public static RowResult run(
            final Class<?> program,
            final Row row,
            final String device,
            final String peer,
            final Personality personality)
            throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName(), "conformance"));
        command.addAll(List.of("--device", device, "--personality", personality.label()));
        if (peer != null) {
            command.addAll(List.of("--peer", peer));
        }
        command.addAll(List.of("--row", row.id(), "--json", "-"));
        final Process process =
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        final JsonNode result;
        try (InputStream output = process.getInputStream()) {
            result = new ObjectMapper().readTree(output).path("rows").path(0);
        } finally {
            process.waitFor();
        }
        if (result.isMissingNode()) {
            return new RowResult(row.id(), "fail", "its process told nothing: status=" + process.exitValue());
        }
        return new RowResult(
                result.get("id").asText(),
                result.get("result").asText(),
                result.get("detail").asText());
    }
}
