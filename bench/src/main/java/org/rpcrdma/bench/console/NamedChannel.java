// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rpcrdma.bench.file.IoReason;

/**
 * A file that an option names, being written: failures name the option and the file.
 *
 * @param option  for example {@code --out}
 * @param name    of the file
 * @param channel takes the bytes
 */
public record NamedChannel(String option, String name, WritableByteChannel channel) implements WritableByteChannel {
    @Override
    public int write(final ByteBuffer bytes) throws IOException {
        try {
            return channel.write(bytes);
        } catch (final IOException e) {
            throw new IOException("cannot write " + option + " " + name + ": " + IoReason.of(e), e);
        }
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    /** Another program may have cut the file before the end of the last write. */
    @Override
    public void close() throws IOException {
        try (channel) {
            if (channel instanceof FileChannel file && Files.isRegularFile(Path.of(name)) && isCut(file)) {
                throw new IOException(
                        "cannot write " + option + " " + name + ": it was truncated while it was written: length="
                                + file.size() + " written=" + file.position());
            }
        }
    }

    private static boolean isCut(final FileChannel file) throws IOException {
        return file.isOpen() && file.size() < file.position();
    }
}
