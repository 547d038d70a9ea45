// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.CloseHelper;

/**
 * A file that is open: its inode and its data.
 *
 * @param inode    its descriptor, by whose path its attributes are set.
 * @param channel  reads it, and writes it if it is writable.
 * @param writable true if it was opened to write.
 */
record OpenFile(Descriptor inode, FileChannel channel, boolean writable) implements AutoCloseable {
    /** Opens the data of an inode; takes the descriptor over. */
    static OpenFile of(final Descriptor inode, final boolean toWrite, final boolean toReadElse) throws IOException {
        try {
            if (toWrite) {
                try {
                    final FileChannel both =
                            FileChannel.open(inode.path(), StandardOpenOption.READ, StandardOpenOption.WRITE);
                    return new OpenFile(inode, both, true);
                } catch (final FileSystemException e) { // among others, that it is a program which runs
                    if (!toReadElse) {
                        throw e;
                    }
                }
            }
            return new OpenFile(inode, FileChannel.open(inode.path(), StandardOpenOption.READ), false);
        } catch (final IOException | RuntimeException e) {
            inode.close();
            throw e;
        }
    }

    /** Returns the inode's path, whatever has its names. */
    Path path() {
        return inode.path();
    }

    @Override
    public void close() {
        CloseHelper.quietClose(channel);
        inode.close();
    }
}
