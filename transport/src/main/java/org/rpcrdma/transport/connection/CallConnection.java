// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.ReverseChannel;
import org.rpcrdma.verbs.SendRequests;

/** A connection as its calls see it: they post on it, give Receive buffers back to it, and may end it. */
public interface CallConnection extends Dispatch {
    /**
     * Ends the dispatch that {@link #beginDispatch()} began for an answer, which may come from anywhere on the loop's
     * thread.
     */
    void endAnswer();

    /** Returns true until the connection's end has begun. */
    boolean isOpen();

    /**
     * Posts a chain that has room in the send queue.
     *
     * @param what purpose of the requests, for the reason if they cannot be posted.
     * @return false if the device refused it, which ends the connection: a part of the chain may be under way.
     */
    boolean post(SendRequests chain, String what);

    /** Returns the credits that the caller is granted now. */
    int credits();

    /** Returns the way back to the caller. */
    ReverseChannel reverseChannel();

    /** Called when the last call that other threads had has been answered; the connection may have ended long ago. */
    void onLastLateAnswer();

    /** Gives back the Receive buffer of a message, which is posted again when due. */
    void releaseReceive(long handle);

    /** Begins to end the connection; does nothing if that has begun. */
    void fail(EndCause cause, String reason);

    /** Returns why the connection has ended or is about to; null while open. */
    String closeReason();

    /** Returns the kind of that reason; null while open. */
    EndCause endCause();

    /** Returns the exceptions of the caller's handlers; they are thrown when the outermost dispatch ends. */
    HandlerFailures failures();
}
