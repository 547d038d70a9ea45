// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.util.function.Consumer;

/**
 * A queue pair, which consists of a send queue and a receive queue. {@link QueuePairState} describes its states.
 *
 * <p>Requests start in order. Local requests, READs and atomics may finish after later requests have started, unless a
 * later request has the flag {@link SendRequests#FENCE}. If a request fails, the queue pair enters the state ERR.
 * Outstanding and new requests then complete with {@link CompletionStatus#WR_FLUSH_ERR}, in order.
 */
public interface QueuePair extends AutoCloseable {
    /**
     * Returns the queue pair's number.
     *
     * @return the 24-bit number.
     */
    int number();

    /**
     * Returns the queue pair's transport.
     *
     * @return {@link QueuePairType#RC} by default.
     */
    default QueuePairType type() {
        return QueuePairType.RC;
    }

    /**
     * Returns the sizes that the device granted.
     *
     * @return the sizes, each of them at least as large as requested.
     */
    QueuePairCapabilities capabilities();

    /**
     * Returns the queue pair's state ({@code ibv_query_qp(3)}).
     *
     * @return the current state in the device.
     */
    QueuePairState state();

    /**
     * Returns the queue pair's parameters ({@code ibv_query_qp(3)}).
     *
     * @return a copy of the state and the parameters that were set; the caller owns the copy.
     */
    QueuePairParameters query();

    /**
     * Sets the handler for this queue pair's failures, like {@code ib_qp_init_attr.event_handler} of the kernel's
     * verbs. It receives {@link AsyncEventType#QP_FATAL}, {@link AsyncEventType#QP_REQ_ERR},
     * {@link AsyncEventType#QP_ACCESS_ERR}, {@link AsyncEventType#QP_LAST_WQE_REACHED} and the device's
     * {@link AsyncEventType#DEVICE_FATAL}. The handler is necessary because no completion reports the reason if a
     * peer's request makes the queue pair fail; later completions report only that requests were flushed. The device's
     * asynchronous event handler, if set, is called as well. Does nothing if the device does not support such handlers.
     *
     * @param loop    the event loop that calls the handler.
     * @param handler the handler that receives the event; not called if the queue pair has been closed.
     */
    default void onFailure(final EventLoop loop, final Consumer<AsyncEventType> handler) {}

    /**
     * Moves the queue pair to another state, or changes parameters in the current state ({@code ibv_modify_qp(3)}). The
     * manual page lists the attributes that each transition requires and allows. RC requires:
     *
     * <pre>
     * to INIT  STATE, PKEY_INDEX, PORT, ACCESS_FLAGS
     * to RTR   STATE, ADDRESS_VECTOR, PATH_MTU, DESTINATION_NUMBER, RECEIVE_PSN, MAX_DESTINATION_READ_ATOMIC,
     *          MIN_RNR_TIMER
     * to RTS   STATE, SEND_PSN, MAX_READ_ATOMIC, RETRY_COUNT, RNR_RETRY, TIMEOUT
     * </pre>
     *
     * <p>RESET discards posted requests without completions.
     *
     * @param parameters the parameters; the caller may reuse them after the call.
     * @throws VerbsException EINVAL if a parameter is missing, not allowed or out of range, or if the state cannot be
     *     reached; the queue pair is then unchanged.
     */
    void modify(QueuePairParameters parameters);

    /**
     * Posts a chain of send work requests. The chain can be reused after the call returns.
     *
     * @param chain the staged requests.
     * @throws PostException ENOMEM if the send queue is full; EINVAL if a request is unsuitable for the queue pair or
     *                       its state; EOPNOTSUPP if the device does not support the operation. The exception contains
     *                       the index of the first request that was not posted.
     */
    void postSend(SendRequests chain);

    /**
     * Posts either the whole chain of send work requests or nothing ({@code ibv_wr_start(3)} to
     * {@code ibv_wr_complete(3)}).
     *
     * @param chain the staged requests.
     * @throws PostException  as for {@link #postSend}; the index is 0 if the device does not report it.
     * @throws VerbsException EOPNOTSUPP if the device lacks {@link DeviceCapability#POST_ALL_OR_NONE}.
     */
    default void postSendOrNone(final SendRequests chain) {
        throw VerbsException.unsupported("atomic posting of a chain");
    }

    /**
     * Binds a memory window of type 1 ({@code ibv_bind_mw(3)}) by posting a work request to the send queue. The
     * window's key has changed when the call returns.
     *
     * @param window  a window of this queue pair's domain.
     * @param wrId    the id that the completion reports.
     * @param flags   {@link SendRequests#SIGNALED}, {@link SendRequests#FENCE} or 0.
     * @param region  the region to bind the window to, registered with {@link Access#MW_BIND}; null if the length is 0.
     * @param address the window's start address in the region.
     * @param length  the length in bytes; 0 revokes the window's previous range.
     * @param access  the window's remote {@link Access} rights.
     * @throws VerbsException EINVAL if the window has type 2, or if the region does not permit windows; EPERM if the
     *                        window and the region belong to different domains; EOPNOTSUPP if the region is not backed
     *                        by memory, or if the device cannot bind the length; ENOMEM if the send queue is full.
     */
    default void bindMemoryWindow(
            final MemoryWindow window,
            final long wrId,
            final int flags,
            final MemoryRegion region,
            final long address,
            final long length,
            final int access) {
        throw VerbsException.unsupported("memory windows");
    }

    /**
     * Posts a chain of Receives. The chain can be reused after the call returns.
     *
     * @param chain the staged Receives.
     * @throws PostException ENOMEM if the receive queue is full; EINVAL if the queue pair's state does not allow
     *                       Receives, if the queue pair uses a shared receive queue, or if a Receive has too many
     *                       elements. The exception contains the index of the first Receive that was not posted.
     */
    void postReceive(ReceiveRequests chain);

    /**
     * Connects the queue pair to itself, without the connection manager. Sends can be posted when the call returns. Use
     * a queue pair in this state for requests that never leave the device, such as fast registrations and local
     * invalidations, before or without a connection to a peer. Kernel drivers do the same for their own requests: they
     * call {@code ibv_modify_qp} to RTR and RTS, with the queue pair's own number as the destination.
     *
     * @throws VerbsException EINVAL if the state is neither RESET nor INIT, or if a connection is being established.
     */
    void connectToItself();

    /**
     * Moves the queue pair to the state ERR, which flushes outstanding requests. If the queue pair is already in the
     * state ERR, flushes the Receives that were posted in this state. Soft-RoCE does not flush these Receives on its
     * own.
     */
    void toError();

    /** Destroys the queue pair. Its completions stay in their queues until they are polled. */
    @Override
    void close();
}
