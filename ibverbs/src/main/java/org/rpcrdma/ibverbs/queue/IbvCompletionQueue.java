// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.queue;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.device.DeviceContext;
import org.rpcrdma.ibverbs.device.NativeObject;
import org.rpcrdma.ibverbs.event.IbvEventLoop;
import org.rpcrdma.ibverbs.event.LoopQueue;
import org.rpcrdma.ibverbs.layout.CompletionLayout;
import org.rpcrdma.ibverbs.layout.QueueLayout;
import org.rpcrdma.ibverbs.library.Errnos;
import org.rpcrdma.ibverbs.library.IbvOps;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.CompletionQueueAttributes;

/**
 * A completion queue. Its events come by the completion channel of its event loop, with the queue's place in the loop's
 * table as context; the library counts them, and wants them acknowledged before the queue is destroyed, which is where
 * all of them are.
 */
public final class IbvCompletionQueue extends NativeObject implements CompletionQueue, LoopQueue {
    private static final int ROOM = 32;
    private static final int ACKNOWLEDGED_TOGETHER = 1 << 20;

    final CompletionHandler handler;
    private final IbvOps ops;
    private final boolean pollsInUserSpace;
    private final IbvEventLoop loop;
    private final int place;
    private final MemorySegment completions = Arena.ofAuto().allocate(CompletionLayout.SIZE * ROOM, Long.BYTES);

    /** Completions that {@link #hasCompletion()} took and nobody has polled. */
    private int taken;

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
        ops = device.ops();
        pollsInUserSpace = device.granted().pollsInUserSpace();
        place = loop.queues().add(this);
        try {
            begin(device.library()
                    .createCq
                    .pointer(device.context(), wanted.entries(), place, loop.channel(), wanted.completionVector()));
        } catch (final VerbsException e) {
            loop.queues().remove(place);
            throw e;
        }
        device.asyncEvents().add(pointer(), this);
    }

    private void check(final CompletionQueueAttributes wanted) {
        if (wanted.entrySize() != 0 || wanted.isPadded() || wanted.compression() != 0) {
            throw new VerbsException(Errno.EOPNOTSUPP, "format of completions cannot be chosen: wanted=" + wanted);
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
        if (taken > 0) {
            deliver(taken, batch);
            taken = 0;
        }
        int left = batch.capacity() - batch.count();
        int count;
        do {
            final int asked = Math.min(left, ROOM);
            count = asked == 0 ? 0 : take(asked);
            if (count < 0) {
                throw new VerbsException(Errno.ENOMEM, "completion queue failed: result=" + count);
            }
            deliver(count, batch);
            left -= count;
        } while (count == ROOM);
        return batch.count();
    }

    private int take(final int most) {
        return pollsInUserSpace
                ? ops.pollCritically(pointer(), most, completions)
                : ops.poll(pointer(), most, completions);
    }

    private void deliver(final int count, final Completions batch) {
        for (int i = 0; i < count; i++) {
            final long at = CompletionLayout.SIZE * i;
            final int opcode = completions.get(JAVA_INT, at + CompletionLayout.OPCODE);
            final int sourceQueuePair = completions.get(JAVA_INT, at + CompletionLayout.SRC_QP);
            final int flags = flags(completions.get(JAVA_INT, at + CompletionLayout.FLAGS), sourceQueuePair);
            final int value = completions.get(JAVA_INT, at + CompletionLayout.IMM_OR_KEY);
            batch.append(
                    completions.get(JAVA_LONG, at + CompletionLayout.WR_ID),
                    completions.get(JAVA_INT, at + CompletionLayout.STATUS),
                    completions.get(JAVA_INT, at + CompletionLayout.QP_NUM),
                    opcode,
                    completions.get(JAVA_INT, at + CompletionLayout.BYTE_LEN),
                    flags,
                    (flags & Completions.WITH_IMMEDIATE) == 0 ? value : Integer.reverseBytes(value),
                    sourceQueuePair);
        }
    }

    /**
     * Devices of RoCE flag a route header in every message; only a datagram's, which has a sender, is in its buffer.
     * What soft-RoCE flags in sends, their immediate data, it flags here too.
     */
    private int flags(final int reported, final int sourceQueuePair) {
        final int flags = context().granted().flags(reported);
        return sourceQueuePair == 0 ? flags & ~Completions.GRH : flags;
    }

    @Override
    public boolean hasCompletion() {
        if (taken > 0) {
            return true;
        }
        final int count = take(1);
        taken = Math.max(0, count);
        return count != 0;
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
        final int errno = ops.arm(pointer(), solicitedOnly);
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
        context().asyncEvents().remove(destroyed, this);
        loop.queues().remove(place);
    }
}
