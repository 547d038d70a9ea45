// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.chunk;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.SendRequests;

/**
 * Registers chunk memory with a memory region a segment, by calls that have done it when they return. The peer cannot
 * invalidate such a region.
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
    public void register(final ChunkSegments segments, final int xid, final SendRequests chain, final long wrId) {
        int done = 0;
        try {
            for (; done < segments.count(); done++) {
                final long address = segments.address[done];
                segments.memory[done] =
                        domain.registerMemory(address, segments.length[done], address, rights(segments.kind[done]));
                segments.iova[done] = address;
                segments.key[done] = segments.memory[done].rkey();
            }
        } catch (final RuntimeException e) {
            while (--done >= 0) {
                giveBack(segments, done);
            }
            throw e;
        }
    }

    private static int rights(final int kind) {
        return kind == ChunkSegments.READ ? Access.REMOTE_READ : Access.REMOTE_WRITE | Access.LOCAL_WRITE;
    }

    @Override
    public void release(final ChunkSegments segments) {
        for (int i = 0; i < segments.count(); i++) {
            giveBack(segments, i);
        }
    }

    private static void giveBack(final ChunkSegments segments, final int i) {
        segments.memory[i].close();
        segments.memory[i] = null;
    }

    @Override
    public void close() {
        // Nothing is kept.
    }
}
