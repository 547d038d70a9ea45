// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.ReverseChannel;
import org.rpcrdma.verbs.SendRequests;

/**
 * A connection's interface to its calls, which post work requests, release Receive buffers, and may close the
 * connection.
 */
public interface CallConnection extends Dispatch {
    /**
     * Ends the dispatch that {@link #beginDispatch()} began for an answer, which may come from any code on the loop's
     * thread.
     */
    void endAnswer();

    /** Returns true until the connection begins to end. */
    boolean isOpen();

    /**
     * Posts a chain, for which the send queue must have free entries.
     *
     * @param what the purpose of the requests, for the error message.
     * @return false if the device rejected the chain, which closes the connection; part of the chain may then be in
     *     progress.
     */
    boolean post(SendRequests chain, String what);

    /** Returns the number of credits granted to the peer. */
    int credits();

    /** Returns the channel for reverse calls to the peer. */
    ReverseChannel reverseChannel();

    /** Called when the last deferred call has been answered; the connection may have ended long before. */
    void onLastLateAnswer();

    /** Releases the Receive buffer of a message, which is reposted when due. */
    void releaseReceive(long handle);

    /** Begins to close the connection; does nothing if it is already closing. */
    void fail(EndCause cause, String reason);

    /** Returns the reason why the connection has ended or is ending; null while it is open. */
    String closeReason();

    /** Returns the cause of the connection's end; null while it is open. */
    EndCause endCause();

    /** Returns the exceptions of the caller's handlers, which are thrown when the outermost dispatch ends. */
    HandlerFailures failures();
}
