// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.DirectBuffer;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.transport.call.ReceivedCall;
import org.rpcrdma.wire.RpcMessage;

/** A call made during a soak, from the time it is staged to its only outcome. The object is reused for later calls. */
public abstract class SoakCall implements ReplyHandler {
    public final SoakMemory memory;
    public final SeededRandom random;
    public int xid;
    public final SoakClient client;
    private boolean isOpen;

    public SoakCall(final SoakClient client, final SoakMemory memory) {
        this.client = client;
        this.memory = memory;
        random = client.random;
    }

    /** Stages a message and its data. Returns the length of the message, or 0 if the message is elsewhere. */
    public abstract int stage(ClientCall call);

    /** Returns true if a reply is correct. The argument is null if no reply arrived. */
    public abstract boolean isRight(RpcReply reply);

    /** Called when the call has failed. The call may or may not have had its effect. */
    public abstract void onUnknownOutcome();

    public abstract String kind();

    /**
     * Returns true if this call ends its connection, because its answer is missing or too late, or because the service
     * fails.
     */
    public boolean endsConnection() {
        return false;
    }

    public final void issue(final ClientCall call, final int newXid) {
        xid = newXid;
        memory.take();
        final int length = stage(call);
        isOpen = true;
        client.tally.issued();
        client.onIssue(this);
        call.send(length, this);
    }

    private void end(final boolean isAnswered) {
        assertTrue(isOpen, () -> "a call has two outcomes: xid=" + Integer.toHexString(xid));
        isOpen = false;
        memory.giveBack();
        client.onOutcome(this, isAnswered);
    }

    @Override
    public final void onReply(final RpcReply reply) {
        if (isSystemError(reply)) {
            onFailure("the service failed: SYSTEM_ERR");
            return;
        }
        assertTrue(isRight(reply), () -> "an answer is wrong: kind=" + kind() + " xid=" + Integer.toHexString(xid));
        client.tally.answered(kind());
        end(true);
    }

    private boolean isSystemError(final RpcReply reply) {
        final boolean byChunk = reply.inReplyChunk();
        final DirectBuffer message = byChunk ? memory.bytes : reply.message();
        final int at = byChunk ? memory.reply() : reply.messageOffset();
        return (byChunk ? reply.replyChunkLength() : reply.messageLength()) == ReceivedCall.SYSTEM_ERROR_LENGTH
                && message.getLong(at + 12, BIG_ENDIAN) == 0
                && message.getInt(at + 20, BIG_ENDIAN) == RpcMessage.SYSTEM_ERR;
    }

    @Override
    public final void onFailure(final String reason) {
        client.tally.failed(reason);
        onUnknownOutcome();
        end(false);
    }

    /** Returns a random length whose order of magnitude is also random. */
    public final int length(final int least, final int most) {
        final int bits = Integer.SIZE - Integer.numberOfLeadingZeros(most);
        return Math.min(most, Math.max(least, random.nextInt(1 << 1 + random.nextInt(bits))));
    }
}
