// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.queue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.device.DeviceContext;
import org.rpcrdma.ibverbs.device.NativeObject;
import org.rpcrdma.ibverbs.event.IbvEventLoop;
import org.rpcrdma.ibverbs.event.LoopQueue;
import org.rpcrdma.ibverbs.layout.CompletionLayout;
import org.rpcrdma.ibverbs.layout.QueueLayout;
import org.rpcrdma.ibverbs.library.DriverCalls;
import org.rpcrdma.ibverbs.library.Errnos;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.CompletionQueueAttributes;

/**
 * A completion queue. Its events arrive through the completion channel of its event loop, with the queue's index in the
 * loop's table as their context. The library counts the events, and all of them must be acknowledged before the queue
 * can be destroyed. This class acknowledges them when it destroys the queue.
 */
public final class IbvCompletionQueue extends NativeObject implements CompletionQueue, LoopQueue {
    private static final int ACKNOWLEDGED_TOGETHER = 1 << 20;

    /**
     * The flag that most often needs correction. On RoCE, a message without a sender is flagged as if it had a route
     * header.
     */
    private static final long ROUTE_HEADER = (long) Completions.GRH << Integer.SIZE;

    final CompletionHandler handler;
    private final DriverCalls calls;
    private final IbvEventLoop loop;
    private final int place;

    /**
     * A completion that {@link #hasCompletion()} has removed from the device's queue and that has not been polled yet.
     */
    private final MemorySegment taken = Arena.ofAuto().allocate(CompletionLayout.SIZE, Long.BYTES);

    /**
     * The queue's pointer if the driver can fill a batch directly; otherwise 0. The driver can do so if the queue is
     * open and no completion is held back.
     */
    private long polledDirectly;

    private boolean hasTaken;
    private int unacknowledged;

    public IbvCompletionQueue(
            final DeviceContext device,
            final CompletionQueueAttributes wanted,
            final IbvEventLoop loop,
            final CompletionHandler handler) {
        super(device);
        check(wanted);
        this.loop = loop;
        this.handler = handler;
        calls = device.calls();
        place = loop.queues().add(this);
        try {
            begin(device.library()
                    .createCq
                    .pointer(device.context(), wanted.entries(), place, loop.channel(), wanted.completionVector()));
        } catch (final VerbsException e) {
            loop.queues().remove(place);
            throw e;
        }
        noteTaken(false);
        device.asyncEvents().add(pointer(), this);
    }

    private void check(final CompletionQueueAttributes wanted) {
        if (wanted.entrySize() != 0) {
            throw new VerbsException(Errno.EOPNOTSUPP, "completion size cannot be set: requested=" + wanted);
        }
        final int limit = context().attributes().maxCqe();
        if (wanted.entries() < 1 || wanted.entries() > limit) {
            throw new VerbsException(
                    Errno.EINVAL, "entries out of range: entries=" + wanted.entries() + " limit=" + limit);
        }
    }

    @Override
    public int poll(final Completions batch) {
        batch.clear();
        final long direct = polledDirectly;
        if (direct == Native.NULL) {
            return pollBehindTaken(batch);
        }
        final int count = calls.poll(direct, batch.capacity(), batch.address());
        return count == 0 ? 0 : append(count, batch);
    }

    private int pollBehindTaken(final Completions batch) {
        final long queue = pointer();
        MemorySegment.copy(taken, 0, Native.segment(batch.address(), CompletionLayout.SIZE), 0, CompletionLayout.SIZE);
        append(1, batch);
        noteTaken(false);
        final int left = batch.capacity() - 1;
        return left == 0 ? 1 : 1 + append(calls.poll(queue, left, batch.address() + CompletionLayout.SIZE), batch);
    }

    /** Appends the completions that the driver has written into the batch, and returns the number of completions. */
    private int append(final int count, final Completions batch) {
        if (count < 0) {
            throw new VerbsException(Errno.ENOMEM, "completion queue failed: result=" + count);
        }
        final long first = batch.address() + CompletionLayout.SIZE * batch.count();
        for (int i = 0; i < count; i++) {
            final long row = first + CompletionLayout.SIZE * i;
            final long sourceAndFlags = Native.getLong(row + CompletionLayout.SRC_QP);
            if (sourceAndFlags == ROUTE_HEADER) {
                Native.setLong(row + CompletionLayout.SRC_QP, 0);
            } else if (sourceAndFlags >>> Integer.SIZE != 0) {
                mend(row);
            }
        }
        batch.appendRows(count);
        return count;
    }

    /** Converts a completion's flags, and the data to which they refer, to the contract's form. */
    private void mend(final long row) {
        final int reported = Native.getInt(row + CompletionLayout.FLAGS);
        final int flags = flags(reported, Native.getInt(row + CompletionLayout.SRC_QP));
        Native.setInt(row + CompletionLayout.FLAGS, flags);
        if ((flags & Completions.WITH_IMMEDIATE) != 0) {
            final int data = Native.getInt(row + CompletionLayout.IMM_OR_KEY);
            Native.setInt(row + CompletionLayout.IMM_OR_KEY, Integer.reverseBytes(data));
        }
    }

    /**
     * Corrects the flags. RoCE devices flag a route header in every message. However, only a datagram, which is a
     * message with a sender, has the header in its buffer. Soft-RoCE also flags immediate data in the completions of
     * sends.
     */
    private int flags(final int reported, final int sourceQueuePair) {
        final int flags = context().granted().flags(reported);
        return sourceQueuePair == 0 ? flags & ~Completions.GRH : flags;
    }

    @Override
    public boolean hasCompletion() {
        if (hasTaken) {
            return true;
        }
        final int count = calls.poll(pointer(), 1, taken.address());
        noteTaken(count > 0);
        return count != 0;
    }

    private void noteTaken(final boolean isOne) {
        hasTaken = isOne;
        polledDirectly = isOne ? Native.NULL : pointer();
    }

    @Override
    public void arm() {
        arm(0);
    }

    @Override
    public void armSolicited() {
        arm(1);
    }

    private void arm(final int solicitedOnly) {
        final int errno = calls.arm(pointer(), solicitedOnly);
        if (errno != 0) {
            throw Errnos.exception(errno, "ibv_req_notify_cq failed");
        }
    }

    @Override
    public void onEvent() {
        if (++unacknowledged == ACKNOWLEDGED_TOGETHER) {
            acknowledge();
        }
        handler.onCompletionEvent(this);
    }

    private void acknowledge() {
        context().library().ackCqEvents.number(pointer(), unacknowledged);
        unacknowledged = 0;
    }

    @Override
    public void resize(final int entries) {
        context().library().resizeCq.check(pointer(), entries);
    }

    @Override
    public int capacity() {
        return Native.getInt(pointer() + QueueLayout.CQ_CQE);
    }

    @Override
    public void close() {
        if (unacknowledged > 0) {
            acknowledge();
        }
        final long destroyed = pointer();
        end(context().library().destroyCq);
        polledDirectly = Native.NULL;
        context().asyncEvents().remove(destroyed, this);
        loop.queues().remove(place);
    }
}
