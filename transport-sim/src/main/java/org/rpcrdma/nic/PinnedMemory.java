/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Memory under a registration: pinned and mapped for DMA (the kernel's umem).
 *
 * @param address    where it begins.
 * @param length     its bytes.
 * @param iova       where the region over it begins.
 * @param dmaAddress where the device finds it.
 * @param direction  what its DMA mapping allows.
 */
record PinnedMemory(long address, long length, long iova, long dmaAddress, DmaDirection direction) {
    /** Refuses what cannot be registered, whatever memory is there. */
    static void check(final long address, final long length, final long iova) {
        if (length < 1) {
            throw new VerbsException(Errno.EINVAL, "length must be at least 1: length=" + length);
        }
        if (((address ^ iova) & ~PageTable.PAGE_MASK) != 0) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "iova must have the address's offset in its page: iova=0x" + Long.toHexString(iova) + " address=0x"
                            + Long.toHexString(address));
        }
        if (Long.compareUnsigned(iova, -length) > 0 || Long.compareUnsigned(address, -length) > 0) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "range leaves the address space: iova=0x" + Long.toHexString(iova) + " length=" + length);
        }
    }

    long pages() {
        return PageTable.pages(address, length);
    }
}
