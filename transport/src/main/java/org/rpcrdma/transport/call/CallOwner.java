// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.agrona.MutableDirectBuffer;
import org.rpcrdma.transport.ReverseChannel;
import org.rpcrdma.transport.memory.PayloadPool;

/**
 * The part of an endpoint that takes care of a call while a service has it. All methods are called on the event loop,
 * but those that a thread needs that has claimed the answer of a deferred call: {@link #lateAnswers} and {@link
 * #replyCapacity}.
 */
public interface CallOwner {
    /** Returns the connection as the service sees it. */
    PeerConnection caller();

    /** Returns the credits that the caller is granted now. */
    int credits();

    /** Returns the limits of the call's chunks. */
    CallLimits limits();

    /** Returns the pool of memory for Write chunks. */
    PayloadPool payloads();

    /** Returns the queue of answers of other threads. */
    LateAnswers lateAnswers();

    /** Returns the bytes that a reply message may have. */
    int replyCapacity(Call call);

    /**
     * Returns the buffer for a reply message of a length within the capacity; takes memory for it if there is none.
     */
    MutableDirectBuffer replyMessage(Call call, int length);

    /** Sends the service's reply, whose message has a length. */
    void reply(Call call, int length);

    /** Answers with an RDMA_ERROR: ERR_CHUNK. */
    void refuse(Call call);

    /** Gives the call up without an answer. */
    void drop(Call call);

    /** Gives back the memory that the service has taken or named for its answer. */
    void forgetAnswer(Call call);

    /** Readies a call for another thread, which finds all memory for the answer there. */
    void defer(Call call);

    /** Notes that a deferred call is back on the event loop. */
    void endDeferral();

    /** Notes that a deferred call has been answered; its connection may have ended long ago. */
    void onDelivered();

    /** Ends the connection if an answer came to nothing on its way: its state is unknown. */
    void onBrokenAnswer(Call call, ServerCall handle, Throwable cause);

    /** Gives back all that a call has, and the call. */
    void release(Call call);

    /** Returns the way back to the caller. */
    ReverseChannel reverseChannel();
}
