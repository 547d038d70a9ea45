// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;
import static org.rpcrdma.transport.RpcProgram.GARBAGE_ARGS;
import static org.rpcrdma.transport.RpcProgram.PROC_UNAVAIL;
import static org.rpcrdma.transport.RpcProgram.PROG_MISMATCH;
import static org.rpcrdma.transport.RpcProgram.PROG_UNAVAIL;
import static org.rpcrdma.transport.RpcProgram.SUCCESS;
import static org.rpcrdma.transport.RpcProgram.SYSTEM_ERR;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.transport.CallFailedException;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.EventLoopRunner;
import org.rpcrdma.transport.OpaqueData;
import org.rpcrdma.transport.ProcedureCall;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.transport.RpcPrograms;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.transport.client.AsyncRpcRdmaClient;
import org.rpcrdma.transport.client.CallArguments;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.wire.AuthSys;
import org.rpcrdma.wire.RpcCredential;
import org.rpcrdma.wire.RpcHead;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/** Tests dispatch by procedure number, and the exceptions that failed calls throw. */
@SimulatedRdma
class RpcProgramsTest {
    private static final int PROGRAM = 0x2000_0001;
    private static final int ADD = 1;

    private final RpcPrograms service = new RpcPrograms().on(PROGRAM, 2, ADD, (call, reply) -> {
        final int a = call.arguments().getInt();
        reply.putInt(a + call.arguments().getInt());
    });

    private static int add(final RpcPair rpc, final int a, final int b) {
        return rpc.call(
                PROGRAM,
                2,
                ADD,
                (call, arguments) -> arguments.putInt(a).putInt(b),
                reply -> reply.results().getInt());
    }

    private static CallFailedException failure(
            final RpcPair rpc, final int program, final int version, final int procedure, final CallArguments written) {
        return assertThrows(
                CallFailedException.class,
                () -> rpc.call(
                        program,
                        version,
                        procedure,
                        written,
                        reply -> reply.results().getInt()));
    }

    @Test
    void shouldExecuteTheProcedureThatACallNames(final RpcPair rpc) {
        rpc.serve(service);

        assertEquals(42, add(rpc, 40, 2));
        final int left = rpc.call(
                PROGRAM,
                2,
                RpcProgram.NULL,
                CallArguments.NONE,
                reply -> reply.results().remaining());
        assertEquals(0, left);
    }

    @Test
    void shouldAnswerUnknownCallsAsRfc5531Requires(final RpcPair rpc) {
        rpc.serve(service.on(PROGRAM, 5, ADD, (call, reply) -> {}));

        assertEquals(PROG_UNAVAIL, failure(rpc, 77, 1, 1, CallArguments.NONE).acceptStatus());
        assertEquals(
                PROC_UNAVAIL, failure(rpc, PROGRAM, 2, 9, CallArguments.NONE).acceptStatus());
        final CallFailedException garbage = failure(rpc, PROGRAM, 2, ADD, (call, arguments) -> arguments.putInt(1));
        assertEquals(GARBAGE_ARGS, garbage.acceptStatus());
        assertTrue(garbage.getMessage().startsWith("the call was not executed: status=GARBAGE_ARGS xid=0x"));
        assertEquals(new InetSocketAddress("10.98.0.1", 20_049), garbage.remote());
        assertEquals(
                PROG_MISMATCH, failure(rpc, PROGRAM, 3, ADD, CallArguments.NONE).acceptStatus());
        final DirectBuffer mismatch = rpc.call(call -> RpcHead.putCall(call.message(), 1, PROGRAM, 3, ADD));
        assertEquals(PROG_MISMATCH, mismatch.getInt(20, BIG_ENDIAN));
        assertEquals("2 5", mismatch.getInt(24, BIG_ENDIAN) + " " + mismatch.getInt(28, BIG_ENDIAN));
        assertEquals(3, add(rpc, 1, 2), "the service continues");
    }

    @Test
    void shouldDenyCallsWhoseVersionOrCredentialIsNotServed(final RpcPair rpc) {
        rpc.serve(service);

        assertDenied(rpc, 8, 3, 0, CallFailedException.NONE);
        assertDenied(rpc, 28, 401, 1, 1);
        assertDenied(rpc, 24, RpcCredential.AUTH_SYS, 1, 1);
        assertDenied(rpc, 24, RpcCredential.RPCSEC_GSS, 1, 1);
        assertDenied(rpc, 36, 401, 1, 3);
        assertEquals(3, add(rpc, 1, 2), "the service continues");
    }

