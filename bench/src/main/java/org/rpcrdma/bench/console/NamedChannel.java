// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import org.rpcrdma.bench.file.IoReason;

/**
 * A channel to a file that an option names. Exceptions contain the names of the option and the file.
 *
 * @param option  the option, for example {@code --out}.
 * @param name    the file's name.
 * @param channel receives the bytes.
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

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
