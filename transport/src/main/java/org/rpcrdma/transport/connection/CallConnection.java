// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.ReverseChannel;
import org.rpcrdma.verbs.SendRequests;

/**
 * The interface between a connection and its calls. Calls use it to post work requests, to release Receive buffers, and
 * to close the connection.
 */
public interface CallConnection extends Dispatch {
    /**
     * Ends the dispatch that {@link #beginDispatch()} began for an answer. Any code on the loop's thread may call this
     * method.
     */
    void endAnswer();

    /** Returns true until the connection begins to end. */
    boolean isOpen();

    /**
     * Posts a chain. The send queue must have enough free entries.
     *
     * @param what the purpose of the requests, for the error message.
     * @return false if the device rejected the chain, which closes the connection. Some requests of the chain may then
     *     be in progress.
     */
    boolean post(SendRequests chain, String what);

    /** Returns the number of credits granted to the peer. */
    int credits();

    /** Returns the channel for reverse calls to the peer. */
    ReverseChannel reverseChannel();

    /** Called when the last deferred call has been answered, possibly long after the connection has ended. */
    void onLastLateAnswer();

    /** Releases the Receive buffer of a message. The buffer is reposted when Receives are due. */
    void releaseReceive(long handle);

    /** Starts to close the connection. Has no effect if the connection is already closing. */
    void fail(EndCause cause, String reason);

    /** Returns the reason why the connection has ended or is ending, or null while the connection is open. */
    String closeReason();

    /** Returns the cause of the connection's end, or null while the connection is open. */
    EndCause endCause();

    /**
     * Returns the exceptions collected from the caller's handlers. They are thrown when the outermost dispatch ends.
     */
    HandlerFailures failures();
}
