// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Paths of open files. On Linux {@code /proc/self/fd/N} is the open inode itself, wherever its names are by now: to use
 * it is as openat(2), fstat(2) and fchmod(2) are, which Java lacks. The path is good while the channel is open and
 * reachable.
 *
 * <p>The descriptor's number is read by reflection: {@code --add-opens=java.base/sun.nio.ch=ALL-UNNAMED}.
 */
final class Descriptors {
    private static final Path ALL = Path.of("/proc/self/fd");

    /** A channel's descriptor, and that one's number; null if the JVM does not tell them. */
    private static final Field DESCRIPTOR;

    private static final Method NUMBER;

    static {
        Field descriptor = null;
        Method number = null;
        try {
            number = Class.forName("sun.nio.ch.IOUtil").getDeclaredMethod("fdVal", FileDescriptor.class);
            number.setAccessible(true);
            descriptor = Class.forName("sun.nio.ch.FileChannelImpl").getDeclaredField("fd");
            descriptor.setAccessible(true);
        } catch (final ReflectiveOperationException | RuntimeException e) {
            descriptor = null;
        }
        DESCRIPTOR = descriptor;
        NUMBER = number;
    }

    private Descriptors() {}

    /**
     * Returns the path of an open file: a magic link, to be followed.
     *
     * @throws IOException if the JVM or the system gives none.
     */
    static Path path(final FileChannel channel) throws IOException {
        if (DESCRIPTOR == null) {
            throw new IOException("no file descriptors: start Java with --add-opens=java.base/sun.nio.ch=ALL-UNNAMED");
        }
        try {
            return ALL.resolve(NUMBER.invoke(null, DESCRIPTOR.get(channel)).toString());
        } catch (final ReflectiveOperationException e) {
            throw new IOException(e);
        }
    }
}