    /** Changes one word of a call's header and checks how the server denies the call. */
    private static void assertDenied(
            final RpcPair rpc, final int at, final int word, final int rejectStatus, final int authStatus) {
        final CallFailedException denied = failure(
                rpc, PROGRAM, 2, ADD, (call, arguments) -> call.message().putInt(at, word, BIG_ENDIAN));
        assertEquals(CallFailedException.NONE, denied.acceptStatus());
        assertEquals(rejectStatus, denied.rejectStatus(), denied.getMessage());
        assertEquals(authStatus, denied.authStatus(), denied.getMessage());
    }

    @Test
    void shouldStepOverACredentialOfAnyOtherFlavor(final RpcPair rpc) {
        rpc.serve(service.on(PROGRAM, 2, 2, (call, reply) -> {
            assertNull(call.authSys());
            reply.putInt(call.credentialFlavor()).putInt(call.arguments().getInt());
        }));

        final DirectBuffer reply = rpc.call(call -> {
            RpcHead.putCall(call.message(), 1, PROGRAM, 2, 2);
            call.message().putInt(24, 99, BIG_ENDIAN);
            call.message().putInt(28, 5, BIG_ENDIAN); // five bytes and their padding
            call.message().putLong(40, 0);
            call.message().putInt(48, 7, BIG_ENDIAN);
            return 52;
        });

        assertEquals("99 7", reply.getInt(24, BIG_ENDIAN) + " " + reply.getInt(28, BIG_ENDIAN));
    }

    /** RFC 5531 limits both credentials and verifiers to 400 bytes, padded to a multiple of 4. */
    @Test
    void shouldStepOverCredentialsOfEveryLengthThatRfc5531Allows(final RpcPair rpc) {
        rpc.serve(new RpcPrograms()
                .on(
                        PROGRAM,
                        2,
                        2,
                        (call, reply) -> reply.putInt(call.credentialFlavor())
                                .putInt(call.arguments().getInt())
                                .putInt(call.arguments().remaining())));
        final int[] flavors = {RpcCredential.AUTH_NONE, 2, 3, 5, 7, 99, -1, Integer.MIN_VALUE};
        for (int length = 0; length <= RpcMessage.MAX_AUTH_LENGTH; length++) {
            final int flavor = flavors[length % flavors.length];
            final int verifier = RpcMessage.MAX_AUTH_LENGTH - length;
            final int argument = 1000 + length;
            final DirectBuffer reply = rpc.call(auth(flavor, length, verifier, argument));

            assertEquals(SUCCESS, reply.getInt(20, BIG_ENDIAN), "length=" + length);
            assertEquals(flavor, reply.getInt(24, BIG_ENDIAN));
            assertEquals(argument, reply.getInt(28, BIG_ENDIAN));
            assertEquals(0, reply.getInt(32, BIG_ENDIAN));
        }
        for (final int length : new int[] {401, 404, 4096, Integer.MAX_VALUE, Integer.MIN_VALUE, -1}) {
            for (final int flavor : flavors) {
                final DirectBuffer reply = rpc.call(call -> {
                    RpcHead.putCall(call.message(), 1, PROGRAM, 2, 2);
                    call.message().putInt(24, flavor, BIG_ENDIAN);
                    call.message().putInt(28, length, BIG_ENDIAN);
                    return 1000;
                });
                assertEquals(
                        "1 1 1",
                        reply.getInt(8, BIG_ENDIAN) + " " + reply.getInt(12, BIG_ENDIAN) + " "
                                + reply.getInt(16, BIG_ENDIAN),
                        "MSG_DENIED, AUTH_ERROR, AUTH_BADCRED: length=" + length);
            }
        }
    }

    private static ToIntFunction<ClientCall> auth(
            final int flavor, final int length, final int verifier, final int argument) {
        return call -> {
            RpcHead.putCall(call.message(), 1, PROGRAM, 2, 2);
            final XdrWriter out = new XdrWriter().wrap(call.message(), 24);
            out.putInt(flavor).putOpaque(new byte[length]).putInt(9).putOpaque(new byte[verifier]);
            return out.putInt(argument).position();
        };
    }

