// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.dcache.oncrpc4j.xdr.XdrVoid.XDR_VOID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CompletionHandler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.RpcAuthTypeNone;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.rpc.RpcReply;
import org.dcache.oncrpc4j.rpc.RpcTransport;
import org.dcache.oncrpc4j.xdr.XdrAble;
import org.dcache.oncrpc4j.xdr.XdrDecodingStream;
import org.dcache.oncrpc4j.xdr.XdrEncodingStream;
import org.dcache.oncrpc4j.xdr.XdrInt;
import org.dcache.oncrpc4j.xdr.XdrOpaque;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rpcrdma.testkit.JavaPrograms;
import org.rpcrdma.testkit.Patience;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Tests endpoints that stop, peers that leave and services that are slow. None of them affects others or leaks
 * anything.
 */
@Timeout(60)
class StoppingTest {
    private static final int PROGRAM = 0x2000_1007;
    private static final int QUICK = 1;
    private static final int SLOW = 2;
    private static final OncRpcProgram PROGRAM_1 = new OncRpcProgram(PROGRAM, 1);
    private static final int MEGABYTE = 1 << 20;

    @AutoClose
    private final SimulatedHosts hosts = new SimulatedHosts();

    /** Closes the client and records the result. */
    private final class Closing implements CompletionHandler<RpcReply, RpcTransport> {
        private final CompletableFuture<Throwable> outcome = new CompletableFuture<>();

        @Override
        public void completed(final RpcReply reply, final RpcTransport transport) {
            try {
                hosts.client.close();
                outcome.complete(null);
            } catch (final Throwable e) {
                outcome.complete(e);
            }
        }

        @Override
        public void failed(final Throwable failure, final RpcTransport transport) {
            outcome.complete(failure);
        }
    }

    private Throwable closeInAHandler() throws Exception {
        final Closing closing = new Closing();
        hosts.call(PROGRAM, 1).call(QUICK, XDR_VOID, closing);
        return closing.outcome.get(20, SECONDS);
    }

    @Test
    void shouldCloseAClientInAHandlerOfAReply() throws Exception {
        hosts.start(svc -> svc.withRpcService(PROGRAM_1, call -> call.reply(XDR_VOID)), client -> {});
        assertEquals(null, closeInAHandler());
        assertThrows(IOException.class, () -> hosts.call(PROGRAM, 1).call(QUICK, XDR_VOID, XDR_VOID));
        Patience.await(
                () -> memoryBytes() == 0, Thread::yield, () -> "memory is still allocated: bytes=" + memoryBytes());
    }

    @Test
    void shouldRefuseToCloseAClientInAHandlerOnTheEventLoopAndContinue() throws Exception {
        hosts.start(
                svc -> svc.withRpcService(PROGRAM_1, call -> call.reply(XDR_VOID)),
                client -> client.withSameThreadIoStrategy());
        assertEquals(IllegalStateException.class, closeInAHandler().getClass());
        hosts.call(PROGRAM, 1).call(QUICK, XDR_VOID, XDR_VOID);
    }

    /** As over TCP, the default strategy processes a connection's calls one after the other. */
    @Test
    void shouldStopOnlyItsOwnConnectionWhileAServiceBlocks() throws Exception {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch hold = new CountDownLatch(1);
        final AtomicInteger served = new AtomicInteger();
        final RdmaRpcSvc server = new RdmaRpcSvcBuilder(UdpAddresses.device(6))
                .withoutAutoPublish()
                .withRpcService(PROGRAM_1, call -> {
                    served.incrementAndGet();
                    if (call.getProcedure() == SLOW) {
                        begun.countDown();
                        awaitUninterrupted(hold);
                    }
                    call.reply(new XdrInt(call.getProcedure()));
                })
                .build();
        server.start();
        try (RdmaRpcClient slow = client(7);
                RdmaRpcClient quick = client(8)) {
            call(slow).call(QUICK, XDR_VOID, new XdrInt());
            final CompletableFuture<XdrInt> held = call(slow).call(SLOW, XDR_VOID, XdrInt.class);
            begun.await();
            final CompletableFuture<XdrInt> behind = call(slow).call(QUICK, XDR_VOID, XdrInt.class);
            for (int i = 0; i < 100; i++) {
                call(quick).call(QUICK, XDR_VOID, new XdrInt());
            }
            assertEquals(102, served.get(), "the call after the slow call is waiting");
            hold.countDown();
            assertEquals(SLOW, held.get(20, SECONDS).intValue());
            assertEquals(QUICK, behind.get(20, SECONDS).intValue());
        } finally {
            server.stop();
        }
    }

    private static RpcCall call(final RdmaRpcClient client) throws IOException {
        return new RpcCall(PROGRAM, 1, new RpcAuthTypeNone(), client.connect());
    }

    private static RdmaRpcClient client(final int number) {
        return RdmaRpcClient.newBuilder(UdpAddresses.device(number))
                .build(new InetSocketAddress(UdpAddresses.address(6), SimulatedHosts.PORT));
    }

