// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.memory.SendBuffer;

/** Holds the answer of a call on its way out. Written when the answer is staged and sent. */
abstract class CallAnswer extends CallMemory {
    public SendBuffer sendBuffer;
    public int sendLength;

    /** Length of the transport header that the reply will have. */
    public int replyHeaderLength;

    /** Bytes of the reply message that are not in parts of their own. */
    public int replyLength;

    /** The task that the service wants to run when everything has been given back, or null. */
    Runnable whenDone;

    /** Why the connection is to end when the answer has been sent, or null. */
    public String endReason;

    /** True if the service's answer could not be sent, and another stands in for it. */
    boolean isReplaced;

    boolean inChunk;
    boolean isPulledUp;
    public boolean invalidates;
    public int invalidatedKey;

    /** Forgets the answer, which was sent or dropped. */
    final void endAnswer() {
        sendBuffer = null;
        whenDone = null;
        endReason = null;
        isReplaced = false;
        inChunk = false;
        isPulledUp = false;
        invalidates = false;
    }
}