    /** A peer may send any bytes and may cut the reply off anywhere. */
    @Test
    void shouldFailAReplyThatIsCutShortByNameNotByAnOffset(final RpcPair rpc) {
        final int[][] replies = {
            {0, 1, 0, 0, 0, 0}, {0, 1, 0, 0, 8, 1, 2, 0}, {0, 1, 0, 0, 0, 2, 1, 9}, {0, 1, 1, 1, 5}, {0, 1, 1, 0, 2, 2}
        };
        final int[] chosen = new int[2];
        rpc.serve(call -> {
            final int[] words = replies[chosen[0]];
            for (int i = 0; i < words.length; i++) {
                call.replyMessage().putInt(4 * i, i == 0 ? call.xid() : words[i], BIG_ENDIAN);
            }
            call.reply(chosen[1]);
        });
        final Set<String> failures = new TreeSet<>();
        for (chosen[0] = 0; chosen[0] < replies.length; chosen[0]++) {
            for (chosen[1] = 4; chosen[1] <= 4 * replies[chosen[0]].length; chosen[1]++) {
                final RuntimeException failure = assertThrows(
                        RuntimeException.class,
                        () -> rpc.call(
                                PROGRAM,
                                2,
                                ADD,
                                CallArguments.NONE,
                                reply -> reply.results().getInt()));
                if (failure instanceof CallFailedException failed) {
                    failures.add(failed.getMessage().replaceFirst(" xid=.*", "") + " " + failed.acceptStatus() + " "
                            + failed.rejectStatus() + " " + failed.authStatus());
                } else {
                    assertEquals(XdrReader.Malformed.class, failure.getClass());
                }
            }
        }
        assertEquals(
                Set.of(
                        "the call was denied: status=-1 -1 1 -1",
                        "the call was denied: status=AUTH_TOOWEAK -1 1 5",
                        "the call was denied: status=RPC_MISMATCH -1 0 -1",
                        "the call was not executed: status=PROG_MISMATCH 2 -1 -1",
                        "the reply is malformed: too short -1 -1 -1",
                        "the reply is malformed: truncated -1 -1 -1"),
                failures);
    }

    @Test
    void shouldReceiveDataInlineOrByAReadChunkAndTheCaller(final RpcPair rpc) {
        final RpcPrograms sums = new RpcPrograms().on(PROGRAM, 1, 1, (call, reply) -> {
            final OpaqueData data = call.data();
            int sum = 0;
            for (int i = 0; i < data.length(); i++) {
                sum += data.buffer().getByte(data.offset() + i);
            }
            final AuthSys caller = call.authSys();
            reply.putInt(sum).putInt(call.arguments().getInt()).putInt(caller == null ? -1 : caller.uid());
        });
        rpc.serve(sums);
        try (MemoryBlock data = rpc.clientDevice().memory().allocate(1 << 16, 4096)) {
            for (int i = 0; i < 1 << 16; i++) {
                data.buffer().put(i, (byte) 1);
            }
            for (final int length : new int[] {1, 99, 1 << 16}) {
                final String results = rpc.call(
                        PROGRAM,
                        1,
                        1,
                        (call, arguments) -> {
                            arguments.putInt(length);
                            call.argument(arguments.position(), data.address(), length);
                            arguments.putInt(7);
                        },
                        reply -> {
                            final XdrReader in = reply.results();
                            return in.getInt() + " " + in.getInt() + " " + in.getInt();
                        });
                assertEquals(length + " 7 -1", results);
            }
        }
    }