    private static void awaitUninterrupted(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Decodes its bytes in place. */
    private static final class InPlace implements XdrAble {
        private ByteBuffer bytes;

        @Override
        public void xdrDecode(final XdrDecodingStream xdr) throws IOException {
            bytes = xdr.xdrDecodeByteBuffer();
        }

        @Override
        public void xdrEncode(final XdrEncodingStream xdr) {
            throw new AssertionError();
        }
    }

    @Test
    void shouldKeepArgumentsThatAServiceReadsInPlaceUntilItHasAnswered() throws Exception {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch hold = new CountDownLatch(1);
        final CompletableFuture<Long> sum = new CompletableFuture<>();
        final DdpRules rules = new DdpRules().add(PROGRAM, 1, SLOW, new DdpRule(walk -> walk.item(), walk -> {}));
        hosts.start(
                svc -> svc.withDdpRules(rules).withRpcService(PROGRAM_1, call -> {
                    final InPlace arguments = new InPlace();
                    call.retrieveCall(arguments);
                    begun.countDown();
                    awaitUninterrupted(hold);
                    long bytes = 0;
                    while (arguments.bytes.hasRemaining()) {
                        bytes += arguments.bytes.get();
                    }
                    sum.complete(bytes);
                    call.reply(XDR_VOID);
                }),
                client -> client.withDdpRules(rules).withTransport(context -> context.tries(1)));
        final byte[] data = new byte[MEGABYTE];
        Arrays.fill(data, (byte) 7);
        final CompletableFuture<XdrInt> call = hosts.call(PROGRAM, 1).call(SLOW, new XdrOpaque(data), XdrInt.class);
        begun.await();
        hosts.server.stop(10, MILLISECONDS);
        assertTrue(hosts.runner.call(() -> hosts.serverDevice.resources().memoryBytes()) >= MEGABYTE);
        // Memory that others allocate now must not overlap the service's memory.
        final List<MemoryBlock> others = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            others.add(hosts.runner.call(() -> {
                final MemoryBlock block = hosts.serverDevice.memory().allocate(MEGABYTE, 4096);
                block.buffer().put(new byte[MEGABYTE]);
                return block;
            }));
        }
        hold.countDown();
        assertEquals(7L * MEGABYTE, sum.get(20, SECONDS));
        hosts.runner.call(() -> others.forEach(MemoryBlock::close));
        assertThrows(ExecutionException.class, () -> call.get(20, SECONDS));
        Patience.await(
                () -> hosts.runner.call(() -> hosts.serverDevice.resources().isEmpty()),
                Thread::yield,
                () -> "resources remain after the service has answered");
    }

    /** When the caller stops waiting, oncrpc4j's future removes the call from the queue without reporting it. */
    @Test
    void shouldWithdrawACallWhoseCallerWaitsNoLongerForItsFuture() throws Exception {
        hosts.start(svc -> svc.withRpcService(PROGRAM_1, call -> {}), client -> {});
        for (int i = 0; i < 3; i++) {
            final CompletableFuture<XdrInt> call = hosts.call(PROGRAM, 1).call(SLOW, XDR_VOID, XdrInt.class);
            assertThrows(TimeoutException.class, () -> call.get(20, MILLISECONDS));
        }
        final CompletableFuture<XdrInt> cancelled = hosts.call(PROGRAM, 1).call(SLOW, XDR_VOID, XdrInt.class);
        cancelled.cancel(true);
        assertEquals(0, ((WaitingCalls) hosts.transport.getReplyQueue()).count());
    }

    @Test
    void shouldBoundItsFreeMemory() throws Exception {
        hosts.start(svc -> svc.withRpcService(PROGRAM_1, call -> call.reply(XDR_VOID)), client -> {});
        final MessageMemory memory = new MessageMemory(hosts.runner, hosts.clientDevice.memory());
        final long before = memoryBytes();
        final List<MemoryBlock> blocks = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            blocks.add(memory.take(MEGABYTE));
        }
        assertEquals(before + 100 * MEGABYTE, memoryBytes());
        blocks.forEach(memory::give);
        assertEquals(before + MessageMemory.MOST_FREE, memoryBytes());
        memory.give(memory.take(3 * MEGABYTE));
        assertEquals(before + MessageMemory.MOST_FREE, memoryBytes());
        hosts.runner.call(memory::close);
        assertEquals(before, memoryBytes());
    }

    private long memoryBytes() {
        return hosts.runner.call(() -> hosts.clientDevice.resources().memoryBytes());
    }

    /** Starts a server and a client, which the main method does not close. */
    static final class Leaving {
        private Leaving() {}

        public static void main(final String[] addresses) throws IOException {
            new RdmaRpcSvcBuilder("udp:" + addresses[0])
                    .withoutAutoPublish()
                    .withRpcService(PROGRAM_1, call -> call.reply(new XdrInt(5)))
                    .build()
                    .start();
            final XdrInt result = new XdrInt();
            new RpcCall(
                            PROGRAM,
                            1,
                            new RpcAuthTypeNone(),
                            RdmaRpcClient.newBuilder("udp:" + addresses[1])
                                    .build(new InetSocketAddress(addresses[0], SimulatedHosts.PORT))
                                    .connect())
                    .call(QUICK, XDR_VOID, result);
            System.out.println("result=" + result.intValue());
        }
    }

    @Test
    void shouldLetTheJvmEndWithItsMainMethod() throws Exception {
        final Process process = JavaPrograms.of(
                        Leaving.class,
                        List.of(JavaPrograms.jvmOptions()),
                        UdpAddresses.address(4),
                        UdpAddresses.address(5))
                .start();
        assertEquals("result=5", new String(process.getInputStream().readAllBytes()).strip());
        assertEquals(0, process.waitFor());
    }
}
