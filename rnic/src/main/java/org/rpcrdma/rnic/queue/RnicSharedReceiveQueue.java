// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.port.DeviceLimits;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.VerbsException;

/** A shared receive queue: its Receives, its limit and the number of its users. */
public final class RnicSharedReceiveQueue implements SharedReceiveQueue {
    private final SharedReceiveQueues owner;
    private final DeviceProfile device;
    private final DomainUse domain;
    private final SharedReceiveRing receives;
    private int limit;
    private int users;
    private boolean isClosed;

    RnicSharedReceiveQueue(final SharedReceiveQueues owner, final DomainUse domain, final int maxWr, final int maxSge) {
        this.owner = owner;
        this.domain = domain;
        device = owner.device();
        receives = new SharedReceiveRing(
                domain.number(), owner.contexts(), device.personality().granted(maxWr), maxSge);
    }

    SharedReceiveQueues owner() {
        return owner;
    }

    public DomainUse domain() {
        return domain;
    }

    SharedReceiveRing receives() {
        return receives;
    }

    /** Returns the number of Receives that no queue pair has consumed. */
    public long left() {
        return receives.left();
    }

    /** Returns the number of Receives whose slots are not free yet. */
    public int outstanding() {
        return receives.outstanding();
    }

    @Override
    public void postReceive(final ReceiveRequests chain) {
        if (isClosed) {
            throw new PostException(Errno.EINVAL, "shared receive queue is closed: device=" + device.name(), 0);
        }
        if (chain.size() != 0) {
            receives.post((ReceiveChain) chain, owner.ringDoorbell());
        }
    }

    @Override
    public int maxWr() {
        return receives.limit();
    }

    @Override
    public int maxSge() {
        return receives.maxSge();
    }

    @Override
    public int limit() {
        return limit;
    }

    /**
     * Arms the limit. Raises the limit event immediately if fewer Receives are left, except on soft-RoCE, which checks
     * the limit only when a Receive is consumed.
     */
    @Override
    public void armLimit(final int newLimit) {
        checkOpen();
        if (newLimit < 0 || newLimit > maxWr()) {
            throw new VerbsException(Errno.EINVAL, "limit out of range: limit=" + newLimit + " maxWr=" + maxWr());
        }
        limit = newLimit;
        if (device.personality() != Personality.RXE) {
            taken();
        }
    }

    /** Raises the limit event if the number of Receives left is below the limit. */
    void taken() {
        if (left() < limit) {
            limit = 0;
            owner.raise(AsyncEventType.SRQ_LIMIT_REACHED, this);
        }
    }

    @Override
    public void resize(final int maxWr) {
        checkOpen();
        DeviceLimits.require(device.attributes(), DeviceCapability.SHARED_RECEIVE_QUEUE_RESIZE);
        DeviceLimits.check("maxWr", maxWr, device.attributes().maxSrqWr());
        final int granted = device.personality().granted(maxWr);
        if (granted < outstanding() || maxWr < limit) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "size is too small for the outstanding Receives and the limit: maxWr=" + maxWr + " outstanding="
                            + outstanding() + " limit=" + limit);
        }
        receives.setLimit(granted);
    }

    public void addUser() {
        users++;
    }

    public void removeUser() {
        users--;
    }

    @Override
    public void close() {
        checkOpen();
        if (users != 0) {
            throw new VerbsException(Errno.EBUSY, "shared receive queue is in use: queuePairs=" + users);
        }
        isClosed = true;
        owner.remove(this);
    }

    void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "shared receive queue is closed: device=" + device.name());
        }
    }
}
