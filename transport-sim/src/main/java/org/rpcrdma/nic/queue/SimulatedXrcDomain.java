// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.queue;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.XrcDomain;

/** An XRC domain of a simulated device. */
public final class SimulatedXrcDomain implements XrcDomain {
    private final SharedReceiveQueues owner;
    private final List<XrcReceiver> receivers = new ArrayList<>();
    private int sharedQueues;
    private boolean isClosed;

    SimulatedXrcDomain(final SharedReceiveQueues owner) {
        this.owner = owner;
    }

    SharedReceiveQueues owner() {
        return owner;
    }

    /** Adds a queue pair whose peer sends to the domain's shared receive queues. */
    public void addReceiver(final XrcReceiver queuePair) {
        receivers.add(queuePair);
    }

    public void removeReceiver(final XrcReceiver queuePair) {
        receivers.remove(queuePair);
    }

    /** Adds a shared receive queue. */
    void addSharedQueue() {
        sharedQueues++;
    }

    void removeSharedQueue(final int number) {
        sharedQueues--;
        receivers.forEach(queuePair -> queuePair.sharedQueueClosed(number));
    }

    /** Returns its shared receive queue of a number, or null. */
    public SimulatedSharedReceiveQueue find(final int number) {
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
