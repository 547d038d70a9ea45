// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.library;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.rpcrdma.ibverbs.layout.ContextLayout;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * The driver's functions of an opened device, which C programs call inline: posting, polling, arming and memory
 * windows.
 *
 * <p>The handles are constants that take the function's address, so that the JIT compiles straight calls. Memory is
 * passed by its address: a segment that is passed has its kind and its arena's checked at each call. The callers keep
 * what they pass reachable.
 *
 * <h2>Critical calls</h2>
 *
 * <p>A critical call does not leave Java, which saves 20 instructions and a memory barrier. The JVM waits for it
 * whenever it stops all threads. So it must be short, must not wait for anything that a stopped thread would have to
 * do, and must not call back. Polling and posting Receives are so in drivers that do both in memory which they share
 * with the device ({@code GrantedAttributes.staysInUserSpace}): they take the queue's spin lock, copy some
 * bytes for each request and write an index. If a thread loses its processor while it holds that lock, another one that
 * polls or posts on the same queue spins in Java until it runs again, and the JVM's stop is delayed by as much, at most
 * some milliseconds of the scheduler's. Nothing stops for good: the JVM does not suspend a thread within such a call,
 * nor in a call that left Java, and so never one that holds the lock. Posting sends leaves Java on all devices: it is a
 * system call of soft-RoCE, which carries the message to the peer before it returns.
 */
@SuppressWarnings("restricted")
public final class IbvOps {
    private static final Linker LINKER = Linker.nativeLinker();

    /** {@code int poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)}. */
    private static final MethodHandle POLL = handle(JAVA_LONG, JAVA_INT, JAVA_LONG);

