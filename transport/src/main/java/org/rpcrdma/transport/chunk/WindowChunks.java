// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.chunk;

import java.util.ArrayList;
import org.rpcrdma.transport.KeptMemory;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.SendRequests;

/**
 * Opens chunk memory to the peer with one type 2 memory window per segment, on a region without remote access:
 *
 * <pre>
 *   region of the caller's block, kept        ########################################     or only of the segment,
 *   window, for the duration of the call                ######### rkey, advanced           for the duration of the call
 * </pre>
 *
 * <p>If a window may still be bound when the connection has ended, it is destroyed instead of being reused.
 */
final class WindowChunks extends ChunkRegistrar {
    private static final int REGION_ACCESS = Access.LOCAL_WRITE | Access.MW_BIND;

    private final ProtectionDomain domain;
    private final KeptRegions kept;
    private final ArrayList<ChunkWindow> free = new ArrayList<>();

    WindowChunks(final ProtectionDomain domain) {
        this.domain = domain;
        kept = new KeptRegions(domain, REGION_ACCESS);
    }

    @Override
    public boolean admitsRemoteInvalidation() {
        return true;
    }

    @Override
    public KeptMemory keep(final MemoryBlock block) {
        return kept.keep(block);
    }

    @Override
    void open(final ChunkSegments segments, final int i, final int xid, final SendRequests chain, final long wrId) {
        final long address = segments.address[i];
        final int length = segments.length[i];
        final ChunkWindow window = free.isEmpty()
                ? new ChunkWindow(domain.allocateMemoryWindow(MemoryWindow.TYPE_2))
                : free.remove(free.size() - 1);
        MemoryRegion region = kept.covering(address, length);
        segments.memory[i] = null;
        segments.window[i] = window;
        try {
            if (region == null) {
                region = domain.registerMemory(address, length, address, REGION_ACCESS);
                segments.memory[i] = region;
            }
            segments.iova[i] = address;
            segments.key[i] = window.nextKey();
            final int access = segments.kind[i] == ChunkSegments.READ ? Access.REMOTE_READ : Access.REMOTE_WRITE;
            chain.bindMemoryWindow(wrId, 0, window.window, segments.key[i], region, address, length, access);
            segments.valid[i] = true;
        } finally {
            if (!segments.valid[i]) {
                giveBack(segments, i);
            }
        }
    }

    @Override
    void giveBack(final ChunkSegments segments, final int i) {
        if (segments.valid[i]) {
            segments.window[i].window.close();
        } else {
            free.add(segments.window[i]);
        }
        if (segments.memory[i] != null) {
            segments.memory[i].close();
        }
        segments.valid[i] = false;
        segments.window[i] = null;
        segments.memory[i] = null;
    }

    @Override
    public void close() {
        while (!free.isEmpty()) {
            free.remove(free.size() - 1).window.close();
        }
        kept.close();
    }
}
