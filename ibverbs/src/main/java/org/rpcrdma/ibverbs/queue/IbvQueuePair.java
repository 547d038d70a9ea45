// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.queue;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.rpcrdma.ibverbs.layout.MemoryLayouts.BIND_ACCESS;
import static org.rpcrdma.ibverbs.layout.MemoryLayouts.BIND_ADDRESS;
import static org.rpcrdma.ibverbs.layout.MemoryLayouts.BIND_FLAGS;
import static org.rpcrdma.ibverbs.layout.MemoryLayouts.BIND_LENGTH;
import static org.rpcrdma.ibverbs.layout.MemoryLayouts.BIND_MR;
import static org.rpcrdma.ibverbs.layout.MemoryLayouts.BIND_SIZE;
import static org.rpcrdma.ibverbs.layout.MemoryLayouts.BIND_WR_ID;
import static org.rpcrdma.ibverbs.layout.QueuePairLayout.INIT_SIZE;
import static org.rpcrdma.ibverbs.layout.QueuePairLayout.SIZE;
import static org.rpcrdma.verbs.Errno.EINVAL;
import static org.rpcrdma.verbs.Errno.EOPNOTSUPP;
import static org.rpcrdma.verbs.Errno.EPERM;
import static org.rpcrdma.verbs.QueuePairParameter.STATE;
import static org.rpcrdma.verbs.QueuePairState.ERR;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.rpcrdma.ibverbs.device.AsyncSubscription;
import org.rpcrdma.ibverbs.device.FailingObject;
import org.rpcrdma.ibverbs.device.NativeDomain;
import org.rpcrdma.ibverbs.device.NativeObject;
import org.rpcrdma.ibverbs.event.IbvEventLoop;
import org.rpcrdma.ibverbs.layout.QueueLayout;
import org.rpcrdma.ibverbs.library.DriverCalls;
import org.rpcrdma.ibverbs.library.Errnos;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.post.ExtendedPosting;
import org.rpcrdma.ibverbs.post.IbvReceiveChain;
import org.rpcrdma.ibverbs.post.IbvSendChain;
import org.rpcrdma.ibverbs.post.RequestChain;
import org.rpcrdma.ibverbs.post.SendOperations;
import org.rpcrdma.ibverbs.region.IbvMemoryWindow;
import org.rpcrdma.ibverbs.region.NativeRegion;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

/** A queue pair, created by {@code ibv_create_qp}, and its connection. */
public final class IbvQueuePair extends NativeObject implements QueuePair, FailingObject {
    private static final int ALL_PARAMETERS = Arrays.stream(QueuePairParameter.values())
            .mapToInt(QueuePairParameter::mask)
            .reduce(0, (mask, more) -> mask | more);

    private final DriverCalls calls;
    private final QueuePairType type;
    private final int number;
    private final boolean sharesReceives;

    /**
     * The memory in which the driver stores a pointer to the request that it rejects. Sends and Receives have separate
     * pointers, because two threads may post them concurrently.
     */
    private final MemorySegment bad = Arena.ofAuto().allocate(2 * JAVA_LONG.byteSize(), Long.BYTES);

    private final long badSend = bad.address();
    private final long badReceive = badSend + JAVA_LONG.byteSize();

    /** Posts chains atomically; null if the driver does not support it. */
    private final ExtendedPosting extended;

    /** Releases the connection; null if the queue pair does not have one. */
    private Runnable connectionEnd;

    /** The subscription to failures; null until a handler has been set. */
    private volatile AsyncSubscription<AsyncEventType> failure;

