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

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Writes a file so that it is there whole or not at all, whoever else writes it meanwhile. */
final class ReplacedFile {
    private ReplacedFile() {}

    static void write(final Path file, final String text) throws IOException {
        final Path unfinished = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            writeOut(unfinished, text);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (final IOException e) {
            Files.deleteIfExists(unfinished);
            throw new IOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private static void writeOut(final Path file, final String text) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }
}
