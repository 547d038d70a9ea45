// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CompletionHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.LangUtil;
import org.dcache.oncrpc4j.rpc.OncRpcAcceptedException;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.RpcAccepsStatus;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.rpc.RpcDispatchable;
import org.dcache.oncrpc4j.rpc.RpcTransport;
import org.dcache.oncrpc4j.xdr.XdrInt;
import org.dcache.oncrpc4j.xdr.XdrOpaque;
import org.dcache.oncrpc4j.xdr.XdrVoid;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcReply;

/** Tests misbehaving services, callers and peers. The devices can be closed only if nothing has leaked. */
@Timeout(60)
class MisuseTest {
    @AutoClose
    private final SimulatedHosts hosts = new SimulatedHosts();

    private static final int PROGRAM = 0x2000_1006;
    private static final int NOTHING = 0;
    private static final int STRANGE = 1;

    /** Starts a server. Procedure 0 always answers; another procedure runs the tested service. */
    private void start(final RpcDispatchable strange) throws Exception {
        start(strange, 3);
    }

    private void start(final RpcDispatchable strange, final int tries) throws Exception {
        hosts.start(
                svc -> svc.withRpcService(new OncRpcProgram(PROGRAM, 1), call -> {
                    if (call.getProcedure() == NOTHING) {
                        call.reply(XdrVoid.XDR_VOID);
                    } else {
                        strange.dispatchOncRpcCall(call);
                    }
                }),
                client -> client.withLongestReply(10_000).withTransport(context -> context.tries(tries)));
    }

    private void assertServes() throws IOException {
        for (int i = 0; i < 100; i++) {
            hosts.call(PROGRAM, 1).call(NOTHING, XdrVoid.XDR_VOID, XdrVoid.XDR_VOID);
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                IllegalStateException.class,
                AssertionError.class,
                NoClassDefFoundError.class,
                OutOfMemoryError.class
            })
    void shouldAnswerWhatAServiceThrowsBySystemErrorAndContinue(final Class<? extends Throwable> kind)
            throws Exception {
        final Throwable thrown = kind.getDeclaredConstructor().newInstance();
        start(call -> LangUtil.rethrowUnchecked(thrown));
        assertMessage(
                OncRpcAcceptedException.class,
                new OncRpcAcceptedException(RpcAccepsStatus.SYSTEM).getMessage(),
                () -> hosts.call(PROGRAM, 1).call(STRANGE, XdrVoid.XDR_VOID, XdrVoid.XDR_VOID, 10, TimeUnit.SECONDS));
        assertServes();
    }

    @Test
    void shouldWithdrawCallsThatTimedOutSoThatOthersAreServedOnce() throws Exception {
        final AtomicInteger executed = new AtomicInteger();
        start(call -> executed.incrementAndGet());
        for (int i = 0; i < 200; i++) {
            assertThrows(
                    TimeoutException.class,
                    () -> hosts.call(PROGRAM, 1)
                            .call(STRANGE, XdrVoid.XDR_VOID, XdrVoid.XDR_VOID, 5, TimeUnit.MILLISECONDS));
        }
        hosts.call(PROGRAM, 1).call(NOTHING, XdrVoid.XDR_VOID, XdrVoid.XDR_VOID, 20, TimeUnit.SECONDS);
        assertTrue(executed.get() <= 200, () -> "executed=" + executed);
    }

    @Test
    void shouldRefuseOneWayCallsByName() throws Exception {
        start(call -> {});
        assertMessage(
                UnsupportedOperationException.class,
                "one-way calls are not supported over RDMA, because credits are returned in replies: pass a"
                        + " CompletionHandler or use TCP",
                () -> hosts.call(PROGRAM, 1).call(STRANGE, XdrVoid.XDR_VOID, (CompletionHandler<
                                org.dcache.oncrpc4j.rpc.RpcReply, RpcTransport>)
                        null));
        assertServes();
    }

    @Test
    void shouldRefuseTlsOnBothSides() throws Exception {
        final BlockingQueue<RpcTransport> served = new LinkedBlockingQueue<>();
        start(call -> {
            served.add(call.getTransport());
            call.reply(XdrVoid.XDR_VOID);
        });
        hosts.call(PROGRAM, 1).call(STRANGE, XdrVoid.XDR_VOID, XdrVoid.XDR_VOID);
        for (final RpcTransport transport : List.of(hosts.transport, served.take())) {
            assertFalse(transport.isTLS());
            assertThrows(IllegalStateException.class, transport::startTLS);
        }
    }

    /** On a slow host, a caller may give up before its call has been sent, so the next caller waits longer. */
    @Test
    void shouldIgnoreAnAnswerAfterTheCallerGaveUp() throws Exception {
        final BlockingQueue<RpcCall> held = new LinkedBlockingQueue<>();
        start(held::add);
        for (int millis = 50; held.isEmpty(); millis *= 2) {
            final int limit = millis;
            assertThrows(
                    TimeoutException.class,
                    () -> hosts.call(PROGRAM, 1)
                            .call(STRANGE, XdrVoid.XDR_VOID, new XdrInt(), limit, TimeUnit.MILLISECONDS));
        }
        held.take().reply(new XdrInt(1));
        assertServes();
    }

