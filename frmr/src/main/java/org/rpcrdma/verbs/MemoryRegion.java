// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Memory that a synchronous call registered ({@code ibv_reg_mr}): pinned, and known to the device under a key.
 *
 * <pre>
 *   address            what the keys cover            iova
 *   +--------+                                        +--------+
 *   |########|  length bytes  &lt;------------------&gt;   |########|  the address in work requests, own and the peer's
 *   +--------+                                        +--------+
 * </pre>
 *
 * <p>Work requests of the region's own protection domain may use {@link #lkey()}; peers of its queue pairs may use
 * {@link #rkey()} as far as the rights go. While the region lives its memory cannot be given back, but
 * under an on-demand region. Not thread-safe.
 */
public interface MemoryRegion extends AutoCloseable {
    /** The length of a region over the whole address space ({@code SIZE_MAX}; implicit on-demand paging). */
    long WHOLE_ADDRESS_SPACE = -1L;

    /** What {@link #reregister} changes: address and length ({@code IBV_REREG_MR_CHANGE_TRANSLATION}). */
    int CHANGE_TRANSLATION = 1;

    /** What {@link #reregister} changes: the protection domain ({@code IBV_REREG_MR_CHANGE_PD}). */
    int CHANGE_PD = 1 << 1;

    /** What {@link #reregister} changes: the rights ({@code IBV_REREG_MR_CHANGE_ACCESS}). */
    int CHANGE_ACCESS = 1 << 2;

    /**
     * The domain that the region belongs to.
     *
     * @return the domain.
     */
    ProtectionDomain domain();

    /**
     * The key for the region's own work requests.
     *
     * @return the lkey; {@link #reregister} may change it.
     */
    int lkey();

    /**
     * The key for peers. It is there whatever the rights are, and opens what they allow.
     *
     * @return the rkey; {@link #reregister} may change it.
     */
    int rkey();

    /**
     * Where the registered memory begins.
     *
     * @return its native address.
     */
    long address();

    /**
     * How much is registered.
     *
     * @return bytes, at least 1; or {@link #WHOLE_ADDRESS_SPACE}.
     */
    long length();

    /**
     * Where the region begins in work requests and for peers.
     *
     * @return an address of 64 bits, its offset in a page that of {@link #address()}.
     */
    long iova();

    /**
     * What the keys allow.
     *
     * @return {@link Access} rights.
     */
    int access();

    /**
     * Whether other regions share the memory ({@link ProtectionDomain#registerShared}). A new translation ends that.
     *
     * @return true where one does.
     */
    default boolean isShared() {
        return false;
    }

    /**
     * The number that a process that shares the device knows the region by ({@code mr->handle}).
     *
     * @return the handle.
     * @throws VerbsException EOPNOTSUPP where the device shares nothing.
     */
    default int handle() {
        throw Unsupported.feature("handles of regions");
    }

    /**
     * What the device counted of an on-demand region.
     *
     * @return the counts as they stand now.
     * @throws VerbsException EOPNOTSUPP where the device does not tell, EINVAL where the region is not on demand.
     */
    default OnDemandStatistics onDemandStatistics() {
        throw Unsupported.feature("statistics of on-demand paging");
    }

    /**
     * Changes the region ({@code ibv_rereg_mr}). What is not named stays; the iova of a new translation is its
     * address. The keys may change: hand them out anew.
     *
     * <p>Where a {@link ReregisterException} is thrown, its {@link ReregisterException#error()} says what holds now.
     *
     * @param changes what to change: {@link #CHANGE_TRANSLATION}, {@link #CHANGE_PD}, {@link #CHANGE_ACCESS}, at least one.
     * @param domain  the new domain, of the same device; read with {@link #CHANGE_PD} only.
     * @param address where the new memory begins; read with {@link #CHANGE_TRANSLATION} only.
     * @param length  its bytes, at least 1; read with {@link #CHANGE_TRANSLATION} only.
     * @param access  the new rights; 0 without {@link #CHANGE_ACCESS}.
     * @throws ReregisterException EINVAL for arguments that do not fit, or write access to memory that was registered
     *     without it and stays; EFAULT where the new range is not memory; what the device refused the change with.
     * @throws VerbsException EINVAL where the region is closed.
     */
    void reregister(int changes, ProtectionDomain domain, long address, long length, int access);

    /**
     * Deregisters: the keys open nothing once the call returns, and the memory can be given back.
     *
     * @throws VerbsException EINVAL where it is closed already, or a memory window is bound to it; what the device refused with: the region is kept
     *     then, and closing can be tried again.
     */
    @Override
    void close();
}
