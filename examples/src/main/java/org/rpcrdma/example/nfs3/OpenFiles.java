// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.agrona.CloseHelper;

/** Keeps files open that were used last: NFSv3 has no open and no close. */
final class OpenFiles implements AutoCloseable {
    private static final int MOST = 256;

    private final boolean readOnly;
    private final LinkedHashMap<Node, OpenFile> opened = new LinkedHashMap<>(MOST, 0.75f, true);

    OpenFiles(final boolean readOnly) {
        this.readOnly = readOnly;
    }

    /**
     * Returns an open file. It may be closed by the time that it is used, as another file took its place: then ask
     * again.
     *
     * @param path  its name in a directory that is held open.
     * @param isOf  tells whether what was opened is the node's.
     */
    OpenFile open(final Node node, final Path path, final boolean write, final Predicate<Attributes> isOf)
            throws IOException {
        final OpenFile known = opened.get(node);
        if (known != null && (known.writable() || !write)) {
            return known;
        }
        final OpenFile fresh = OpenFile.of(Descriptor.ofInode(path), !readOnly, !write);
        if (!isOf.test(Attributes.ofOpen(fresh.path()))) {
            fresh.close();
            throw new NfsFailure(Nfs3.ERR_STALE);
        }
        return keep(node, fresh);
    }

    /** Keeps an open file: one that was just made others may not be allowed to open as it was. */
    OpenFile keep(final Node node, final OpenFile fresh) {
        CloseHelper.close(opened.put(node, fresh));
        if (opened.size() > MOST) {
            final Map.Entry<Node, OpenFile> eldest =
                    opened.entrySet().iterator().next();
            opened.remove(eldest.getKey());
            eldest.getValue().close();
        }
        return fresh;
    }

    /** Closes a file that is no more. */
    void forget(final Node node) {
        CloseHelper.close(opened.remove(node));
    }

    @Override
    public void close() {
        opened.values().forEach(OpenFile::close);
        opened.clear();
    }
}
