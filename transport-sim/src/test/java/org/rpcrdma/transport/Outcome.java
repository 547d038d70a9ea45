/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.transport;

/** Keeps what became of a call. */
final class Outcome implements ReplyHandler {
    int xid;
    byte[] message;
    boolean inReplyChunk;
    int replyChunkLength;
    int[] writeChunkLengths = {};
    String failure;
    int calls;
    private final int writeChunks;
    private Runnable then = () -> {};

    Outcome() {
        this(0);
    }

    Outcome(final int writeChunks) {
        this.writeChunks = writeChunks;
    }

    Outcome then(final Runnable what) {
        then = what;
        return this;
    }

    boolean isReply() {
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
}
