// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.library;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.rpcrdma.ibverbs.layout.ContextLayout;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * The functions of an open device's driver that C programs call inline. The functions of the data path are in {@link
 * DriverCalls} instead.
 */
@SuppressWarnings("restricted")
public final class IbvOps {
    /** {@code int ibv_get_cq_event(struct ibv_comp_channel *channel, struct ibv_cq **cq, void **cq_context)}. */
    private static final MethodHandle GET_CQ_EVENT =
            Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS));

    /** {@code alloc_mw(pd, type)}, {@code dealloc_mw(mw)}, {@code bind_mw(qp, mw, bind)}. */
    public final NativeFunction allocateWindow;

    public final NativeFunction deallocateWindow;
    public final NativeFunction bindWindow;

    /** {@code query_device_ex(context, input, attr, size)}; empty if the driver lacks it. */
    public final Optional<NativeFunction> queryDeviceExtended;

    /** {@code advise_mr(pd, advice, flags, sg_list, num_sge)}; empty if the driver lacks it. */
    public final Optional<NativeFunction> advise;

    /** {@code struct ibv_qp *create_qp_ex(context, attributes)}; empty if the driver lacks it. */
    public final Optional<NativeFunction> createQueuePairExtended;

    public IbvOps(final long context) {
        checkExtended(context);
        allocateWindow = new NativeFunction("ibv_alloc_mw", entry(context, ContextLayout.ALLOC_MW), 2);
        deallocateWindow = new NativeFunction("ibv_dealloc_mw", entry(context, ContextLayout.DEALLOC_MW), 1);
        bindWindow = new NativeFunction("ibv_bind_mw", entry(context, ContextLayout.BIND_MW), 3);
        queryDeviceExtended = extended(context, ContextLayout.QUERY_DEVICE_EX, "ibv_query_device_ex", 4);
        createQueuePairExtended = extended(context, ContextLayout.CREATE_QP_EX, "ibv_create_qp_ex", 2)
                .map(NativeFunction::lockingMemory);
        advise = extended(context, ContextLayout.ADVISE_MR, "ibv_advise_mr", 5);
    }

    /**
     * Throws an exception if the library was released before 2014, because the context then lacks the extension.
     */
    private static void checkExtended(final long context) {
        final long mark = Native.getLong(context + ContextLayout.ABI_COMPAT);
        if (mark != -1) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "unsupported ABI of libibverbs: abi_compat=0x" + Long.toHexString(mark) + " expected=-1");
        }
    }

    private static MemorySegment entry(final long context, final long offset) {
        return Native.at(Native.getLong(context + offset));
    }

    /**
     * Returns a function of the extension, or an empty result if the extension is too short to contain it. The
     * extension's length is counted down from its highest address.
     */
    private static Optional<NativeFunction> extended(
            final long context, final long offset, final String name, final int parameters) {
        final long size = Native.getLong(context + ContextLayout.VERBS_SIZE);
        if (size < ContextLayout.SIZE - offset || Native.getLong(context + offset) == Native.NULL) {
            return Optional.empty();
        }
        return Optional.of(new NativeFunction(name, entry(context, offset), parameters));
    }

    /** Reads an event from a channel. Returns 0, or -1 if the channel is empty. */
    public static int getCqEvent(
            final MemorySegment function, final long channel, final MemorySegment queue, final MemorySegment context) {
        try {
            return (int) GET_CQ_EVENT.invokeExact(function, channel, queue, context);
        } catch (final Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }
}
