// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Memory that a synchronous call registered ({@code ibv_reg_mr}): pinned, and known to the device under a key.
 *
 * <pre>
 *   address            range of the keys              iova
 *   +--------+                                        +--------+
 *   |########|  length bytes  &lt;------------------&gt;   |########|  the address in work requests, own and the peer's
 *   +--------+                                        +--------+
 * </pre>
 *
 * <p>Work requests in the region's protection domain use {@link #lkey()}; peers use {@link #rkey()} within the granted
 * rights. The memory cannot be freed before the region is closed, unless the region is on-demand. Not thread-safe.
 */
public interface MemoryRegion extends AutoCloseable {
    /** The length of a region over the whole address space ({@code SIZE_MAX}; implicit on-demand paging). */
    long WHOLE_ADDRESS_SPACE = -1L;

    /**
     * Returns the key for the region's own work requests.
     *
     * @return the lkey; a re-registration may change it.
     */
    int lkey();

    /**
     * Returns the key for peers, which exists even without remote rights.
     *
     * @return the rkey; a re-registration may change it.
     */
    int rkey();

    /**
     * Returns the start of the registered memory.
     *
     * @return its native address.
     */
    long address();

    /**
     * Returns how much is registered.
     *
     * @return bytes, at least 1; or {@link #WHOLE_ADDRESS_SPACE}.
     */
    long length();

    /**
     * Returns the start of the region in work requests and for peers.
     *
     * @return an address of 64 bits, its offset in a page that of {@link #address()}.
     */
    long iova();

    /**
     * Returns the rights of the keys.
     *
     * @return {@link Access} rights.
     */
    int access();

    /**
     * Deregisters the memory: after the call returns the keys are invalid and the memory can be freed.
     *
     * @throws VerbsException EINVAL if closed already, or if a memory window is bound to it; the device's errno if it
     *     refuses. The region then stays open, and the caller can retry.
     */
    @Override
    void close();
}
