// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.XrcDomain;

/** An XRC domain of a {@link SimulatedDevice}. */
final class SimulatedXrcDomain implements XrcDomain {
    private final SharedReceiveQueues owner;
    private final List<SimulatedQueuePair> receivers = new ArrayList<>();
    private int sharedQueues;
    private boolean isClosed;

    SimulatedXrcDomain(final SharedReceiveQueues owner) {
        this.owner = owner;
    }

    SharedReceiveQueues owner() {
        return owner;
    }

    /** A queue pair's peer sends to its shared receive queues. */
    void addReceiver(final SimulatedQueuePair queuePair) {
        receivers.add(queuePair);
    }

    void removeReceiver(final SimulatedQueuePair queuePair) {
        receivers.remove(queuePair);
    }

    /** A shared receive queue belongs to it. */
    void addSharedQueue() {
        sharedQueues++;
    }

    void removeSharedQueue(final int number) {
        sharedQueues--;
        receivers.forEach(queuePair -> queuePair.sharedQueueClosed(number));
    }

    /** Its shared receive queue of a number, or null. */
    SimulatedSharedReceiveQueue find(final int number) {
        return owner.find(this, number);
    }

    @Override
    public void close() {
        checkOpen();
        if (sharedQueues != 0 || !receivers.isEmpty()) {
            throw new VerbsException(
                    Errno.EBUSY,
                    "XRC domain is in use: sharedReceiveQueues=" + sharedQueues + " queuePairs=" + receivers.size());
        }
        isClosed = true;
        owner.removeXrcDomain();
    }

    void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "XRC domain is closed");
        }
    }
}
