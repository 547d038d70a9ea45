// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/**
 * Takes the outcome of a call. Exactly one of its methods is called, once, on the client's event loop. Its exceptions
 * pass to the caller that runs that loop, or to the caller of the client's method that led to it, when the connection
 * has done its own work: other calls do not suffer.
 */
public interface ReplyHandler {
    /**
     * The reason of a call that the peer has refused: the reply is longer than the call offers, or its chunks are
     * unusable.
     */
    String REFUSED = "the peer answered ERR_CHUNK";

    /** Begins the reason of a call that has got no reply in time. */
    String LATE = "no reply in time";

    /**
     * Called when the reply has arrived. The call's chunk memory is the caller's again: neither the peer nor the device
     * can reach it.
     *
     * @param reply the reply, valid until this method returns.
     */
    void onReply(RpcReply reply);

    /**
     * Called when there will be no reply. The call's chunk memory is the caller's again. The peer may have carried the
     * call out, except for the reasons marked with a dagger (†): the peer never saw these calls.
     *
     * <pre>
     *   reason                                                cause
     *   the peer answered ERR_CHUNK | ERR_VERS ...            the peer refused the call
     *   the reply's header is refused: ..., the reply's       the peer's answer breaks RFC 8166, or is not one to
     *     chunk lists are not ..., the message is not a reply   this call
     *   call has too many segments ..., call does not fit     † the call cannot be sent as it was staged
     *     inline ..., transaction id is in use ...
     *   chunk memory cannot be registered: ...                † the device refused
     *   no reply in time: ..., no reply to a reverse call     the connection was ended for it, with all its calls
     *     in time: ...
     *   disconnected                                          the peer, or the network, ended the connection
     *   rejected: ...                                         † no connection came about
     *   a connection cannot be set up: ...                    † the device refused queues or buffers
     *   a send work request | a Receive ended with STATUS     the device ended the connection
     *   the queue pair failed with EVENT                      the same, with the queue pair's event
     *   the device did not flush | failed: ...                the device failed, or was removed
     *   work requests | Receives cannot be posted: ...,       the same, at a posting
     *     a ... cannot be posted | sent | pulled | answered
     *   the service failed: ..., the reverse service          of a call in reverse direction, whose connection the
     *     failed: ..., the server was closed, idle: ...        server's own end, or a failing service, ended
     *   the client disconnected | was closed                  the caller ended it
     *   given up: tries=N last=REASON                         the call was sent, or a connection tried, as often as
     *                                                         it may be; the last time it ended for that reason
     * </pre>
     *
     * @param reason the reason in words.
     */
    void onFailure(String reason);
}
