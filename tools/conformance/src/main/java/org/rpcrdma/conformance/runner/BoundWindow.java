// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.RemoteKey;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** A memory window on one side, and the request that binds it. Used by the row's thread. */
public final class BoundWindow {
    private static final int BIND_ID = 5;

    private final Endpoint side;
    private final MemoryWindow window;
    private int key;

    /**
     * Allocates a window in the side's protection domain.
     *
     * @param bed  the testbed, which closes the window.
     * @param side the side that owns the window and the send queue.
     * @param type {@link MemoryWindow#TYPE_1} or {@link MemoryWindow#TYPE_2}.
     */
    public BoundWindow(final Testbed bed, final Endpoint side, final int type) {
        this.side = side;
        window = bed.own(side.domain().allocateMemoryWindow(type));
        key = window.rkey();
    }

    /**
     * Returns the window.
     *
     * @return the window.
     */
    public MemoryWindow window() {
        return window;
    }

    /**
     * Returns the key that the last bind requested.
     *
     * @return an rkey.
     */
    public int key() {
        return key;
    }

    /**
     * Binds the window to a whole region and expects success.
     *
     * @param region the region.
     * @param access the access that the window permits.
     * @return the key.
     */
    public int bind(final ExtendedMemoryRegion region, final int access) {
        post(region, region.iova(), region.length(), access);
        final Completion completion = side.nextSuccess("bind");
        Expect.equal("opcode", CompletionOpcode.BIND_MW, completion.opcode());
        return key;
    }

    /**
     * Posts a bind: with the verb for type 1, with a work request and the next key for type 2.
     *
     * @param region  the region to bind to.
     * @param address the window's address within the region.
     * @param length  the window's length, in bytes.
     * @param access  the access that the window permits.
     */
    public void post(final ExtendedMemoryRegion region, final long address, final long length, final int access) {
        if (window.type() == MemoryWindow.TYPE_1) {
            side.queuePair().bindMemoryWindow(window, BIND_ID, SendRequests.SIGNALED, region, address, length, access);
            key = window.rkey();
        } else {
            key = RemoteKey.increment(key);
            side.post(sends -> sends.bindMemoryWindow(
                    BIND_ID, SendRequests.SIGNALED, window, key, region, address, length, access));
        }
    }
}