    @Test
    void shouldFailACallWhoseArgumentsAreBeyondTheLimit() throws Exception {
        start(call -> call.reply(XdrVoid.XDR_VOID));
        assertThrows(
                IOException.class,
                () -> hosts.call(PROGRAM, 1).call(STRANGE, new XdrOpaque(new byte[3 << 20]), XdrVoid.XDR_VOID));
        assertServes();
    }

    @Test
    void shouldFailACallWhoseAnswerIsLongerThanItsCallerCanTake() throws Exception {
        start(call -> call.reply(new XdrOpaque(new byte[100_000])));
        final String message = assertThrows(
                        IOException.class,
                        () -> hosts.call(PROGRAM, 1).call(STRANGE, XdrVoid.XDR_VOID, new XdrOpaque()))
                .getMessage();
        assertTrue(
                message.endsWith(
                        "the peer answered ERR_CHUNK: the reply exceeds the memory or cannot use the chunks that the"
                                + " call offers: longestReply=10064 (set withLongestReply or the procedure's DdpRule)"),
                message);
        assertServes();
    }

    @Test
    void shouldEndEveryCallWhenTheServerStopsUnderLoad() throws Exception {
        final RpcDispatchable slow = call -> CompletableFuture.delayedExecutor(2, TimeUnit.MILLISECONDS)
                .execute(() -> call.reply(new XdrOpaque(new byte[5000])));
        start(slow, 1);
        final List<CompletableFuture<XdrOpaque>> replies = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            replies.add(hosts.call(PROGRAM, 1).call(STRANGE, new XdrOpaque(new byte[6000]), XdrOpaque.class));
        }
        replies.get(20).get(20, TimeUnit.SECONDS);
        hosts.server.stop();
        for (final CompletableFuture<XdrOpaque> reply : replies) {
            try {
                assertEquals(5000, reply.get(20, TimeUnit.SECONDS).getOpaque().length);
            } catch (final ExecutionException e) {
                assertTrue(e.getCause() instanceof IOException, () -> "" + e.getCause());
            }
        }
    }

    /**
     * Sends variants of a call with AUTH_SYS. Up to three words after the message type are replaced by unusual values,
     * and a third of the calls are cut off at a random length.
     */
    @Test
    void shouldAnswerOrRefuseWhateverAHostileClientSends() throws Exception {
        final int[] call = {0, 0, 2, PROGRAM, 1, STRANGE, 1, 28, 1, 4, 0x61626364, 7, 8, 1, 9, 0, 0, 4, 0x61626364};
        final int[] values = {0, 1, 2, 3, 6, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x3fff_ffff, 401, 8192};
        final SplittableRandom random = new SplittableRandom(1);
        start(echoed -> {
            final XdrOpaque bytes = new XdrOpaque();
            echoed.retrieveCall(bytes);
            echoed.reply(bytes);
        });
        int answered = 0;
        for (int i = 0; i < 600; i++) {
            final int length = i % 3 == 0 ? random.nextInt(4, 4 * call.length + 1) : 4 * call.length;
            final ByteBuffer message = ByteBuffer.allocate(4 * call.length);
            message.asIntBuffer().put(call).put(0, i);
            for (int changes = i % 4; changes > 0; changes--) {
                message.putInt(4 * random.nextInt(2, call.length), values[random.nextInt(values.length)]);
            }
            answered += send(message, length) ? 1 : 0;
        }
        assertTrue(answered > 150, "answered=" + answered);
        assertServes();
    }

    /** Sends bytes as a call message. Returns true if a reply arrived, false if the peer rejected the message. */
    private boolean send(final ByteBuffer message, final int length) throws Exception {
        final CompletableFuture<Boolean> outcome = new CompletableFuture<>();
        hosts.runner.call(() -> {
            final ClientCall call = hosts.client.client().newCall();
            call.message().putBytes(0, message, 0, length);
            call.send(length, new ReplyHandler() {
                @Override
                public void onReply(final RpcReply reply) {
                    outcome.complete(true);
                }

                @Override
                public void onFailure(final String reason) {
                    outcome.complete(false);
                }
            });
        });
        return outcome.get(20, TimeUnit.SECONDS);
    }

    /** Calls that wait for a credit occupy no memory for their replies. */
    @Test
    void shouldAllocateReplyMemoryOnlyForCallsWithCredits() throws Exception {
        final int credits = 8;
        final int calls = Effort.of(500, 10_000);
        hosts.start(
                svc -> svc.withRpcService(
                        new OncRpcProgram(PROGRAM, 1), call -> call.reply(new XdrOpaque(new byte[16]))),
                client -> client.withTransport(context -> context.credits(credits)));
        final long before =
                hosts.runner.call(() -> hosts.clientDevice.resources().memoryBytes());
        final List<CompletableFuture<XdrOpaque>> replies = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            replies.add(hosts.call(PROGRAM, 1).call(STRANGE, XdrVoid.XDR_VOID, XdrOpaque.class));
        }
        for (final CompletableFuture<XdrOpaque> reply : replies) {
            assertEquals(16, reply.get(50, TimeUnit.SECONDS).getOpaque().length);
        }
        final long taken =
                hosts.runner.call(() -> hosts.clientDevice.resources().memoryBytes()) - before;
        // Allows for the connection's memory. In addition, new calls may allocate memory before the last replies
        // release their memory.
        final long connection = 2 << 20;
        assertTrue(taken < connection + calls * 4096L + (credits + 2) * (2L << 20), "taken=" + taken);
    }
}
