// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.interop;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.program.EchoProtocol;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Sends three kinds of calls, one after another: the data is inline in both directions; it is sent in a Read chunk and
 * returned in a Write chunk; or it is sent in a Read chunk and returned in a Reply chunk. Checks every byte of the
 * replies.
 */
final class EchoClient implements ClientListener {
    private static final int WINDOW = 8;
    private static final int INLINE = 500;
    private static final int CHUNK = 10_000;
    private static final int ROOM = 16_384;
    private static final int WAYS = 3;

    /** The number of replies after which a line of progress is printed. */
    private static final int STEP = 50;

    private final String name;
    private final int calls;
    private final RpcRdmaClient client;
    private final MemoryBlock memory;
    private final ByteBuffer bytes;
    private int sent;
    private int answered;

    EchoClient(
            final Device device,
            final EventLoop loop,
            final InetSocketAddress remote,
            final int number,
            final int calls) {
        name = "client " + number;
        this.calls = calls;
        client = new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(loop)
                .remote(remote)
                .credits(WINDOW)
                .tries(20)
                .callTimeout(TimeUnit.SECONDS.toNanos(20))
                .listener(this));
        memory = device.memory().allocate(2L * WINDOW * ROOM, ROOM);
        bytes = memory.buffer();
        client.keepRegistered(memory);
    }

    void begin() {
        client.connect();
        for (int slot = 0; slot < WINDOW; slot++) {
            sendNext(slot);
        }
    }

    boolean isDone() {
        return answered == calls;
    }

    private void sendNext(final int slot) {
        if (sent == calls) {
            return;
        }
        final int xid = ++sent;
        final ClientCall call = client.newCall();
        switch (xid % WAYS) {
            case 0 -> sendInline(call, slot, xid);
            case 1 -> sendByWriteChunk(call, slot, xid);
            default -> sendByReplyChunk(call, slot, xid);
        }
    }

    private void sendInline(final ClientCall call, final int slot, final int xid) {
        for (int i = 0; i < INLINE; i++) {
            call.message().putByte(EchoProtocol.DATA + i, pattern(xid, i));
        }
        call.send(EchoProtocol.writeEcho(call.message(), xid, INLINE, xid), new Answer(slot, xid) {
            @Override
            byte at(final RpcReply reply, final int i) {
                return reply.message().getByte(reply.messageOffset() + 28 + i);
            }

            @Override
            int length() {
                return INLINE;
            }
        });
    }

    private void sendByWriteChunk(final ClientCall call, final int slot, final int xid) {
        final int length = stageChunk(call, slot, xid);
        call.beginWriteChunk();
        call.writeSegment(memory.address() + result(slot), ROOM);
        call.send(length, new Answer(slot, xid) {
            @Override
            byte at(final RpcReply reply, final int i) {
                return bytes.get(result(slot) + i);
            }
        });
    }

    private void sendByReplyChunk(final ClientCall call, final int slot, final int xid) {
        final int length = stageChunk(call, slot, xid);
        call.replySegment(memory.address() + result(slot), ROOM);
        call.send(length, new Answer(slot, xid) {
            @Override
            byte at(final RpcReply reply, final int i) {
                return bytes.get(result(slot) + 28 + i);
            }
        });
    }

    private int stageChunk(final ClientCall call, final int slot, final int xid) {
        for (int i = 0; i < CHUNK; i++) {
            bytes.put(slot * ROOM + i, pattern(xid, i));
            bytes.put(result(slot) + i, (byte) 0);
        }
        call.readSegment(EchoProtocol.DATA, memory.address() + (long) slot * ROOM, CHUNK);
        return EchoProtocol.writeEchoOfChunk(call.message(), xid, CHUNK, xid);
    }

    private static int result(final int slot) {
        return (WINDOW + slot) * ROOM;
    }

    private static byte pattern(final int xid, final int i) {
        return (byte) (31 * xid + i);
    }

    @Override
    public void onConnected() {
        System.out.println(name + ": connected, answered=" + answered);
    }

    @Override
    public void onDisconnected(final String reason) {
        System.out.println(name + ": disconnected, answered=" + answered + " retransmissions="
                + client.figures().retransmissions() + " reason=" + reason);
    }

    void close() {
        client.close();
        memory.close();
    }

    /** Handles the reply to one call. */
    private abstract class Answer implements ReplyHandler {
        private final int slot;
        private final int xid;

        Answer(final int slot, final int xid) {
            this.slot = slot;
            this.xid = xid;
        }

        abstract byte at(RpcReply reply, int i);

        int length() {
            return CHUNK;
        }

        @Override
        public void onReply(final RpcReply reply) {
            for (int i = 0; i < length(); i++) {
                if (at(reply, i) != pattern(xid, i)) {
                    throw new IllegalStateException(name + ": wrong byte: xid=" + xid + " at=" + i + " expected="
                            + pattern(xid, i) + " actual=" + at(reply, i));
                }
            }
            if (++answered % STEP == 0) {
                System.out.println(name + ": answered=" + answered);
            }
            sendNext(slot);
        }

        @Override
        public void onFailure(final String reason) {
            throw new IllegalStateException(name + ": call failed: xid=" + xid + " reason=" + reason);
        }
    }
}
