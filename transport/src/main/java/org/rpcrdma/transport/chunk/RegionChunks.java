// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.chunk;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.SendRequests;

/**
 * Registers chunk memory with one memory region per segment, using synchronous verbs calls. The peer cannot invalidate
 * these regions.
 */
final class RegionChunks extends ChunkRegistrar {
    private final ProtectionDomain domain;

    RegionChunks(final ProtectionDomain domain) {
        this.domain = domain;
    }

    @Override
    public boolean admitsRemoteInvalidation() {
        return false;
    }

    @Override
    void open(final ChunkSegments segments, final int i, final int xid, final SendRequests chain, final long wrId) {
        final long address = segments.address[i];
        segments.memory[i] = domain.registerMemory(address, segments.length[i], address, rights(segments.kind[i]));
        segments.iova[i] = address;
        segments.key[i] = segments.memory[i].rkey();
    }

    private static int rights(final int kind) {
        return kind == ChunkSegments.READ ? Access.REMOTE_READ : Access.REMOTE_WRITE | Access.LOCAL_WRITE;
    }

    @Override
    void giveBack(final ChunkSegments segments, final int i) {
        segments.memory[i].close();
        segments.memory[i] = null;
    }

    @Override
    public void close() {
        // Regions are never kept for reuse.
    }
}
