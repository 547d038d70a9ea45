// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.bench.file.IoReason;

/**
 * Shows that files can be written before a command does its work: each is opened, and made if it is not there. Files
 * created here are removed when this is closed; existing files are unchanged.
 */
public final class WritableFiles implements Closeable {
    private final List<Path> made = new ArrayList<>();

    /** Refuses, in one line, a file that cannot be written. */
    public void check(final String option, final Path file) {
        if (Files.isDirectory(file) || !Files.isDirectory(file.toAbsolutePath().getParent())) {
            throw new InputException(option + " must name a file in an existing folder: " + file);
        }
        final boolean isThere = Files.exists(file);
        if (isThere && !Files.isRegularFile(file)) {
            return; // Opening a pipe would wait for a reader.
        }
        try {
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                    .close();
            if (!isThere) {
                made.add(file.toRealPath());
            }
        } catch (final IOException e) {
            throw new InputException(option + " cannot be written: " + file + ": " + IoReason.of(e));
        }
    }

    @Override
    public void close() throws IOException {
        for (final Path file : made) {
            if (Files.exists(file) && Files.size(file) == 0) {
                Files.deleteIfExists(file);
            }
        }
    }
}
