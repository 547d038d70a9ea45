// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

/** Records the outcome of a call. */
public final class Outcome implements ReplyHandler {
    public int xid;
    public byte[] message;
    public boolean inReplyChunk;
    public int replyChunkLength;
    public int[] writeChunkLengths = {};
    public String failure;
    public int calls;
    private final int writeChunks;
    private Runnable then = () -> {};

    public Outcome() {
        this(0);
    }

    public Outcome(final int writeChunks) {
        this.writeChunks = writeChunks;
    }

    /** Creates an outcome and adds it to a list. */
    public static Outcome in(final List<Outcome> outcomes) {
        return in(outcomes, 0);
    }

    static Outcome in(final List<Outcome> outcomes, final int writeChunks) {
        final Outcome outcome = new Outcome(writeChunks);
        outcomes.add(outcome);
        return outcome;
    }

    public Outcome answered() {
        assertTrue(isReply(), failure);
        return this;
    }

    public Outcome then(final Runnable what) {
        then = what;
        return this;
    }

    public boolean isReply() {
        return calls == 1 && failure == null;
    }

    @Override
    public void onReply(final RpcReply reply) {
        calls++;
        xid = reply.xid();
        message = new byte[reply.messageLength()];
        reply.message().getBytes(reply.messageOffset(), message);
        inReplyChunk = reply.inReplyChunk();
        replyChunkLength = reply.replyChunkLength();
        writeChunkLengths = new int[writeChunks];
        for (int i = 0; i < writeChunks; i++) {
            writeChunkLengths[i] = reply.writeChunkLength(i);
        }
        then.run();
    }

    @Override
    public void onFailure(final String reason) {
        calls++;
        failure = reason;
        then.run();
    }

    /** Checks the replies to calls whose transaction ids start at 0. */
    public static void assertAllAnsweredInTurn(final List<Outcome> outcomes) {
        for (int i = 0; i < outcomes.size(); i++) {
            assertTrue(outcomes.get(i).isReply(), "call " + i + ": " + outcomes.get(i).failure);
            assertEquals(i, outcomes.get(i).xid);
        }
    }
}
