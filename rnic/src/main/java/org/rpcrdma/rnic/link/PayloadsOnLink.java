// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import org.rpcrdma.rnic.memory.InPlacePayloads;

/**
 * A NIC's packets in flight whose payload is still in its host's memory.
 *
 * <p>A real NIC reads a packet's payload before the packet leaves. Here, the payload is read when the packet arrives,
 * which saves a copy. The result is the same, provided that the memory does not change in between. A program must not
 * change the memory until the request is complete, and a request completes successfully only after its packets have
 * arrived. Likewise, a READ ends for the responder only after the packets of its response have arrived. If the memory
 * may change earlier, all payloads on the link are first copied into their packets. This happens when a queue pair
 * fails or is closed (which flushes its requests), when a key is invalidated, changed or released, and when a mapping
 * ends. All of this NIC's packets in flight are copied, because they are few and a search for the affected packets
 * would cost more.
 */
public final class PayloadsOnLink implements InPlacePayloads {
    private Payload first;

    /** Adds the payload of a departing packet. */
    public void add(final Payload payload) {
        payload.borrowing = this;
        payload.nextOnLink = first;
        if (first != null) {
            first.previousOnLink = payload;
        }
        first = payload;
    }

    /** Removes the payload of an arriving packet. */
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

    /** Copies the payloads into their packets because the host's memory may change after this call. */
    @Override
    public void detachPayloads() {
        while (first != null) {
            first.detach();
            remove(first);
        }
    }
}
