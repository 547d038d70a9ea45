// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/**
 * Receives the outcome of a call. For each call, the client calls exactly one of these methods, exactly once, on its
 * event loop. If a handler throws an exception, the exception propagates to the caller that runs the loop, or to the
 * caller of the client's method that invoked the handler. The connection completes its own work before it throws the
 * exception, so other calls are not affected.
 */
public interface ReplyHandler {
    /**
     * The failure reason if the peer rejected the call because the reply is longer than the call allows, or because the
     * call's chunks are unusable.
     */
    String REFUSED = "the peer answered ERR_CHUNK";

    /** The prefix of the failure reason if no reply arrived in time. */
    String LATE = "no reply in time";

    /**
     * Called when the reply has arrived. The call's chunk memory belongs to the caller again, because neither the peer
     * nor the device can access it.
     *
     * @param reply the reply, valid until this method returns.
     */
    void onReply(RpcReply reply);

    /**
     * Called when there will be no reply. The call's chunk memory belongs to the caller again. The peer may have
     * executed the call, unless the reason is marked with a dagger (†), which means that the peer never received the
     * call.
     *
     * <pre>
     *   reason                                                cause
     *   the peer answered ERR_CHUNK | ERR_VERS ...            the peer rejected the call
     *   the reply's header is invalid: ..., the reply's       the peer's answer violates RFC 8166, or does not
     *     chunk lists do not match ..., the message is not      match this call
     *     a reply: ...
     *   call has too many segments ..., call does not fit     † the call cannot be sent as it was staged
     *     inline ..., transaction id is already in use ...
     *   chunk memory cannot be registered: ...                † the device rejected the registration
     *   too many reverse calls are waiting for a credit: ...  † the peer does not answer, or answers too slowly
     *   a send buffer is unavailable: ...                     † for a call in the reverse direction
     *   no reply in time: ..., no reply to a reverse call     the client closed the connection, which fails all
     *     arrived in time: ...                                its calls
     *   disconnected                                          the peer or the network closed the connection
     *   rejected: ...                                         † the connection was not established
     *   a connection cannot be set up: ...                    † the device could not provide queues or buffers
     *   a send work request | a Receive ended with STATUS     the device ended the connection
     *   the queue pair failed with EVENT                      the device ended the connection with this event
     *   the device did not flush | failed: ...                the device failed or was removed
     *   work requests | Receives cannot be posted: ...,       the device failed or was removed when requests were
     *     a ... cannot be posted | sent | fetched | answered    posted
     *   the service failed: ..., the reverse service          for a call in the reverse direction: the connection
     *     failed: ..., the server was closed, idle: ...         ended because the server was closed, the connection
     *                                                         was idle, or a service failed
     *   the client disconnected | was closed                  the caller closed the connection
     *   gave up: tries=N last=REASON                          all tries to send the call, or to establish a
     *                                                         connection, failed; REASON is that of the last try
     * </pre>
     *
     * @param reason a description of the reason.
     */
    void onFailure(String reason);
}