    @Test
    void shouldGrowTheReplyUpToTheReplyChunkAndReadItThere(final RpcPair rpc) {
        rpc.serve(service.on(PROGRAM, 2, 3, (call, reply) -> {
            final int count = call.arguments().getInt();
            for (int i = 0; i < count; i++) {
                reply.putInt(i);
            }
        }));
        try (MemoryBlock room = rpc.clientDevice().memory().allocate(1 << 16, 4096)) {
            final int last = rpc.call(
                    PROGRAM,
                    2,
                    3,
                    (call, arguments) -> {
                        arguments.putInt(10_000);
                        call.longestReply(room.address(), 1 << 16);
                    },
                    reply -> {
                        assertTrue(reply.inReplyChunk());
                        final XdrReader in = reply.results();
                        in.skip(9_999 * Integer.BYTES);
                        return in.getInt();
                    });
            assertEquals(9_999, last);
        }
        final AssertionError refused = assertThrows(
                AssertionError.class,
                () -> rpc.call(PROGRAM, 2, 3, (call, arguments) -> arguments.putInt(10_000), reply -> 0));
        assertEquals("the call failed: the peer answered ERR_CHUNK", refused.getMessage());
        assertEquals(3, add(rpc, 1, 2), "the service continues");
    }

    @Test
    void shouldAnswerADeferredCallLaterThoughOthersCameBetween(final RpcPair rpc) {
        final ProcedureCall[] kept = new ProcedureCall[1];
        rpc.serve(service.on(PROGRAM, 2, 4, (call, reply) -> {
            reply.putInt(5);
            call.defer(8);
            kept[0] = call;
        }));
        assertEquals(3, add(rpc, 1, 2), "the first reply grants the credits");
        final int[] got = new int[1];
        final ClientCall call = rpc.client().newCall();
        call.send(call.begin(1, PROGRAM, 2, 4).position(), new ReplyHandler() {
            @Override
            public void onReply(final RpcReply reply) {
                got[0] = reply.results().getInt() + reply.results().remaining();
            }

            @Override
            public void onFailure(final String reason) {
                throw new AssertionError(reason);
            }
        });
        assertEquals(3, add(rpc, 1, 2));
        kept[0].results().putInt(6);
        kept[0].reply();
        assertThrows(IllegalStateException.class, kept[0]::reply);
        rpc.await(() -> got[0] != 0);
        assertEquals(5 + 8, got[0]);
    }

    @Test
    void shouldAnswerAProcedureThatThrowsBySystemError(final RpcPair rpc) {
        rpc.serve(service.on(PROGRAM, 2, 5, (call, reply) -> {
            reply.putInt(1);
            throw new IllegalStateException("broken");
        }));

        assertEquals(SYSTEM_ERR, failure(rpc, PROGRAM, 2, 5, CallArguments.NONE).acceptStatus());
    }

    @Test
    void shouldFailACallThatWasNotExecutedThoughItsReaderReadsNothing(final RpcPair rpc) {
        rpc.serve(service.on(PROGRAM, 2, 5, (call, reply) -> {
            throw new IllegalStateException("broken");
        }));

        final CallFailedException failed =
                assertThrows(CallFailedException.class, () -> rpc.call(PROGRAM, 2, 5, CallArguments.NONE, reply -> 1));
        assertEquals(SYSTEM_ERR, failed.acceptStatus());
    }

    @Test
    void shouldAnswerAProcedureThatDefersAndThenThrows(final RpcPair rpc) {
        rpc.serve(service.on(PROGRAM, 2, 5, (call, reply) -> {
                    call.defer(4);
                    throw new RejectedExecutionException("the executor is shut down");
                })
                .on(PROGRAM, 2, 6, (call, reply) -> {
                    call.defer(4);
                    call.arguments().getOpaque(100);
                }));

        assertEquals(SYSTEM_ERR, failure(rpc, PROGRAM, 2, 5, CallArguments.NONE).acceptStatus());
        assertEquals(
                GARBAGE_ARGS, failure(rpc, PROGRAM, 2, 6, CallArguments.NONE).acceptStatus());
        assertEquals(0, rpc.server().callsDeferred());
    }

