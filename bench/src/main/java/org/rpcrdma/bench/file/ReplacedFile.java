// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/** Writes a file atomically: writes a temporary file in the same folder, then renames it. */
public final class ReplacedFile {
    private ReplacedFile() {}

    /**
     * Writes a file.
     *
     * @param file the file.
     * @param text the file's new content.
     * @throws IOException if the file cannot be written; the message names the file.
     */
    public static void write(final Path file, final String text) throws IOException {
        write("", file, text);
    }

    /**
     * Writes a file that an option names. An existing file keeps its permissions, and a symbolic link is followed. A
     * pipe or a device is written directly.
     *
     * @param option the option's name, for messages.
     * @param file   the file.
     * @param text   the file's new content.
     * @throws IOException if the file cannot be written; the message names the option and the file.
     */
    public static void write(final String option, final Path file, final String text) throws IOException {
        try {
            final boolean isThere = Files.exists(file);
            if (isThere && !Files.isRegularFile(file)) {
                Files.writeString(file, text);
            } else {
                replace(isThere ? file.toRealPath() : file.toAbsolutePath(), isThere, text);
            }
        } catch (final IOException e) {
            throw new IOException("cannot write " + (option + " " + file).strip() + ": " + IoReason.of(e), e);
        }
    }

    private static void replace(final Path target, final boolean isThere, final String text) throws IOException {
        final Path unfinished = Files.createFile(target.resolveSibling("." + UUID.randomUUID() + ".tmp"));
        try {
            if (isThere) {
                Files.setPosixFilePermissions(unfinished, Files.getPosixFilePermissions(target));
            }
            Files.writeString(unfinished, text);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }
}
