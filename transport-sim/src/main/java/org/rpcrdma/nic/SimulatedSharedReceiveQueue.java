// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.cost.FaultyCall;
import org.rpcrdma.nic.cost.Personality;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.VerbsException;

/** A shared receive queue of a {@link SimulatedDevice}: its Receives, its limit, who uses it. */
final class SimulatedSharedReceiveQueue implements SharedReceiveQueue, CompletionQueueUser {
    private final SharedReceiveQueues owner;
    private final SimulatedDevice device;
    private final DomainUse domain;
    private final XrcService service;
    private final SharedReceives receives;
    private int limit;
    private int users;
    private boolean isClosed;

    SimulatedSharedReceiveQueue(
            final SharedReceiveQueues owner,
            final SimulatedDevice device,
            final DomainUse domain,
            final int maxWr,
            final int maxSge,
            final XrcService service) {
        this.owner = owner;
        this.domain = domain;
        this.service = service;
        this.device = device;
        receives = new SharedReceives(
                domain.number(), device.contexts(), device.personality().granted(maxWr), maxSge);
    }

    @Override
    public int number() {
        if (service == null) {
            throw new VerbsException(Errno.EOPNOTSUPP, "shared receive queue serves no XRC: device=" + device.name());
        }
        return service.number();
    }

    SimulatedDevice device() {
        return device;
    }

    DomainUse domain() {
        return domain;
    }

    /** What it is to XRC queue pairs; null where it serves none. */
    XrcService service() {
        return service;
    }

    SharedReceives receives() {
        return receives;
    }

    @Override
    public void postReceive(final ReceiveRequests chain) {
        if (isClosed) {
            throw new PostException(Errno.EINVAL, "shared receive queue is closed: device=" + device.name(), 0);
        }
        if (chain.size() != 0) {
            device.callFaults().countPost(FaultyCall.RECEIVE);
            receives.post((ReceiveChain) chain, device.postingCosts().ringDoorbell());
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

    /** Where there are fewer already, that is told at once; soft-RoCE looks when a Receive is taken. */
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

    /** Receives were taken: raises the event of the limit once there are fewer. */
    void taken() {
        if (receives.left() < limit) {
            limit = 0;
            device.asyncEvents().raise(AsyncEventType.SRQ_LIMIT_REACHED, this);
        }
    }

    @Override
    public void resize(final int maxWr) {
        checkOpen();
        DeviceLimits.require(device.attributes(), DeviceCapability.SHARED_RECEIVE_QUEUE_RESIZE);
        DeviceLimits.check("maxWr", maxWr, device.attributes().maxSrqWr());
        final int granted = device.personality().granted(maxWr);
        if (granted < receives.outstanding() || maxWr < limit) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "too few Receives: maxWr=" + maxWr + " outstanding=" + receives.outstanding() + " limit=" + limit);
        }
        receives.setLimit(granted);
    }

    void addUser() {
        users++;
    }

    void removeUser() {
        users--;
    }

    /** Completions of its Receives are lost. */
    @Override
    public void completionQueueOverran() {
        device.asyncEvents().raise(AsyncEventType.SRQ_ERR, this);
    }

    @Override
    public void close() {
        checkOpen();
        if (users != 0) {
            throw new VerbsException(Errno.EBUSY, "shared receive queue is in use: queuePairs=" + users);
        }
        isClosed = true;
        device.asyncEvents().forget(this);
        owner.remove(this);
    }

    void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "shared receive queue is closed: device=" + device.name());
        }
    }
}