    /** The same as a critical call, which may write into an array. */
    private static final MethodHandle POLL_CRITICALLY = LINKER.downcallHandle(
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, ADDRESS), Linker.Option.critical(true));

    private static final FunctionDescriptor POSTING = FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);

    /** {@code int post(struct ibv_qp *queue, struct wr *first, struct wr **bad)}. */
    private static final MethodHandle POST = LINKER.downcallHandle(POSTING);

    /** The same as a critical call. */
    private static final MethodHandle POST_CRITICALLY = LINKER.downcallHandle(POSTING, Linker.Option.critical(false));

    /** {@code int req_notify_cq(struct ibv_cq *cq, int solicited_only)}. */
    private static final MethodHandle ARM = handle(JAVA_LONG, JAVA_INT);

    /** {@code int ibv_get_cq_event(struct ibv_comp_channel *channel, struct ibv_cq **cq, void **cq_context)}. */
    private static final MethodHandle GET_CQ_EVENT = handle(JAVA_LONG, ADDRESS, ADDRESS);

    /** {@code alloc_mw(pd, type)}, {@code dealloc_mw(mw)}, {@code bind_mw(qp, mw, bind)}. */
    public final NativeFunction allocateWindow;

    public final NativeFunction deallocateWindow;
    public final NativeFunction bindWindow;

    /** {@code query_device_ex(context, input, attr, size)} if the driver has it. */
    public final Optional<NativeFunction> queryDeviceExtended;

    /** {@code advise_mr(pd, advice, flags, sg_list, num_sge)} if the driver has it. */
    public final Optional<NativeFunction> advise;

    /** {@code struct ibv_qp *create_qp_ex(context, attributes)} if the driver has it. */
    public final Optional<NativeFunction> createQueuePairExtended;

    private final OptionalOps optional;
    private final MemorySegment pollCq;
    private final MemorySegment armCq;
    private final MemorySegment postSend;
    private final MemorySegment postReceive;
    private final MemorySegment postSharedReceive;

    public IbvOps(final long context) {
        checkExtended(context);
        pollCq = entry(context, ContextLayout.POLL_CQ);
        armCq = entry(context, ContextLayout.REQ_NOTIFY_CQ);
        postSend = entry(context, ContextLayout.POST_SEND);
        postReceive = entry(context, ContextLayout.POST_RECV);
        postSharedReceive = entry(context, ContextLayout.POST_SRQ_RECV);
        allocateWindow = new NativeFunction("ibv_alloc_mw", entry(context, ContextLayout.ALLOC_MW), 2);
        deallocateWindow = new NativeFunction("ibv_dealloc_mw", entry(context, ContextLayout.DEALLOC_MW), 1);
        bindWindow = new NativeFunction("ibv_bind_mw", entry(context, ContextLayout.BIND_MW), 3);
        queryDeviceExtended = extended(context, ContextLayout.QUERY_DEVICE_EX, "ibv_query_device_ex", 4);
        createQueuePairExtended = extended(context, ContextLayout.CREATE_QP_EX, "ibv_create_qp_ex", 2)
                .map(NativeFunction::lockingMemory);
        optional = new OptionalOps(context);
        advise = extended(context, ContextLayout.ADVISE_MR, "ibv_advise_mr", 5);
    }

    private static MethodHandle handle(final MemoryLayout... parameters) {
        return LINKER.downcallHandle(FunctionDescriptor.of(JAVA_INT, parameters));
    }

    /** Libraries from before 2014 have another context; there is nothing to be had of them. */
    private static void checkExtended(final long context) {
        final long mark = Native.getLong(context + ContextLayout.ABI_COMPAT);
        if (mark != -1) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "libibverbs has another ABI: abi_compat=0x" + Long.toHexString(mark) + " expected=-1");
        }
    }

    private static MemorySegment entry(final long context, final long offset) {
        return Native.at(Native.getLong(context + offset));
    }

    /** The extension says how long it is, counted from its highest address down. */
    static Optional<NativeFunction> extended(
            final long context, final long offset, final String name, final int parameters) {
        final long size = Native.getLong(context + ContextLayout.VERBS_SIZE);
        if (size < ContextLayout.SIZE - offset || Native.getLong(context + offset) == Native.NULL) {
            return Optional.empty();
        }
        return Optional.of(new NativeFunction(name, entry(context, offset), parameters));
    }

    public OptionalOps optional() {
        return optional;
    }

    /** Polls into native memory. */
    public int poll(final long queue, final int entries, final long completions) {
        try {
            return (int) POLL.invokeExact(pollCq, queue, entries, completions);
        } catch (final Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    /** Polls into native memory or an array, by a critical call. */
    public int pollCritically(final long queue, final int entries, final MemorySegment completions) {
        try {
            return (int) POLL_CRITICALLY.invokeExact(pollCq, queue, entries, completions);
        } catch (final Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    public int arm(final long queue, final int solicitedOnly) {
        try {
            return (int) ARM.invokeExact(armCq, queue, solicitedOnly);
        } catch (final Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    public int postSend(final long queuePair, final long first, final long bad) {
        return post(postSend, queuePair, first, bad);
    }

    /**
     * Posts Receives to a queue pair.
     *
     * @param critical true if the driver stays in user space for it.
     */
    public int postReceive(final boolean critical, final long queuePair, final long first, final long bad) {
        return critical ? postCritically(postReceive, queuePair, first, bad) : post(postReceive, queuePair, first, bad);
    }

    /** The same to a shared receive queue. */
    public int postSharedReceive(final boolean critical, final long queue, final long first, final long bad) {
        return critical
                ? postCritically(postSharedReceive, queue, first, bad)
                : post(postSharedReceive, queue, first, bad);
    }

    private static int post(final MemorySegment function, final long queue, final long first, final long bad) {
        try {
            return (int) POST.invokeExact(function, queue, first, bad);
        } catch (final Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    private static int postCritically(
            final MemorySegment function, final long queue, final long first, final long bad) {
        try {
            return (int) POST_CRITICALLY.invokeExact(function, queue, first, bad);
        } catch (final Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    /** Takes an event from a channel; returns 0, or -1 if there is none. */
    public static int getCqEvent(
            final MemorySegment function, final long channel, final MemorySegment queue, final MemorySegment context) {
        try {
            return (int) GET_CQ_EVENT.invokeExact(function, channel, queue, context);
        } catch (final Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }
}
