// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/**
 * The methods of a {@link MemoryRegion} that few devices support: re-registration, and statistics of on-demand paging.
 */
public interface ExtendedMemoryRegion extends MemoryRegion {
    /** Makes {@link #reregister} change the address and the length ({@code IBV_REREG_MR_CHANGE_TRANSLATION}). */
    int CHANGE_TRANSLATION = 1;

    /** Makes {@link #reregister} change the protection domain ({@code IBV_REREG_MR_CHANGE_PD}). */
    int CHANGE_PD = 1 << 1;

    /** Makes {@link #reregister} change the rights ({@code IBV_REREG_MR_CHANGE_ACCESS}). */
    int CHANGE_ACCESS = 1 << 2;

    /**
     * Returns the region's protection domain.
     *
     * @return the domain.
     */
    ProtectionDomain domain();

    /**
     * Returns the device's counters for an on-demand region.
     *
     * @return the current counts.
     * @throws VerbsException EOPNOTSUPP if the device does not report them; EINVAL if the region is not on-demand.
     */
    default OnDemandStatistics onDemandStatistics() {
        throw VerbsException.unsupported("on-demand paging statistics");
    }

    /**
     * Changes the region ({@code ibv_rereg_mr}). Attributes that are not selected stay unchanged. The iova of a new
     * translation equals the memory's address. The keys may change, so the new keys must be sent to peers.
     *
     * <p>After a {@link ReregisterException}, {@link ReregisterException#error()} determines the region's state.
     *
     * @param changes the attributes to change: at least one of {@link #CHANGE_TRANSLATION}, {@link #CHANGE_PD} and
     *                {@link #CHANGE_ACCESS}.
     * @param domain  the new domain, on the same device; used only with {@link #CHANGE_PD}.
     * @param address the start address of the new memory; used only with {@link #CHANGE_TRANSLATION}.
     * @param length  the new length in bytes, at least 1; used only with {@link #CHANGE_TRANSLATION}.
     * @param access  the new rights; 0 without {@link #CHANGE_ACCESS}.
     * @throws ReregisterException EINVAL if the arguments are inconsistent, or if write access is requested for memory
     *                             that was registered without write access and is not replaced; EFAULT if the new range
     *                             is not memory; otherwise the device's errno.
     * @throws VerbsException      EINVAL if the region is closed.
     */
    void reregister(int changes, ProtectionDomain domain, long address, long length, int access);
}
