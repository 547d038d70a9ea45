// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.chunk;

import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Finds the key that a reply may invalidate. As in svcrdma, this is the key of the segments in the call's chunk lists,
 * provided that all of these segments have the same key.
 */
public final class ChunkKeys {
    private boolean found;
    private boolean several;
    private int key;

    /** Scans all chunk lists of a valid header. */
    public void scan(final RpcRdmaHeader header) {
        found = false;
        several = false;
        for (int i = 0; i < header.readSegmentCount(); i++) {
            add(header.readHandle(i));
        }
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            for (int i = 0; i < header.writeSegmentCount(chunk); i++) {
                add(header.writeHandle(chunk, i));
            }
        }
        for (int i = 0; i < header.replySegmentCount(); i++) {
            add(header.replyHandle(i));
        }
    }

    private void add(final int handle) {
        several |= found && handle != key;
        key = handle;
        found = true;
    }

    public boolean isSingle() {
        return found && !several;
    }

    public int key() {
        return key;
    }
}
