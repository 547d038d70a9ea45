// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.chunk;

import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.transport.KeptMemory;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

/**
 * Registers chunk memory for the peer, segment by segment, in a way that depends on the device:
 *
 * <pre>
 *   the device has            before the Send         after the reply             the peer may invalidate
 *   fast-register regions     REG_MR                  LOCAL_INV                   yes
 *   MEMORY_WINDOW_TYPE_2B     BIND_MW                 LOCAL_INV                   yes
 *   neither                   registration            deregistration              no
 * </pre>
 */
public abstract class ChunkRegistrar {
    public static ChunkRegistrar of(
            final Device device, final ProtectionDomain domain, final Clock clock, final RegionLimits limits) {
        if (device.attributes().maxFastRegPages() > 0) {
            return new FastRegisterChunks(device, domain, clock, limits);
        }
        return device.attributes().has(DeviceCapability.MEMORY_WINDOW_TYPE_2B)
                ? new WindowChunks(domain)
                : new RegionChunks(domain);
    }

    /** Returns true if a peer's Send may invalidate keys that this registrar created. */
    public abstract boolean admitsRemoteInvalidation();

    /** Prepares all segments and stages their registrations. If a segment cannot be prepared, releases all segments. */
    public final void register(final ChunkSegments segments, final int xid, final SendRequests chain, final long wrId) {
        int done = 0;
        try {
            for (; done < segments.count(); done++) {
                open(segments, done, xid, chain, wrId);
            }
        } catch (final RuntimeException | Error e) {
            while (--done >= 0) {
                segments.valid[done] = false;
                giveBack(segments, done);
            }
            throw e;
        }
    }

    /** Prepares a segment and stages its registration. On failure, releases everything that this method acquired. */
    abstract void open(ChunkSegments segments, int i, int xid, SendRequests chain, long wrId);

    /** Stages an invalidation for each segment that is still valid. The last of these requests is signaled. */
    public final void stageInvalidations(
            final ChunkSegments segments, final SendRequests chain, final long wrId, final long last) {
        int left = segments.validCount();
        for (int i = 0; i < segments.count(); i++) {
            if (segments.valid[i]) {
                final boolean isLast = --left == 0;
                chain.localInvalidate(isLast ? last : wrId, isLast ? SendRequests.SIGNALED : 0, segments.key[i]);
            }
        }
    }

    /** Releases the registrations of all segments. Destroys registrations that may still be valid. */
    public final void release(final ChunkSegments segments) {
        for (int i = 0; i < segments.count(); i++) {
            giveBack(segments, i);
        }
    }

    /** Releases the registration of a segment, or destroys it if it may still be valid. */
    abstract void giveBack(ChunkSegments segments, int i);

    /** Keeps a block registered that will be used for chunks. Has no effect if this would not save any work. */
    public KeptMemory keep(final MemoryBlock block) {
        return () -> {};
    }

    /** Returns the pools of fast-register regions. */
    public FrmrPools pools() {
        throw new VerbsException(Errno.EOPNOTSUPP, "this registrar does not use fast-register regions");
    }

    public abstract void close();
}
