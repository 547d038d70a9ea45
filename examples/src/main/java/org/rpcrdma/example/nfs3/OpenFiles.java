// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.agrona.CloseHelper;

/** Keeps files open that were used last: NFSv3 has no open and no close. */
final class OpenFiles implements AutoCloseable {
    private static final int MOST = 256;

    private record Opened(FileChannel channel, boolean writable) {}

    private final boolean readOnly;
    private final LinkedHashMap<Node, Opened> opened = new LinkedHashMap<>(MOST, 0.75f, true);

    OpenFiles(final boolean readOnly) {
        this.readOnly = readOnly;
    }

    /**
     * Returns a file's channel. It may be closed by the time that it is used, as another file took its place: then ask
     * again.
     *
     * @param path  its name in a directory that is held open.
     * @param isOf  tells whether what was opened is the node's.
     */
    FileChannel open(final Node node, final Path path, final boolean write, final Predicate<Attributes> isOf)
            throws IOException {
        final Opened known = opened.get(node);
        if (known != null && (known.writable || !write)) {
            return known.channel;
        }
        final Opened fresh = open(path, write);
        if (!isOf.test(Attributes.of(fresh.channel))) {
            fresh.channel.close();
            throw new NfsFailure(Nfs3.ERR_STALE);
        }
        return keep(node, fresh);
    }

    private Opened open(final Path path, final boolean write) throws IOException {
        if (!readOnly) {
            try {
                return new Opened(
                        FileChannel.open(
                                path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                        true);
            } catch (final FileSystemException e) { // among others, that it is a program which runs
                if (write) {
                    throw e;
                }
            }
        }
        return new Opened(FileChannel.open(path, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)), false);
    }

    /** Keeps a file that was just made, which others may not be allowed to open as it was. */
    void keepMade(final Node node, final FileChannel channel) {
        keep(node, new Opened(channel, true));
    }

    private FileChannel keep(final Node node, final Opened fresh) {
        final Opened before = opened.put(node, fresh);
        if (before != null) {
            CloseHelper.quietClose(before.channel);
        }
        if (opened.size() > MOST) {
            final Map.Entry<Node, Opened> eldest = opened.entrySet().iterator().next();
            opened.remove(eldest.getKey());
            CloseHelper.quietClose(eldest.getValue().channel);
        }
        return fresh.channel;
    }

    /** Closes a file that is no more. */
    void forget(final Node node) {
        final Opened gone = opened.remove(node);
        if (gone != null) {
            CloseHelper.quietClose(gone.channel);
        }
    }

    @Override
    public void close() {
        opened.values().forEach(one -> CloseHelper.quietClose(one.channel));
        opened.clear();
    }
}
