// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.extended.AddressHandle;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** A device's objects, with their models. */
final class Objects {
    private Objects() {}

    /** Registered memory. */
    static final class Region {
        final ExtendedMemoryRegion real;
        final ModelKey model;

        Region(final ExtendedMemoryRegion real, final ModelKey model) {
            this.real = real;
            this.model = model;
        }
    }

    /** A fast-register region, with the pages that its next registration will use. */
    static final class Fast {
        final FastRegisterRegion real;
        final ModelKey model;
        long[] pages;
        long start;
        long length;

        Fast(final FastRegisterRegion real, final ModelKey model) {
            this.real = real;
            this.model = model;
        }
    }

    /** A memory window. */
    static final class Window {
        final MemoryWindow real;
        final ModelKey model;

        Window(final MemoryWindow real, final ModelKey model) {
            this.real = real;
            this.model = model;
        }
    }

    /** A DMA mapping. */
    record Mapping(long iova, int offset, int length, DmaDirection direction) {
        boolean contains(final long address) {
            return address >= (iova & -ModelMemory.PAGE) && address < iova + length;
        }

        boolean isAmong(final long[] pages) {
            if (pages != null) {
                for (final long page : pages) {
                    if (contains(page)) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    /** The destination of a datagram. */
    record Destination(AddressHandle handle, int number, int qkey, ModelQueuePair target) {}
}