    public IbvQueuePair(final NativeDomain domain, final QueuePairAttributes attributes) {
        super(domain.context());
        calls = context().calls();
        type = attributes.type();
        sharesReceives = attributes.sharedReceiveQueue() != null;
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment wanted = QueuePairCreation.attributes(arena, attributes);
            int operations = SendOperations.of(type, context().attributes());
            QueuePairCreation.extend(wanted, domain, operations);
            long created = createExtended(wanted);
            if (created == Native.NULL && (operations & SendOperations.LATER) != 0) {
                operations &= ~SendOperations.LATER;
                QueuePairCreation.extend(wanted, domain, operations);
                created = createExtended(wanted);
            }
            begin(
                    created == Native.NULL
                            ? context().library().createQp.pointer(domain.pointer(), wanted.address())
                            : created);
            extended = created == Native.NULL ? null : extended(operations, QueuePairCreation.granted(wanted));
        }
        number = Native.getInt(pointer() + QueueLayout.QP_NUM);
        context().asyncEvents().add(pointer(), this);
    }

    /**
     * Creates the queue pair so that requests can be posted with function calls. Returns NULL if the driver supports
     * only plain queue pairs or lacks an operation. The caller then creates a plain queue pair, which succeeds or
     * reports the error.
     */
    private long createExtended(final MemorySegment wanted) {
        return context()
                .ops()
                .createQueuePairExtended
                .map(create -> create.pointerOrNull(context().context(), wanted.address()))
                .orElse(Native.NULL);
    }

    private ExtendedPosting extended(final int operations, final QueuePairCapabilities granted) {
        final long pointer = context()
                .library()
                .qpToQpEx
                .map(function -> function.pointerOrNull(pointer()))
                .orElse(Native.NULL);
        return pointer == Native.NULL ? null : new ExtendedPosting(pointer, type, operations, granted);
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public QueuePairType type() {
        return type;
    }

    public boolean sharesReceives() {
        return sharesReceives;
    }

    /**
     * Queries the device. The query is necessary because, when a queue pair is created, soft-RoCE returns the sizes
     * that were requested; only later does it return the sizes of its rings.
     */
    @Override
    public QueuePairCapabilities capabilities() {
        return query(STATE.mask(), (attributes, creation) -> QueuePairCreation.granted(creation));
    }

    @Override
    public QueuePairState state() {
        return query(STATE.mask()).state();
    }

    @Override
    public QueuePairParameters query() {
        return query(ALL_PARAMETERS);
    }

    private QueuePairParameters query(final int mask) {
        return query(mask, (attributes, creation) -> QueuePairFields.read(attributes, mask));
    }

    /**
     * Queries the device, and reads a value from the {@code struct ibv_qp_attr} and the {@code struct ibv_qp_init_attr}
     * that the query fills.
     */
    private <T> T query(final int mask, final BiFunction<MemorySegment, MemorySegment, T> reader) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment attributes = arena.allocate(SIZE, Long.BYTES);
            final MemorySegment creation = arena.allocate(INIT_SIZE, Long.BYTES);
            context().library().queryQp.check(pointer(), attributes.address(), mask, creation.address());
            return reader.apply(attributes, creation);
        }
    }

    @Override
    public void modify(final QueuePairParameters parameters) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment attributes = arena.allocate(SIZE, Long.BYTES);
            QueuePairFields.write(attributes, parameters, context().addresses());
            modify(attributes, parameters.mask());
        }
    }

    /** Changes the attributes that a mask selects, using their values in a {@code struct ibv_qp_attr}. */
    public void modify(final MemorySegment attributes, final int mask) {
        context().library().modifyQp.check(pointer(), attributes.address(), mask);
    }

    @Override
    public void postSend(final SendRequests chain) {
        final IbvSendChain staged = (IbvSendChain) chain;
        if (staged.size() == 0) {
            return;
        }
        if (staged.needsCalls()) {
            postByCalls(staged);
            return;
        }
        Native.setLong(badSend, Native.NULL);
        final int errno = calls.postSend(pointer(), staged.head(), badSend);
        keep(staged);
        if (errno != 0) {
            final int badIndex = staged.index(Native.getLong(badSend));
            staged.onPosted(badIndex);
            throw Errnos.post(errno, "ibv_post_send failed: qp=" + number, badIndex);
        }
        staged.onPosted(staged.size());
    }

    /**
     * Keeps the chain's memory reachable until the driver's call has returned. This is necessary because the call
     * receives only the memory's address.
     */
    private void keep(final RequestChain posted) {
        Reference.reachabilityFence(posted);
        Reference.reachabilityFence(this);
    }

    /**
     * Posts a chain with function calls. If a request cannot be posted, posts nothing and throws an exception that
     * identifies the first request that cannot be posted.
     */
    private void postByCalls(final IbvSendChain staged) {
        try {
            postSendOrNone(staged);
        } catch (final VerbsException e) {
            throw new PostException(e.errno(), "no request in the chain was posted: " + Errnos.reason(e), 0);
        }
    }

    @Override
    public void postSendOrNone(final SendRequests chain) {
        final long open = pointer();
        if (extended == null) {
            throw new VerbsException(EOPNOTSUPP, "the driver cannot post a chain atomically: qp=" + number);
        }
        final IbvSendChain staged = (IbvSendChain) chain;
        extended.check(staged);
        final int errno = extended.post(staged);
        if (errno != 0) {
            throw Errnos.post(errno, "ibv_wr_complete failed: qp=" + number, 0);
        }
        staged.onPosted(staged.size());
    }

    @Override
    public void postReceive(final ReceiveRequests chain) {
        final IbvReceiveChain staged = (IbvReceiveChain) chain;
        if (staged.size() == 0) {
            return;
        }
        Native.setLong(badReceive, Native.NULL);
        final int errno = calls.postReceive(pointer(), staged.head(), badReceive);
        keep(staged);
        if (errno != 0) {
            throw Errnos.post(errno, "ibv_post_recv failed: qp=" + number, staged.index(Native.getLong(badReceive)));
        }
    }

    @Override
    public void bindMemoryWindow(
            final MemoryWindow window,
            final long wrId,
            final int flags,
            final MemoryRegion region,
            final long address,
            final long length,
            final int access) {
        if (window.type() != MemoryWindow.TYPE_1) {
            throw new VerbsException(EINVAL, "only a type 1 window can be bound by this method: type=" + window.type());
        }
        if (region != null && ((NativeRegion) region).domain() != ((IbvMemoryWindow) window).domain()) {
            throw new VerbsException(EPERM, "window and region belong to different domains");
        }
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment bind = arena.allocate(BIND_SIZE, Long.BYTES);
            bind.set(JAVA_LONG, BIND_WR_ID, wrId);
            bind.set(JAVA_INT, BIND_FLAGS, flags);
            bind.set(JAVA_LONG, BIND_MR, region == null ? context().noRegion() : NativeRegion.boundable(region));
            bind.set(JAVA_LONG, BIND_ADDRESS, address);
            bind.set(JAVA_LONG, BIND_LENGTH, length);
            bind.set(JAVA_INT, BIND_ACCESS, access);
            context().ops().bindWindow.check(pointer(), ((IbvMemoryWindow) window).pointer(), bind.address());
        }
    }

    @Override
    public void onFailure(final EventLoop loop, final Consumer<AsyncEventType> handler) {
        endFailures();
        final AsyncSubscription<AsyncEventType> begun =
                new AsyncSubscription<>(IbvEventLoop.own(context(), loop), type -> {
                    handler.accept(type);
                    return true;
                });
        context().asyncEvents().watch(begun.loop());
        failure = begun;
    }

    private void endFailures() {
        final AsyncSubscription<AsyncEventType> ended = failure;
        if (ended != null) {
            failure = null;
            ended.end();
            ended.loop().watchAsync(false);
        }
    }

    @Override
    public void onAsyncEvent(final AsyncEventType type) {
        final AsyncSubscription<AsyncEventType> listener = failure;
        if (listener != null && isFailure(type)) {
            listener.put(type);
            listener.wake();
        }
    }

    /** Returns true if events of this type report a failure of a queue pair or of its device. */
    private static boolean isFailure(final AsyncEventType type) {
        return switch (type) {
            case QP_FATAL, QP_REQ_ERR, QP_ACCESS_ERR, QP_LAST_WQE_REACHED, DEVICE_FATAL -> true;
            default -> false;
        };
    }

    @Override
    public void connectToItself() {
        throw Errnos.kernelOnly("queue pairs for fast registrations");
    }

    /**
     * Changes the queue pair's state to ERR even if the state is already ERR, because soft-RoCE flushes newly posted
     * requests only when the state is set.
     */
    @Override
    public void toError() {
        modify(new QueuePairParameters().state(ERR));
    }

    /**
     * Attaches a connection, which is closed together with the queue pair.
     *
     * @param end releases the connection when the queue pair is closed.
     */
    public void join(final Runnable end) {
        if (connectionEnd != null) {
            throw new VerbsException(EINVAL, "queue pair already has a connection: qp=" + number);
        }
        connectionEnd = end;
    }

    /** Detaches a connection that has not been started. */
    public void leave() {
        connectionEnd = null;
    }

    @Override
    public void close() {
        final long destroyed = pointer();
        if (connectionEnd != null) {
            connectionEnd.run();
        }
        end(context().library().destroyQp);
        context().asyncEvents().remove(destroyed, this);
        endFailures();
    }
}