    /**
     * Returns the reply to the second call. By then, a timer has failed the first call, but its worker is still
     * running.
     */
    private String answerOfSecondCall(final RpcPair rpc, final BiConsumer<ProcedureCall, OpaqueData> lateWork) {
        final List<ProcedureCall> calls = new ArrayList<>();
        final List<OpaqueData> data = new ArrayList<>();
        rpc.serve(service.on(PROGRAM, 2, 5, (call, reply) -> {
            data.add(call.data());
            call.defer(400);
            calls.add(call);
        }));
        final List<String> replies = new ArrayList<>();
        final ReplyHandler handler = new ReplyHandler() {
            @Override
            public void onReply(final RpcReply reply) {
                replies.add(reply.results().getString(400));
            }

            @Override
            public void onFailure(final String reason) {
                throw new AssertionError(reason);
            }
        };
        send(rpc, 1, "first", new ReplyHandler() {
            @Override
            public void onReply(final RpcReply reply) {
                replies.add("failed");
            }

            @Override
            public void onFailure(final String reason) {
                throw new AssertionError(reason);
            }
        });
        rpc.await(() -> calls.size() == 1);
        calls.get(0).fail(SYSTEM_ERR);
        rpc.await(() -> replies.size() == 1);
        send(rpc, 2, "other", handler);
        rpc.await(() -> calls.size() == 2);
        calls.get(1).results().putString("for the second");
        lateWork.accept(calls.get(0), data.get(0));
        calls.get(1).reply();
        rpc.await(() -> replies.size() == 2);
        return replies.get(1);
    }

    private static void send(final RpcPair rpc, final int xid, final String text, final ReplyHandler handler) {
        final ClientCall call = rpc.client().newCall();
        final XdrWriter arguments = call.begin(xid, PROGRAM, 2, 5).putString(text);
        call.send(arguments.position(), handler);
    }

    @Test
    void shouldKeepAWorkerThatIsLateOffTheRepliesOfOtherCalls(final RpcPair rpc) {
        final String second = answerOfSecondCall(rpc, (call, data) -> {
            call.results().putString("SECRET of the first");
            assertMessage(IllegalStateException.class, "call has already been answered or dropped", call::reply);
        });

        assertEquals("for the second", second);
    }

    @Test
    void shouldLeaveAWorkerThatIsLateItsOwnArguments(final RpcPair rpc) {
        answerOfSecondCall(rpc, (call, data) -> {
            assertEquals("first", data.buffer().getStringWithoutLengthAscii(data.offset(), data.length()));
            assertEquals(5, call.procedure());
        });
    }

    @Test
    void shouldFailTheFutureOfACallThatIsNotExecutedAndSendTheCredential(final RpcPair rpc) {
        rpc.serve(service.on(
                PROGRAM,
                2,
                6,
                (call, reply) -> reply.putString(
                        call.authSys().machine() + call.authSys().uid())));
        try (EventLoopRunner runner = EventLoopRunner.here(rpc.clientDevice().newEventLoop());
                AsyncRpcRdmaClient client = new AsyncRpcRdmaClient(
                        new RpcRdmaClient.Context()
                                .device(rpc.clientDevice())
                                .credential(RpcCredential.sys("host", 1000, 100))
                                .remote(new InetSocketAddress("10.98.0.1", 20_049)),
                        runner)) {
            runner.await(client.connect());
            assertEquals(
                    "host1000",
                    runner.await(client.call(
                            PROGRAM,
                            2,
                            6,
                            CallArguments.NONE,
                            reply -> reply.results().getString(99))));
            final CallFailedException failed = assertThrows(
                    CallFailedException.class,
                    () -> runner.await(client.call(
                            PROGRAM,
                            2,
                            8,
                            CallArguments.NONE,
                            reply -> reply.results().getInt())));
            assertEquals(PROC_UNAVAIL, failed.acceptStatus());
            assertThrows(
                    CallFailedException.class,
                    () -> runner.await(client.call(PROGRAM, 2, 8, CallArguments.NONE, reply -> 1)),
                    "its reader reads nothing");
        }
    }

    @Test
    void shouldRefuseToFailACallWithSuccess(final RpcPair rpc) {
        rpc.serve(service.on(
                PROGRAM,
                2,
                5,
                (call, reply) -> assertMessage(
                        IllegalArgumentException.class,
                        "acceptStatus must not be success: acceptStatus=0",
                        () -> call.fail(SUCCESS))));

        final int results = rpc.call(
                PROGRAM, 2, 5, CallArguments.NONE, reply -> reply.results().remaining());
        assertEquals(0, results);
    }

    @Test
    void shouldRefuseAProcedureThatWasAddedBefore() {
        assertMessage(
                IllegalArgumentException.class,
                "procedure already exists: program=536870913 version=2 procedure=1",
                () -> service.on(PROGRAM, 2, ADD, (call, reply) -> {}));
    }
}
