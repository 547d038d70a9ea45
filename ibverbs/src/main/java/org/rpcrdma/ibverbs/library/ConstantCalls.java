// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.library;

import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * The template for the hidden class of each driver. {@link DriverCalls} defines a hidden class from the bytes of this
 * class and passes the driver's method handles to it as class data. This class itself is never initialized.
 */
final class ConstantCalls extends DriverCalls {
    private static final MethodHandle POLL_CQ = handle(POLL);
    private static final MethodHandle REQ_NOTIFY_CQ = handle(ARM);
    private static final MethodHandle POST_QP_SEND = handle(POST_SEND);
    private static final MethodHandle POST_QP_RECV = handle(POST_RECEIVE);
    private static final MethodHandle POST_SRQ_RECV = handle(POST_SHARED_RECEIVE);

    private static MethodHandle handle(final int place) {
        try {
            return MethodHandles.classDataAt(
                    MethodHandles.lookup(), ConstantDescs.DEFAULT_NAME, MethodHandle.class, place);
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public int poll(final long queue, final int entries, final long completions) {
        try {
            return (int) POLL_CQ.invokeExact(queue, entries, completions);
        } catch (final Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    @Override
    public int arm(final long queue, final int solicitedOnly) {
        try {
            return (int) REQ_NOTIFY_CQ.invokeExact(queue, solicitedOnly);
        } catch (final Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    @Override
    public int postSend(final long queuePair, final long first, final long bad) {
        try {
            return (int) POST_QP_SEND.invokeExact(queuePair, first, bad);
        } catch (final Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    @Override
    public int postReceive(final long queuePair, final long first, final long bad) {
        try {
            return (int) POST_QP_RECV.invokeExact(queuePair, first, bad);
        } catch (final Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    @Override
    public int postSharedReceive(final long queue, final long first, final long bad) {
        try {
            return (int) POST_SRQ_RECV.invokeExact(queue, first, bad);
        } catch (final Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }
}
