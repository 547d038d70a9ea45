// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.ReverseChannel;
import org.rpcrdma.verbs.SendRequests;

/** A connection as its calls see it: they post on it, return Receive buffers to it, and may close it. */
public interface CallConnection extends Dispatch {
    /**
     * Ends the dispatch that {@link #beginDispatch()} began for an answer, which may come from any code on the loop's
     * thread.
     */
    void endAnswer();

    /** Returns true until the connection begins to end. */
    boolean isOpen();

    /**
     * Posts a chain, for which the send queue has entries.
     *
     * @param what the purpose of the requests, for the error message.
     * @return false if the device rejected the chain, which closes the connection: part of the chain may be in
     *     progress.
     */
    boolean post(SendRequests chain, String what);

    /** Returns the credits that are granted to the caller. */
    int credits();

    /** Returns the channel for reverse calls to the peer. */
    ReverseChannel reverseChannel();

    /** Called when the last deferred call has been answered; the connection may have ended long before. */
    void onLastLateAnswer();

    /** Releases the Receive buffer of a message, which is reposted when due. */
    void releaseReceive(long handle);

    /** Begins to close the connection; does nothing if it is already closing. */
    void fail(EndCause cause, String reason);

    /** Returns why the connection has ended or is ending; null while open. */
    String closeReason();

    /** Returns the cause of the end; null while open. */
    EndCause endCause();

    /** Returns the exceptions of the caller's handlers, which are thrown when the outermost dispatch ends. */
    HandlerFailures failures();
}
