// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.util.function.Consumer;

/**
 * A queue pair: a send queue and a receive queue. {@link QueuePairState} shows its life.
 *
 * <p>Requests start in order. Local requests, READs and atomics may finish after later requests have started, unless a
 * later request has {@link SendRequests#FENCE}. After a request fails, the queue pair enters the state ERR: outstanding
 * and newly posted requests complete with {@link CompletionStatus#WR_FLUSH_ERR}, in order.
 */
public interface QueuePair extends AutoCloseable {
    /**
     * Returns the queue pair's number.
     *
     * @return 24 bits.
     */
    int number();

    /**
     * Returns its transport.
     *
     * @return {@link QueuePairType#RC} if the device has nothing else.
     */
    default QueuePairType type() {
        return QueuePairType.RC;
    }

    /**
     * Returns the granted sizes.
     *
     * @return each at least the size requested.
     */
    QueuePairCapabilities capabilities();

    /**
     * Returns its state ({@code ibv_query_qp(3)}).
     *
     * @return the state that the device has it in now.
     */
    QueuePairState state();

    /**
     * Returns its parameters ({@code ibv_query_qp(3)}).
     *
     * @return the parameters that were set, and the state; a copy that belongs to the caller.
     */
    QueuePairParameters query();

    /**
     * Sets the handler of this queue pair's failures, like {@code ib_qp_init_attr.event_handler} of the kernel's verbs:
     * {@link AsyncEventType#QP_FATAL}, {@link AsyncEventType#QP_REQ_ERR}, {@link AsyncEventType#QP_ACCESS_ERR}, {@link
     * AsyncEventType#QP_LAST_WQE_REACHED} and, of its device, {@link AsyncEventType#DEVICE_FATAL}. If a peer's request
     * makes a queue pair fail, no completion reports the reason: later completions are flushed. The device's
     * asynchronous event handler, if set, is called as well. Does nothing on a device without such handlers.
     *
     * @param loop    calls the handler.
     * @param handler takes the event, unless the queue pair is closed by then.
     */
    default void onFailure(final EventLoop loop, final Consumer<AsyncEventType> handler) {}

    /**
     * Moves the queue pair to another state, or changes parameters in its state ({@code ibv_modify_qp(3)}). The manual
     * page lists the attributes that a transition needs or allows; for RC:
     *
     * <pre>
     * to INIT  STATE, PKEY_INDEX, PORT, ACCESS_FLAGS
     * to RTR   STATE, ADDRESS_VECTOR, PATH_MTU, DESTINATION_NUMBER, RECEIVE_PSN, MAX_DESTINATION_READ_ATOMIC,
     *          MIN_RNR_TIMER
     * to RTS   STATE, SEND_PSN, MAX_READ_ATOMIC, RETRY_COUNT, RNR_RETRY, TIMEOUT
     * </pre>
     *
     * <p>RESET forgets posted requests, without completions.
     *
     * @param parameters the parameters; read before the call returns.
     * @throws VerbsException EINVAL if a parameter is missing, not allowed, or out of range, or the state cannot be
     *     reached; nothing is changed then.
     */
    void modify(QueuePairParameters parameters);

    /**
     * Posts a chain of send work requests. The chain can be reused after the call returns.
     *
     * @param chain the staged requests.
     * @throws PostException ENOMEM if the send queue is full, EINVAL if a request does not fit the queue pair or its
     *     state, EOPNOTSUPP if the device lacks its operation; the exception has the index of the first request that
     *     was not posted.
     */
    void postSend(SendRequests chain);

    /**
     * Posts a chain of send work requests, all of them or none ({@code ibv_wr_start(3)} to {@code ibv_wr_complete(3)}).
     *
     * @param chain the staged requests.
     * @throws PostException as {@link #postSend}; the index is 0 if the device does not report it.
     * @throws VerbsException EOPNOTSUPP if the device has no {@link DeviceCapability#POST_ALL_OR_NONE}.
     */
    default void postSendOrNone(final SendRequests chain) {
        throw VerbsException.unsupported("posting of all or none");
    }

    /**
     * Binds a memory window of type 1 ({@code ibv_bind_mw(3)}) with a work request on the send queue. The window has a
     * new key after the call returns.
     *
     * @param window  of this queue pair's domain.
     * @param wrId    comes back with its completion.
     * @param flags   {@link SendRequests#SIGNALED}, {@link SendRequests#FENCE} or 0.
     * @param region  the region that it is bound to, registered with {@link Access#MW_BIND}; null with a length of 0.
     * @param address start of the window in the region.
     * @param length  bytes; 0 revokes the window's earlier range.
     * @param access  the window's remote {@link Access} rights.
     * @throws VerbsException EINVAL for a window of type 2 or a region that cannot take windows, EPERM for a window and
     *     a region of different domains, EOPNOTSUPP for a region that is not backed by memory, or a length that the
     *     device cannot bind; ENOMEM if the send queue is full.
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
     * @throws PostException ENOMEM if the receive queue is full, EINVAL if the queue pair's state allows no Receives,
     *     it has a shared receive queue, or a Receive has too many elements; the exception has the index of the first
     *     Receive that was not posted.
     */
    void postReceive(ReceiveRequests chain);

    /**
     * Joins the queue pair to itself, without the connection manager: sends can be posted once the call returns. Meant
     * for requests that never leave the device, fast registrations and local invalidations, which are wanted before,
     * or without, a connection to a peer (a driver's way of carrying out its own: {@code ibv_modify_qp} to RTR and
     * RTS, the destination its own number).
     *
     * @throws VerbsException EINVAL if it is neither in the state RESET nor INIT, or is about to be connected.
     */
    void connectToItself();

    /**
     * Moves the queue pair to the state ERR: everything outstanding is flushed. If it is in that state, so are
     * Receives that were posted since, which soft-RoCE leaves until then.
     */
    void toError();

    /** Destroys the queue pair. Completions that were not polled stay in their queues. */
    @Override
    void close();
}
