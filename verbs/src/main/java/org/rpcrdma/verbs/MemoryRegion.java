// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * A region of memory that a synchronous call registered ({@code ibv_reg_mr}). The memory is pinned, and the device can
 * access it through a key.
 *
 * <pre>
 *   address            range of the keys              iova
 *   +--------+                                        +--------+
 *   |########|  length bytes  &lt;------------------&gt;   |########|  the address in local and remote requests
 *   +--------+                                        +--------+
 * </pre>
 *
 * <p>Work requests in the region's protection domain use {@link #lkey()}; peers use {@link #rkey()} within the granted
 * rights. Close the region before you free the memory, unless the region is on-demand. Not thread-safe.
 */
public interface MemoryRegion extends AutoCloseable {
    /** The length of a region that covers the whole address space ({@code SIZE_MAX}; implicit on-demand paging). */
    long WHOLE_ADDRESS_SPACE = -1L;

    /**
     * Returns the key for local work requests.
     *
     * @return the lkey; a re-registration may change it.
     */
    int lkey();

    /**
     * Returns the key for peers. A region has this key even if it grants no remote rights.
     *
     * @return the rkey; a re-registration may change it.
     */
    int rkey();

    /**
     * Returns the address of the registered memory.
     *
     * @return a native address.
     */
    long address();

    /**
     * Returns the length of the registered memory.
     *
     * @return the length in bytes, at least 1; or {@link #WHOLE_ADDRESS_SPACE}.
     */
    long length();

    /**
     * Returns the region's start address in work requests and for peers.
     *
     * @return the iova; its offset within a page is the same as that of {@link #address()}.
     */
    long iova();

    /**
     * Returns the access rights that the keys grant.
     *
     * @return {@link Access} rights.
     */
    int access();

    /**
     * Deregisters the memory. When the call returns, the keys are invalid and the memory can be freed.
     *
     * @throws VerbsException EINVAL if the region is already closed or a memory window is bound to it; the device's
     *                        errno if the device refuses to deregister the memory. The region then stays open, and the
     *                        caller can retry.
     */
    @Override
    void close();
}
