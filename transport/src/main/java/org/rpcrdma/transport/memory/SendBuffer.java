// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import org.agrona.concurrent.UnsafeBuffer;

/** Memory in which messages are built and from which they are sent; mapped for the device while in use. */
public class SendBuffer {
    public final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);
    private long iova;
    private int lkey;

    SendBuffer() {}

    final void place(final long address, final int length, final long placedIova, final int placedLkey) {
        bytes.wrap(address, length);
        iova = placedIova;
        lkey = placedLkey;
    }

    public final long iova() {
        return iova;
    }

    public final int lkey() {
        return lkey;
    }
}
