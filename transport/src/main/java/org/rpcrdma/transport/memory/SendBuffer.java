// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * A buffer in which a message is built and from which it is sent. The buffer is mapped for the device while it is in
 * use.
 */
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
