// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.program.EchoProtocol;
import org.rpcrdma.transport.program.EchoService;
import org.rpcrdma.transport.program.StoreProtocol;
import org.rpcrdma.transport.program.StoreService;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;

/** The services of a server in a soak: echo, store, and a service for calls that specify their own treatment. */
final class SoakService implements RpcService {
    private final EventLoop loop;
    private final SoakTally tally;
    private final SoakTally reverseTally;
    private final EchoService echo = new EchoService();
    private final StoreService store;
    private final Set<HeldCall> held = new LinkedHashSet<>();
    private final UnsafeBuffer reverseMessage = new UnsafeBuffer(new byte[1024]);
    private int reverseXid;

    SoakService(final EventLoop loop, final StoreService store, final SoakTally tally, final SoakTally reverseTally) {
        this.loop = loop;
        this.store = store;
        this.tally = tally;
        this.reverseTally = reverseTally;
    }

    @Override
    public void onCall(final RpcCall call) {
        switch (SoakProtocol.program(call)) {
            case EchoProtocol.PROGRAM -> echo.onCall(call);
            case StoreProtocol.PROGRAM -> store.onCall(call);
            case SoakProtocol.PROGRAM -> treat(call);
            default -> throw new AssertionError("no such program: " + SoakProtocol.program(call));
        }
    }

    private void treat(final RpcCall call) {
        final int at = call.messageOffset();
        final long seed = call.message().getLong(at + SoakProtocol.SEED, BIG_ENDIAN);
        check(call, seed);
        final int treatment = call.message().getInt(at + SoakProtocol.TREATMENT, BIG_ENDIAN);
        final int delay = call.message().getInt(at + SoakProtocol.DELAY, BIG_ENDIAN);
        switch (SoakProtocol.Treatment.values()[treatment]) {
            case ANSWER -> answer(call, seed);
            case ANSWER_LATE -> hold(call, seed, delay, false);
            case ANSWER_DEFERRED -> hold(call, seed, delay, true);
            case CALL_BACK -> {
                callBack(call.reverseChannel(), seed);
                answer(call, seed);
            }
            case REFUSE -> call.refuse();
            case DROP -> call.drop();
            default -> throw new IllegalStateException("as the call wants it");
        }
    }

    /** Checks that every byte of a call equals the byte that its client staged. */
    private static void check(final RpcCall call, final long seed) {
        final int body = call.messageOffset() + SoakProtocol.CALL_HEAD;
        final int length = call.messageLength() - SoakProtocol.CALL_HEAD;
        boolean isRight = SoakPattern.matches(call.message(), body, length, seed);
        for (int i = 0; i < call.readSegmentCount(); i++) {
            if (call.readPosition(i) > 0) {
                isRight &= SoakPattern.matches(
                        call.readPayload(),
                        call.readPayloadOffset(i),
                        call.readLength(i),
                        seed + SoakProtocol.READ * (long) (i + 1));
            }
        }
        assertTrue(isRight, () -> "a call arrived with other bytes: xid=" + Integer.toHexString(call.xid()));
    }

    private void hold(final RpcCall call, final long seed, final int delay, final boolean defers) {
        writeChunks(call, seed);
        final int length = SoakProtocol.replyLength(seed, call.replyChunkCapacity());
        SoakProtocol.writeReply(call.replyMessage(), call.xid(), length, seed);
        if (defers) {
            call.defer();
        }
        held.add(new HeldCall(call, length, delay, defers));
    }

    private static void writeChunks(final RpcCall call, final long seed) {
        for (int c = 0; c < call.writeChunkCount(); c++) {
            final int length = SoakProtocol.writtenLength(seed, c, call.writeChunkCapacity(c));
            if (length > 0) {
                SoakPattern.fill(call.writeChunk(c, length), 0, length, seed + SoakProtocol.WRITE * (long) (c + 2));
            }
        }
    }

    private static void answer(final RpcCall call, final long seed) {
        writeChunks(call, seed);
        final int length = SoakProtocol.replyLength(seed, call.replyChunkCapacity());
        SoakProtocol.writeReply(call.replyMessage(), call.xid(), length, seed);
        call.reply(length);
    }

    private void callBack(final ReverseChannel channel, final long seed) {
        final int calls = 1 + SoakPattern.number(seed, 3, 4);
        for (int i = 0; i < calls; i++) {
            final int xid = ++reverseXid;
            final long reverseSeed = SoakPattern.word(seed, i);
            final int length = SoakProtocol.writeReverseCall(reverseMessage, xid, reverseSeed);
            channel.call(reverseMessage, 0, length, new ReverseOutcome(xid, reverseSeed));
            reverseTally.issued(); // if no send buffer is available, the service fails instead
        }
    }

    /** Returns the number of calls that are waiting until they are due. */
    int held() {
        return held.size();
    }

    /** Discards the calls that were not deferred, because the server is about to close and will revoke them. */
    void forgetRevoked() {
        final List<HeldCall> revoked = new ArrayList<>();
        for (final HeldCall call : held) {
            if (!call.isDeferred) {
                revoked.add(call);
            }
        }
        revoked.forEach(HeldCall::forget);
    }

    /** A call that will be answered at a given time. */
    private final class HeldCall {
        final boolean isDeferred;
        private final RpcCall call;
        private final int replyLength;
        private final Timer timer = loop.newTimer(this::answer);

        HeldCall(final RpcCall call, final int replyLength, final int delayMillis, final boolean isDeferred) {
            this.call = call;
            this.replyLength = replyLength;
            this.isDeferred = isDeferred;
            timer.arm(TimeUnit.MILLISECONDS.toNanos(delayMillis));
        }

        private void answer() {
            held.remove(this);
            call.reply(replyLength);
        }

        void forget() {
            timer.cancel();
            held.remove(this);
            tally.count("held calls revoked with their server");
        }
    }

    /** The outcome of a call in the reverse direction. */
    private final class ReverseOutcome implements ReplyHandler {
        private final int xid;
        private final long seed;
        private boolean isOver;

        ReverseOutcome(final int xid, final long seed) {
            this.xid = xid;
            this.seed = seed;
        }

        private void end() {
            assertFalse(isOver, () -> "a reverse call has two outcomes: xid=" + xid);
            isOver = true;
        }

        @Override
        public void onReply(final RpcReply reply) {
            end();
            assertTrue(
                    SoakProtocol.isReply(reply.message(), reply.messageOffset(), reply.messageLength(), xid, seed),
                    () -> "a reverse reply arrived with other bytes: xid=" + xid);
            reverseTally.answered("in reverse direction");
        }

        @Override
        public void onFailure(final String reason) {
            end();
            reverseTally.failed(reason);
        }
    }
}
