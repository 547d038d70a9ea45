// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.key.indirect.KeyLayout;
import org.rpcrdma.rnic.key.indirect.RnicIndirectKey;
import org.rpcrdma.rnic.link.Link;
import org.rpcrdma.rnic.queue.KeyParts;
import org.rpcrdma.rnic.queue.SendQueue;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.verbs.CompletionStatus;

/**
 * Executes changes of indirect keys on a send queue (user-mode memory registration). A request sets a key's rights, its
 * layout, or both, and leaves other properties unchanged. The key then grants access to the memory of its layout until
 * it is invalidated.
 */
final class KeyConfiguration {
    private final int domain;
    private final SendQueue queue;
    private final Link link;
    private final long cost;

    KeyConfiguration(final QueuePairContext context, final SendQueue queue, final long cost) {
        domain = context.domain();
        this.queue = queue;
        link = context.peer().link();
        this.cost = cost;
    }

    /** Returns a change's duration, in ns. */
    long cost() {
        return cost;
    }

    /** Executes a change and returns its completion status. */
    int carryOut(final int slot) {
        final RnicIndirectKey key = (RnicIndirectKey) queue.arguments.indirectKeys[slot];
        if (!key.isConfigurableBy(domain)) {
            return CompletionStatus.MW_BIND_ERR;
        }
        link.detachPayloads();
        final int parts = queue.arguments.keyParts[slot];
        if ((parts & KeyParts.ACCESS) != 0) {
            key.setAccess(queue.arguments.access[slot]);
        }
        if ((parts & KeyParts.LIST) != 0) {
            layOut(key.layout(), slot, 1);
        } else if ((parts & KeyParts.STRIDES) != 0) {
            layOut(key.layout(), slot, queue.arguments.repeats[slot]);
        }
        key.configured();
        return CompletionStatus.SUCCESS;
    }

    private void layOut(final KeyLayout layout, final int slot, final int repeat) {
        final boolean skips = (queue.arguments.keyParts[slot] & KeyParts.STRIDES) != 0;
        layout.begin();
        final int first = queue.firstSge(slot);
        for (int i = first; i < first + queue.sgeCounts.get(slot); i++) {
            layout.add(
                    queue.lkeys.get(i), queue.iovas.get(i), queue.lengths.get(i), skips ? queue.arguments.skips[i] : 0);
        }
        layout.end(repeat);
    }
}
