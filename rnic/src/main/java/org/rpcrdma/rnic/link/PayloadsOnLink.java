// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import org.rpcrdma.rnic.memory.InPlacePayloads;

/**
 * A NIC's packets in flight whose payload is still in its host's memory.
 *
 * <p>A NIC has read a packet's payload when the packet leaves. Here it is read when the packet arrives, which saves a
 * copy and makes no difference while nobody may change that memory: a request is completed with success, and a READ's
 * end known to the responder, only after the packets arrived. Before memory is given up earlier, payloads on the link
 * are copied into the packets: a queue pair that fails or is closed (its requests are flushed), a key that is
 * invalidated, changed or given back, a mapping that ends. So packets arrive as they were sent. It takes all that this
 * NIC has on the way, a few packets at most, instead of looking for those that are concerned.
 */
public final class PayloadsOnLink implements InPlacePayloads {
    private Payload first;

    /** Notes that a packet leaves. */
    public void add(final Payload payload) {
        payload.borrowing = this;
        payload.nextOnLink = first;
        if (first != null) {
            first.previousOnLink = payload;
        }
        first = payload;
    }

    /** Notes that a packet arrives. */
    void remove(final Payload payload) {
        if (payload.previousOnLink == null) {
            first = payload.nextOnLink;
        } else {
            payload.previousOnLink.nextOnLink = payload.nextOnLink;
        }
        if (payload.nextOnLink != null) {
            payload.nextOnLink.previousOnLink = payload.previousOnLink;
        }
        payload.previousOnLink = null;
        payload.nextOnLink = null;
        payload.borrowing = null;
    }

    /** Copies the payloads into their packets: the host's memory may change from now on. */
    @Override
    public void detachPayloads() {
        while (first != null) {
            first.detach();
            remove(first);
        }
    }
}
