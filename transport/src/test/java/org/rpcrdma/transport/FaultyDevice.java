// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** A device that can reject mappings. */
final class FaultyDevice extends ForwardingDevice {
    private int refusals;

    /** Rejects the next mappings. */
    void refuseNext(final int count) {
        refusals = count;
    }

    /** Returns true if all mappings that were to be rejected have been rejected. */
    boolean hasFailed() {
        return refusals == 0;
    }

    public long map(final long address, final long length, final DmaDirection direction) {
        if (refusals > 0) {
            refusals--;
            throw new VerbsException(Errno.ENOMEM, "no iova left");
        }
        return device.dma().map(address, length, direction);
    }
}
