// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.rpcrdma.transport.program.StoreProtocol.status;
import static org.rpcrdma.transport.program.StoreProtocol.value;
import static org.rpcrdma.transport.program.StoreProtocol.writeRead;
import static org.rpcrdma.transport.program.StoreProtocol.writeWriteOfChunk;

import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.rpcrdma.transport.program.EchoProtocol;
import org.rpcrdma.transport.program.StoreProtocol;

/** Calls to the library's services. The transport chooses their chunks. */
final class SoakServiceCall extends SoakCall {
    private static final int SHORT = 600;
    private static final int WORDS = 8;

    private final long object;
    private Kind kind;
    private int length;
    private long seed;

    /** The length of the call's object when the call starts; 0 means that the object's contents are unknown. */
    private int storedLength;

    private long storedSeed;

    private enum Kind {
        NULL,
        ECHO_INLINE,
        ECHO,
        STORE_READ,
        STORE_WRITE
    }

    SoakServiceCall(final SoakClient client, final SoakMemory memory, final long object) {
        super(client, memory);
        this.object = object;
    }

    @Override
    public int stage(final ClientCall call) {
        seed = random.nextLong();
        kind = Kind.values()[random.nextInt(Kind.values().length)];
        if (kind == Kind.STORE_READ && storedLength == 0) {
            kind = Kind.STORE_WRITE;
        }
        return switch (kind) {
            case NULL -> EchoProtocol.writeNull(call.message(), xid);
            case ECHO_INLINE -> stageInline(call);
            case ECHO -> stageEcho(call);
            case STORE_READ -> stageRead(call);
            default -> stageWrite(call);
        };
    }

    private int stageInline(final ClientCall call) {
        length = random.nextInt(SHORT);
        SoakPattern.fill(call.message(), EchoProtocol.DATA, length, seed);
        return EchoProtocol.writeEcho(call.message(), xid, length, (int) seed);
    }

    private int stageEcho(final ClientCall call) {
        length = length(1, memory.room);
        fill();
        call.argument(EchoProtocol.DATA, memory.address(memory.arguments()), length);
        offerRoom(call, RpcProgram.RESULTS + WORDS);
        return EchoProtocol.writeEchoOfChunk(call.message(), xid, length, (int) seed);
    }

    private int stageWrite(final ClientCall call) {
        length = length(1, Math.min(memory.room, SoakServer.OBJECT));
        fill();
        call.argument(StoreProtocol.WRITE_DATA, memory.address(memory.arguments()), length);
        return writeWriteOfChunk(call.message(), xid, object, 0, length, (int) seed);
    }

    private int stageRead(final ClientCall call) {
        length = storedLength;
        seed = storedSeed;
        offerRoom(call, StoreProtocol.READ_DATA);
        return writeRead(call.message(), xid, object, 0, length);
    }

    private void fill() {
        SoakPattern.fill(memory.bytes, memory.arguments(), length, seed);
    }

    private void offerRoom(final ClientCall call, final int beside) {
        call.result(memory.address(memory.results()), length);
        call.longestReply(memory.address(memory.reply()), beside + BitUtil.align(length, Integer.BYTES));
    }

    @Override
    public boolean isRight(final RpcReply reply) {
        final boolean byChunk = reply.inReplyChunk();
        final DirectBuffer message = byChunk ? memory.bytes : reply.message();
        final int at = byChunk ? memory.reply() : reply.messageOffset();
        final int bytes = byChunk ? reply.replyChunkLength() : reply.messageLength();
        final int head = at + RpcProgram.RESULTS;
        return switch (kind) {
            case NULL -> bytes == RpcProgram.RESULTS;
            case ECHO_INLINE -> isEcho(message, head, head + Integer.BYTES, false);
            case ECHO -> isEcho(message, head, dataAt(reply, message, head + Integer.BYTES), isByWrite(reply));
            case STORE_READ ->
                status(message, at, bytes) == StoreProtocol.OK
                        && value(message, at, bytes) == length
                        && isData(reply, message, at + StoreProtocol.READ_DATA);
            default -> isStored(message, at, bytes);
        };
    }

    private boolean isStored(final DirectBuffer message, final int at, final int bytes) {
        final boolean isOk = status(message, at, bytes) == StoreProtocol.OK && value(message, at, bytes) == (int) seed;
        storedLength = length;
        storedSeed = seed;
        return isOk;
    }

    private boolean isByWrite(final RpcReply reply) {
        return reply.writeChunkLength(0) == length;
    }

    private boolean isData(final RpcReply reply, final DirectBuffer message, final int at) {
        return isByWrite(reply)
                ? SoakPattern.matches(memory.bytes, memory.results(), length, seed)
                : SoakPattern.matches(message, at, length, seed);
    }

    private int dataAt(final RpcReply reply, final DirectBuffer message, final int inMessage) {
        if (isByWrite(reply)) {
            return isData(reply, message, inMessage) ? inMessage : -1;
        }
        return inMessage;
    }

    /** Checks the length, the tag and, if they are in the message, the data. */
    private boolean isEcho(final DirectBuffer message, final int head, final int data, final boolean byWrite) {
        final int inMessage = byWrite ? 0 : BitUtil.align(length, Integer.BYTES);
        return data >= 0
                && message.getInt(head, BIG_ENDIAN) == length
                && (byWrite || SoakPattern.matches(message, data, length, seed))
                && message.getInt(head + Integer.BYTES + inMessage, BIG_ENDIAN) == (int) seed;
    }

    @Override
    public void onUnknownOutcome() {
        if (kind == Kind.STORE_WRITE) {
            storedLength = 0;
        }
    }

    @Override
    public String kind() {
        return kind.name();
    }
}
