// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.queue;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import org.rpcrdma.ibverbs.device.NativeDomain;
import org.rpcrdma.ibverbs.device.NativeObject;
import org.rpcrdma.ibverbs.layout.SharedReceiveLayout;
import org.rpcrdma.ibverbs.library.Errnos;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.post.IbvReceiveChain;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.VerbsException;

/** A shared receive queue, created by {@code ibv_create_srq}. */
public final class IbvSharedReceiveQueue extends NativeObject implements SharedReceiveQueue {
    private static final int CHANGE_MAX_WR = 1;
    private static final int CHANGE_LIMIT = 1 << 1;

    private final MemorySegment bad = Arena.ofAuto().allocate(JAVA_LONG);

    public IbvSharedReceiveQueue(final NativeDomain domain, final SharedReceiveQueueAttributes attributes) {
        super(domain.context());
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment wanted = arena.allocate(SharedReceiveLayout.SIZE, Long.BYTES);
            wanted.set(JAVA_INT, SharedReceiveLayout.ATTR + SharedReceiveLayout.MAX_WR, attributes.maxWr());
            wanted.set(JAVA_INT, SharedReceiveLayout.ATTR + SharedReceiveLayout.MAX_SGE, attributes.maxSge());
            begin(context().library().createSrq.pointer(domain.pointer(), wanted.address()));
        }
        context().asyncEvents().add(pointer(), this);
    }

    @Override
    public void postReceive(final ReceiveRequests chain) {
        final IbvReceiveChain staged = (IbvReceiveChain) chain;
        if (staged.size() == 0) {
            return;
        }
        bad.set(JAVA_LONG, 0, Native.NULL);
        final int errno = context().calls().postSharedReceive(pointer(), staged.head(), bad.address());
        Reference.reachabilityFence(staged);
        if (errno != 0) {
            throw Errnos.post(errno, "ibv_post_srq_recv failed", staged.index(bad.get(JAVA_LONG, 0)));
        }
    }

    @Override
    public int maxWr() {
        return query(SharedReceiveLayout.MAX_WR);
    }

    @Override
    public int maxSge() {
        return query(SharedReceiveLayout.MAX_SGE);
    }

    @Override
    public int limit() {
        return query(SharedReceiveLayout.LIMIT);
    }

    private int query(final long field) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment attributes = arena.allocate(SharedReceiveLayout.ATTR_SIZE, Long.BYTES);
            context().library().querySrq.check(pointer(), attributes.address());
            return attributes.get(JAVA_INT, field);
        }
    }

    @Override
    public void armLimit(final int limit) {
        final int most = maxWr();
        if (limit < 0 || limit > most) {
            throw new VerbsException(Errno.EINVAL, "limit out of range: limit=" + limit + " maxWr=" + most);
        }
        modify(SharedReceiveLayout.LIMIT, limit, CHANGE_LIMIT);
    }

    @Override
    public void resize(final int maxWr) {
        modify(SharedReceiveLayout.MAX_WR, maxWr, CHANGE_MAX_WR);
    }

    private void modify(final long field, final int value, final int mask) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment attributes = arena.allocate(SharedReceiveLayout.ATTR_SIZE, Long.BYTES);
            attributes.set(JAVA_INT, field, value);
            context().library().modifySrq.check(pointer(), attributes.address(), mask);
        }
    }

    @Override
    public void close() {
        final long destroyed = pointer();
        end(context().library().destroySrq);
        context().asyncEvents().remove(destroyed, this);
    }
}
