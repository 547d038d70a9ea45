// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.wire.XdrWriter;

/**
 * Tests a timer that answers a call while a worker is using the call's chunks. The worker keeps the memory of these
 * chunks until it also tries to answer.
 */
class ExpiredCallTest extends TransportTest {
    private static final int PROGRAM = 0x2000_0001;
    private static final int LENGTH = 50_000;
    private static final int RESULT = 1 << 20;

    private final List<Work> works = new ArrayList<>();

    /** A worker's call, with the memory of its Read chunk and its Write chunk. */
    private static final class Work {
        private final ProcedureCall call;
        private final OpaqueData data;
        private final MutableDirectBuffer room;

        Work(final ProcedureCall call, final ReplyWriter reply) {
            this.call = call;
            data = call.data();
            call.defer(100, LENGTH);
            room = reply.claimData(LENGTH);
        }

        byte argument(final int index) {
            return data.buffer().getByte(data.offset() + index);
        }

        /** Writes the results again, at the latest time at which a worker is allowed to do so. */
        void write(final int value) {
            room.setMemory(0, LENGTH, (byte) value);
        }

        void assertArgument(final int value) {
            for (int i = 0; i < LENGTH; i++) {
                assertEquals(value, argument(i), "byte " + i);
            }
        }

        void assertAnsweredMeanwhile(final boolean fails) {
            assertMessage(IllegalStateException.class, "call has already been answered or dropped", () -> {
                if (fails) {
                    call.fail(RpcProgram.SYSTEM_ERR);
                } else {
                    call.reply();
                }
            });
        }
    }

    private void connect() {
        fixture.connect(new RpcPrograms().on(PROGRAM, 1, 1, (call, reply) -> works.add(new Work(call, reply))));
    }

    /** Sends a call with a Read chunk and a Write chunk. */
    private Outcome send(final int value) {
        final int offset = value * LENGTH;
        fixture.memory.setMemory(offset, LENGTH, (byte) value);
        final ClientCall call = fixture.client.newCall();
        final XdrWriter arguments = call.begin(value, PROGRAM, 1, 1);
        arguments.putInt(LENGTH);
        call.argument(arguments.position(), fixture.address(offset), LENGTH);
        call.result(fixture.address(RESULT + offset), LENGTH);
        return fixture.send(call, arguments.position(), 1);
    }

    private void expire(final Work work) {
        work.call.expire(RpcProgram.SYSTEM_ERR);
        fixture.run();
    }

    private static void assertFailed(final Outcome outcome) {
        assertTrue(outcome.isReply(), outcome.failure);
        assertEquals(
                RpcProgram.SYSTEM_ERR, ByteBuffer.wrap(outcome.message).getInt(RpcProgram.RESULTS - Integer.BYTES));
        assertEquals(0, outcome.writeChunkLengths[0]);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepTheMemoryOfChunksFromOtherCallsUntilTheWorkerAnswersToo(final boolean fails) {
        connect();
        final Outcome first = send(1);
        final Work late = works.get(0);
        expire(late);
        assertFailed(first);

        final Outcome second = send(2);
        late.assertArgument(1);
        final Work next = works.get(1);
        next.write(22);
        late.write(11);
        final long bytes = fixture.server.figures().payloadBytes();
        next.call.reply();
        fixture.run();
        assertTrue(second.isReply(), second.failure);
        assertEquals(LENGTH, second.writeChunkLengths[0]);
        final UnsafeBuffer result = new UnsafeBuffer(fixture.address(RESULT + 2 * LENGTH), LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            assertEquals(22, result.getByte(i), "byte " + i);
        }

        late.assertAnsweredMeanwhile(fails);
        late.assertAnsweredMeanwhile(!fails);
        fixture.run();
        send(3);
        send(4);
        works.get(2).write(33);
        works.get(3).write(44);
        assertEquals(bytes, fixture.server.figures().payloadBytes(), "the memory was not returned");
        works.get(2).call.reply();
        works.get(3).call.reply();
        fixture.run();
    }

    /** The worker answers before the event loop notices that the call has expired. */
    @Test
    void shouldReleaseTheMemoryWhenTheReplyWasSentIfTheWorkerHasAnsweredBefore() {
        connect();
        final Outcome outcome = send(1);
        works.get(0).call.expire(RpcProgram.SYSTEM_ERR);
        works.get(0).assertAnsweredMeanwhile(false);
        assertEquals(1, fixture.server.callsDeferred());
        fixture.run();
        assertFailed(outcome);
        assertEquals(0, fixture.server.callsDeferred());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepTheMemoryWhenConnectionOrServerEndUntilTheWorkerAnswersToo(final boolean closes) {
        connect();
        send(1);
        final Work late = works.get(0);
        expire(late);
        if (closes) {
            fixture.server.close();
        } else {
            fixture.disconnect();
        }
        fixture.run();
        assertEquals(1, fixture.server.connections(), "its memory is still used");
        late.assertArgument(1);
        late.write(11);
        late.assertAnsweredMeanwhile(false);
        fixture.run();
        assertEquals(0, fixture.server.connections());
    }

    @Test
    void shouldExpireACallWhoseConnectionHasEnded() {
        connect();
        send(1);
        fixture.disconnect();
        final Work late = works.get(0);
        expire(late);
        late.assertArgument(1);
        assertEquals(1, fixture.server.connections(), "its memory is still used");
        late.assertAnsweredMeanwhile(true);
        fixture.run();
        assertEquals(0, fixture.server.connections());
    }

    @Test
    void shouldExpireOnlyADeferredCallThatHasNoAnswerAndNotWithSuccess() {
        final List<RpcCall> calls = new ArrayList<>();
        fixture.connect(new RpcPrograms().on(PROGRAM, 1, 1, (call, reply) -> {
            final String message = "call is not deferred, so no other thread may answer it";
            assertMessage(IllegalStateException.class, message, () -> call.expire(RpcProgram.SYSTEM_ERR));
            calls.add(call.rpcCall());
            assertMessage(
                    IllegalStateException.class, message, () -> calls.get(0).expire(4));
            works.add(new Work(call, reply));
        }));
        final Outcome outcome = send(1);
        final ProcedureCall call = works.get(0).call;
        assertMessage(
                IllegalArgumentException.class,
                "acceptStatus must not be success: acceptStatus=0",
                () -> call.expire(RpcProgram.SUCCESS));
        works.get(0).write(7);
        call.reply();
        fixture.run();
        assertTrue(outcome.isReply(), outcome.failure);
        assertEquals(LENGTH, outcome.writeChunkLengths[0]);
        assertThrows(IllegalStateException.class, () -> call.expire(RpcProgram.SYSTEM_ERR));
        assertThrows(IllegalStateException.class, () -> calls.get(0).expire(4));
    }
}
