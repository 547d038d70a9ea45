// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.load.BundledCaptures;

/**
 * A file that a command uses, by one of its names.
 *
 * @param option the option that names it, for example {@code --json}
 * @param path   its name there
 * @param key    the identity that all names of one file share; null if there is no such file, or if it is a device or a
 *               pipe, which have nothing to lose
 */
record UsedFile(String option, Path path, Object key) {
    static UsedFile of(final String option, final Path file) {
        return new UsedFile(option, file, key(file));
    }

    /** Returns a file that is read; {@code -} is standard input. */
    static UsedFile read(final String option, final String name) {
        return of(option, BundledCaptures.path(name));
    }

    /** Returns a file that is written, which may be in a folder that is to be made. */
    static UsedFile written(final String option, final Path file) {
        return Files.exists(file) ? of(option, file) : new UsedFile(option, file, real(file));
    }

    private static Object key(final Path file) {
        try {
            final BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            if (!attributes.isRegularFile()) {
                return null;
            }
            return attributes.fileKey() == null ? file.toRealPath() : attributes.fileKey();
        } catch (final IOException e) {
            return null;
        }
    }

    /** Returns a path without symbolic links and detours, as far as it exists. */
    static Path real(final Path path) {
        final Path whole = path.toAbsolutePath().normalize();
        try {
            return path.toRealPath();
        } catch (final IOException e) {
            return whole.getParent() == null || Files.exists(whole, LinkOption.NOFOLLOW_LINKS)
                    ? whole
                    : real(whole.getParent()).resolve(whole.getFileName());
        }
    }

    boolean isSame(final UsedFile other) {
        return key != null && key.equals(other.key);
    }

    /** Refuses to overwrite another file's contents if it is this file. */
    void refuseSame(final UsedFile other) {
        if (isSame(other)) {
            final boolean isOneName = path.equals(other.path) || other.path.startsWith("/dev");
            throw new InputException(option + " and " + other.option + " are the same file: " + path
                    + (isOneName ? "" : ", " + other.path));
        }
    }
}
