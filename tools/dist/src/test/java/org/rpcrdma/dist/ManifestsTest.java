// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.bench.CommandTest;

/**
 * Checks the container image, the manifests and the systemd unit: the programs that they start must exist, and the
 * commands must accept their arguments.
 */
class ManifestsTest {
    private static final Path DOCS = Path.of("../../docs");
    private static final Path UNIT = Path.of("src/main/systemd/rpcrdma-nfs3-server.service");

    private static String program() throws IOException {
        return Pattern.compile("(?m)^ENTRYPOINT \\[\"([^\"]+)\"\\]$")
                .matcher(Files.readString(Path.of("Containerfile")))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
    }

    private static JsonNode container(final String manifest) throws IOException {
        return new YAMLMapper().readTree(DOCS.resolve(manifest).toFile()).at("/spec/template/spec/containers/0");
    }

    private static List<String> texts(final JsonNode array) {
        final List<String> texts = new ArrayList<>();
        array.forEach(element -> texts.add(element.asText()));
        return texts;
    }

    @ParameterizedTest
    @ValueSource(strings = {"sweep-kubernetes.yaml", "nfs3-server-kubernetes.yaml"})
    void shouldStartTheProgramWhereTheImageHasIt(final String manifest) throws IOException {
        final JsonNode container = container(manifest);
        assertEquals(List.of(program()), texts(container.get("command")));
        assertEquals("rpcrdma:latest", container.get("image").asText());
        assertTrue(container.at("/workingDir").isMissingNode());
    }

    /** The image unpacks the archive into this folder, whose bin folder contains the launcher. */
    @Test
    void shouldHaveTheProgramInTheImage() throws IOException {
        final String recipe = Files.readString(Path.of("Containerfile"));
        assertEquals("/opt/rpcrdma/bin/rpcrdma", program());
        assertTrue(recipe.contains("ADD rpcrdma-*.tar.gz /opt/\nRUN mv /opt/rpcrdma-* /opt/rpcrdma\n"), recipe);
        assertTrue(
                Pattern.compile("(?m)^USER [1-9][0-9]*:[1-9][0-9]*$")
                        .matcher(recipe)
                        .find(),
                "not root by default");
    }

    @Test
    void shouldStartTheServerAsItsCommandTakesIt() throws IOException {
        final JsonNode container = container("nfs3-server-kubernetes.yaml");
        CommandTest.WHOLE.parseArgs(texts(container.get("args")).toArray(String[]::new));
        assertEquals("/-/healthy", container.at("/livenessProbe/httpGet/path").asText());
        final String metrics = container.at("/ports/2/containerPort").asText();
        assertEquals("metrics", container.at("/ports/2/name").asText());
        assertTrue(texts(container.get("args")).contains("0.0.0.0:" + metrics));
        assertEquals(
                container.at("/volumeMounts/0/mountPath").asText(),
                container.at("/args/2").asText());
    }

    @Test
    void shouldRestartTheServerOfTheUnitUnlessItsArgumentsAreUnusable() throws IOException {
        final String unit = Files.readString(UNIT);
        final String command = Pattern.compile("(?m)^ExecStart=(.*)$")
                .matcher(unit)
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        assertTrue(command.startsWith(program() + " nfs3-server "), command);
        CommandTest.WHOLE.parseArgs(command.substring(program().length() + 1).split(" "));
        assertTrue(command.contains(" --metrics "), command);
        for (final String line : List.of("Restart=on-failure", "RestartPreventExitStatus=2", "SuccessExitStatus=143")) {
            assertTrue(unit.contains("\n" + line + "\n"), line);
        }
    }
}
