// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.queue;

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
    private static final int DATA_AND_NUMBER = (int) (CompletionLayout.IMM_OR_KEY / Long.BYTES);
    private static final int SOURCE_AND_FLAGS = (int) (CompletionLayout.SRC_QP / Long.BYTES);
    private static final long LOW = 0xFFFF_FFFFL;

    /** The most frequent of flags to be mended: a route header of a message that has no sender, as on RoCE. */
    private static final long ROUTE_HEADER = (long) Completions.GRH << Integer.SIZE;

    final CompletionHandler handler;
    private final IbvOps ops;
    private final boolean staysInUserSpace;
    private final IbvEventLoop loop;
    private final int place;
    private final MemorySegment completions = Arena.ofAuto().allocate(CompletionLayout.SIZE * ROOM, Long.BYTES);

    /** The rows that were polled into last, and the same as a segment: making one for each poll would allocate. */
    private long[] polledInto;

    private MemorySegment polledSegment;

    /**
     * The queue's pointer if the driver may write into a batch at once: it polls by critical calls, nothing was taken
     * before, and the queue is not closed.
     */
    private long polledDirectly;

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
        staysInUserSpace = device.granted().staysInUserSpace();
        place = loop.queues().add(this);
        try {
            begin(device.library()
                    .createCq
                    .pointer(device.context(), wanted.entries(), place, loop.channel(), wanted.completionVector()));
        } catch (final VerbsException e) {
            loop.queues().remove(place);
            throw e;
        }
        noteTaken(0);
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
        final long direct = polledDirectly;
        if (direct == Native.NULL) {
            return pollAndCopy(batch);
        }
        final int count = ops.pollCritically(direct, batch.capacity(), segment(batch.rows()));
        if (count != 0) {
            append(check(count), batch);
        }
        return count;
    }

    /** Returns a batch's memory, for the driver to write into; a queue is mostly polled into the same batch. */
    private MemorySegment segment(final long[] rows) {
        if (rows != polledInto) {
            polledInto = rows;
            polledSegment = MemorySegment.ofArray(rows);
        }
        return polledSegment;
    }

    private int pollAndCopy(final Completions batch) {
        copy(taken, batch);
        noteTaken(0);
        int left = batch.capacity() - batch.count();
        int count;
        do {
            final int asked = Math.min(left, ROOM);
            count = asked == 0 ? 0 : check(take(asked));
            copy(count, batch);
            left -= count;
        } while (count == ROOM);
        return batch.count();
    }

    private static int check(final int count) {
        if (count < 0) {
            throw new VerbsException(Errno.ENOMEM, "completion queue failed: result=" + count);
        }
        return count;
    }

    /** Takes some of the driver's completions into this queue's own memory; returns how many. */
    private int take(final int most) {
        return staysInUserSpace
                ? ops.pollCritically(pointer(), most, completions)
                : ops.poll(pointer(), most, completions.address());
    }

    private void copy(final int count, final Completions batch) {
        MemorySegment.copy(
                completions,
                JAVA_LONG,
                0,
                batch.rows(),
                Completions.ROW_LONGS * batch.count(),
                Completions.ROW_LONGS * count);
        append(count, batch);
    }

    /** Appends rows that are in the batch as the driver wrote them. */
    private void append(final int count, final Completions batch) {
        final long[] rows = batch.rows();
        final int end = Completions.ROW_LONGS * (batch.count() + count);
        for (int row = Completions.ROW_LONGS * batch.count(); row < end; row += Completions.ROW_LONGS) {
            final long sourceAndFlags = rows[row + SOURCE_AND_FLAGS];
            if (sourceAndFlags == ROUTE_HEADER) {
                rows[row + SOURCE_AND_FLAGS] = 0;
            } else if (sourceAndFlags >>> Integer.SIZE != 0) {
                mend(rows, row);
            }
        }
        batch.appendRows(count);
    }

    /** Makes flags, and data that they stand for, those of the contract. */
    private void mend(final long[] rows, final int row) {
        final int source = (int) rows[row + SOURCE_AND_FLAGS];
        final int flags = flags((int) (rows[row + SOURCE_AND_FLAGS] >>> Integer.SIZE), source);
        rows[row + SOURCE_AND_FLAGS] = (long) flags << Integer.SIZE | Integer.toUnsignedLong(source);
        if ((flags & Completions.WITH_IMMEDIATE) != 0) {
            final long data = rows[row + DATA_AND_NUMBER];
            rows[row + DATA_AND_NUMBER] = data & ~LOW | Integer.toUnsignedLong(Integer.reverseBytes((int) data));
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
        noteTaken(Math.max(0, count));
        return count != 0;
    }

    private void noteTaken(final int count) {
        taken = count;
        polledDirectly = count == 0 && staysInUserSpace ? pointer() : Native.NULL;
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
        polledDirectly = Native.NULL;
        context().asyncEvents().remove(destroyed, this);
        loop.queues().remove(place);
    }
}
