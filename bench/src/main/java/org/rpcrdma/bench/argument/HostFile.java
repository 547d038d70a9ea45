// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.file.IoReason;

/**
 * Reads the costs that {@code docs/results/measure.bt} or {@code measure-ftrace} measured on a server. Each cost is in
 * a line {@code --set NAME=VALUE} of their output; all other lines are ignored.
 */
final class HostFile {
    private static final String SET = "--set ";
    private static final int MOST_BYTES = 1 << 20;

    private HostFile() {}

    /**
     * Reads the costs.
     *
     * @return the values by parameter, in file order, in a modifiable map.
     * @throws InputException if the file cannot be read, contains no cost, or a cost is unknown or out of range.
     */
    static Map<String, Double> costs(final Path file) {
        final Map<String, Double> values = new LinkedHashMap<>();
        final List<String> lines = text(file).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            final String line = lines.get(i).strip();
            if (line.startsWith(SET)) {
                try {
                    values.putAll(HardwareOptions.costs(
                            List.of(line.substring(SET.length()).strip())));
                } catch (final InputException e) {
                    throw new InputException("--host " + file + ": line " + (i + 1) + ": " + e.getMessage());
                }
            }
        }
        if (values.isEmpty()) {
            throw new InputException("--host " + file + ": no line '--set NAME=VALUE'; the file must be the output of"
                    + " measure.bt or measure-ftrace");
        }
        return values;
    }

    private static String text(final Path file) {
        if (!Files.isRegularFile(file)) {
            throw new InputException("--host must name an existing file: " + file);
        }
        try (InputStream in = Files.newInputStream(file)) {
            final byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new InputException(
                        "--host " + file + ": the file is too long: bytes=" + Files.size(file) + " max=" + MOST_BYTES);
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (final CharacterCodingException e) {
            throw new InputException("--host must be UTF-8 text: " + file);
        } catch (final IOException e) {
            throw new InputException("--host cannot be read: " + file + ": " + IoReason.of(e));
        }
    }
}
