// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.dcache.oncrpc4j.xdr.XdrVoid.XDR_VOID;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import javax.security.auth.Subject;
import org.dcache.oncrpc4j.rpc.OncRpcAcceptedException;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.OncRpcRejectedException;
import org.dcache.oncrpc4j.rpc.RpcAccepsStatus;
import org.dcache.oncrpc4j.rpc.RpcAuth;
import org.dcache.oncrpc4j.rpc.RpcAuthType;
import org.dcache.oncrpc4j.rpc.RpcAuthTypeNone;
import org.dcache.oncrpc4j.rpc.RpcAuthTypeUnix;
import org.dcache.oncrpc4j.rpc.RpcAuthVerifier;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.rpc.RpcDispatchable;
import org.dcache.oncrpc4j.rpc.RpcRejectStatus;
import org.dcache.oncrpc4j.xdr.BadXdrOncRpcException;
import org.dcache.oncrpc4j.xdr.XdrDecodingStream;
import org.dcache.oncrpc4j.xdr.XdrEncodingStream;
import org.dcache.oncrpc4j.xdr.XdrInt;
import org.dcache.oncrpc4j.xdr.XdrOpaque;
import org.dcache.oncrpc4j.xdr.XdrString;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rpcrdma.testkit.UdpAddresses;

/** Tests the behaviour that oncrpc4j's users expect of servers and clients on any transport. */
@Timeout(60)
class ProgramsTest {
    @AutoClose
    private final SimulatedHosts hosts = new SimulatedHosts();

    private static final int PROGRAM = 0x2000_1002;
    private static final int OTHER_PROGRAM = 0x2000_1003;
    private static final int CALL_BACK = 0x4000_0000;

    private void start(final RpcDispatchable service) throws Exception {
        hosts.start(
                svc -> svc.withRpcService(new OncRpcProgram(PROGRAM, 1), service)
                        .withRpcService(new OncRpcProgram(PROGRAM, 3), call -> call.reply(new XdrInt(3))),
                client -> {});
    }

    /** oncrpc4j's exception contains the status only in its message. */
    private void assertStatus(final int status, final int program, final int version) {
        assertMessage(
                OncRpcAcceptedException.class,
                new OncRpcAcceptedException(status).getMessage(),
                () -> hosts.call(program, version).call(1, XDR_VOID, XDR_VOID));
    }

    @Test
    void shouldReportMissingProgramsVersionsAndProcedures() throws Exception {
        start(RpcCall::failProcedureUnavailable);
        assertStatus(RpcAccepsStatus.PROG_UNAVAIL, OTHER_PROGRAM, 1);
        assertStatus(RpcAccepsStatus.PROG_MISMATCH, PROGRAM, 2);
        assertStatus(RpcAccepsStatus.PROC_UNAVAIL, PROGRAM, 1);
        final XdrInt version = new XdrInt();
        hosts.call(PROGRAM, 3).call(1, XDR_VOID, version);
        assertEquals(3, version.intValue());
    }

    @Test
    void shouldServeProgramsThatComeAndGo() throws Exception {
        start(call -> call.reply(XDR_VOID));
        final OncRpcProgram other = new OncRpcProgram(OTHER_PROGRAM, 1);
        hosts.server.register(other, call -> call.reply(XDR_VOID));
        hosts.call(OTHER_PROGRAM, 1).call(0, XDR_VOID, XDR_VOID);
        hosts.server.unregister(other);
        assertStatus(RpcAccepsStatus.PROG_UNAVAIL, OTHER_PROGRAM, 1);
        hosts.server.setPrograms(Map.of(other, call -> call.reply(XDR_VOID)));
        hosts.call(OTHER_PROGRAM, 1).call(0, XDR_VOID, XDR_VOID);
        assertStatus(RpcAccepsStatus.PROG_UNAVAIL, PROGRAM, 1);
    }

    @Test
    void shouldAnswerArgumentsThatCannotBeDecodedByGarbageArguments() throws Exception {
        start(call -> call.retrieveCall(new XdrString()));
        assertStatus(RpcAccepsStatus.GARBAGE_ARGS, PROGRAM, 1);
    }

    @Test
    void shouldReportTheUserOfAuthSysToServices() throws Exception {
        start(call -> {
            final Subject user = call.getCredential().getSubject();
            final long uid = user.getPrincipals().stream()
                    .filter(principal -> principal.getName().equals("1001"))
                    .count();
            call.reply(new XdrInt((int) uid));
        });
        final RpcAuth auth = new RpcAuthTypeUnix(1001, 100, new int[] {100, 101}, 1, "client");
        final XdrInt found = new XdrInt();
        new RpcCall(PROGRAM, 1, auth, hosts.transport).call(1, XDR_VOID, found);
        assertTrue(found.intValue() > 0);
    }

    /** A credential whose body oncrpc4j cannot verify. */
    private static final class Gss implements RpcAuth {
        @Override
        public int type() {
            return RpcAuthType.RPCGSS_SEC;
        }

        @Override
        public RpcAuthVerifier getVerifier() {
            return new RpcAuthVerifier(RpcAuthType.NONE, new byte[0]);
        }

        @Override
        public Subject getSubject() {
            return new Subject();
        }

        @Override
        public void xdrDecode(final XdrDecodingStream xdr) throws BadXdrOncRpcException {
            throw new UnsupportedOperationException();
        }

        /** Encodes version 1, RPCSEC_GSS_DATA, sequence 1, service none and a 4-byte handle, without a verifier. */
        @Override
        public void xdrEncode(final XdrEncodingStream xdr) {
            xdr.xdrEncodeInt(type());
            xdr.xdrEncodeInt(24);
            for (final int word : new int[] {1, 0, 1, 1, 4, 0x12345678}) {
                xdr.xdrEncodeInt(word);
            }
            xdr.xdrEncodeInt(RpcAuthType.NONE);
            xdr.xdrEncodeInt(0);
        }
    }

    @Test
    void shouldRejectRpcsecGssClearly() throws Exception {
        start(call -> call.reply(XDR_VOID));
        assertMessage(
                OncRpcRejectedException.class,
                new OncRpcRejectedException(RpcRejectStatus.AUTH_ERROR).getMessage(),
                () -> new RpcCall(PROGRAM, 1, new Gss(), hosts.transport).call(0, XDR_VOID, XDR_VOID));
    }

    @Test
    void shouldReportTheCallerToServices() throws Exception {
        final AtomicReference<InetSocketAddress> remote = new AtomicReference<>();
        final AtomicReference<InetSocketAddress> local = new AtomicReference<>();
        start(call -> {
            remote.set(call.getTransport().getRemoteSocketAddress());
            local.set(call.getTransport().getLocalSocketAddress());
            call.reply(XDR_VOID);
        });
        hosts.call(PROGRAM, 1).call(0, XDR_VOID, XDR_VOID);
        assertEquals("10.98.0.2", remote.get().getAddress().getHostAddress());
        assertEquals(SimulatedHosts.SERVER, local.get().getAddress().getHostAddress());
        assertTrue(hosts.transport.isOpen());
    }

    @Test
    void shouldAnswerManyCallsInFlightFromAnyThread() throws Exception {
        start(call -> {
            final XdrOpaque bytes = new XdrOpaque();
            call.retrieveCall(bytes);
            CompletableFuture.runAsync(() -> call.reply(bytes));
        });
        final List<CompletableFuture<XdrOpaque>> replies = new ArrayList<>();
        final List<byte[]> sent = new ArrayList<>();
        final RpcCall caller = hosts.call(PROGRAM, 1);
        for (int i = 0; i < 300; i++) {
            final byte[] bytes = new byte[i * 97 % 9000];
            new SplittableRandom(i).nextBytes(bytes);
            sent.add(bytes);
            replies.add(caller.call(1, new XdrOpaque(bytes), XdrOpaque.class));
        }
        for (int i = 0; i < sent.size(); i++) {
            assertArrayEquals(sent.get(i), replies.get(i).get(30, SECONDS).getOpaque());
        }
    }

    @Test
    void shouldCallTheClientBackOverItsConnection() throws Exception {
        hosts.start(
                svc -> svc.withRpcService(new OncRpcProgram(PROGRAM, 1), ProgramsTest::callBack),
                client -> client.withRpcService(new OncRpcProgram(CALL_BACK, 1), call -> {
                    final XdrInt number = new XdrInt();
                    call.retrieveCall(number);
                    call.reply(new XdrInt(number.intValue() * 2));
                }));
        final XdrInt doubled = new XdrInt();
        hosts.call(PROGRAM, 1).call(1, new XdrInt(21), doubled);
        assertEquals(42, doubled.intValue());
    }

    /** A client with a reply cache treats a call as repeated if an earlier call had the same transaction id. */
    @Test
    void shouldNotBeginCallBacksWithTheSameTransactionIdAfterEachStart() throws Exception {
        assertNotEquals(firstCallBack(), firstCallBack());
    }

    /** Returns the transaction id of the first call from a server to its client. */
    private static int firstCallBack() throws Exception {
        final CompletableFuture<Integer> id = new CompletableFuture<>();
        final RdmaRpcSvc server = new RdmaRpcSvcBuilder(UdpAddresses.device(1))
                .withoutAutoPublish()
                .withRpcService(new OncRpcProgram(PROGRAM, 1), ProgramsTest::callBack)
                .build();
        server.start();
        try (RdmaRpcClient client = RdmaRpcClient.newBuilder(UdpAddresses.device(2))
                .withRpcService(new OncRpcProgram(CALL_BACK, 1), call -> {
                    id.complete(call.getXid());
                    call.reply(new XdrInt(1));
                })
                .build(new InetSocketAddress(UdpAddresses.address(1), SimulatedHosts.PORT))) {
            new RpcCall(PROGRAM, 1, new RpcAuthTypeNone(), client.connect()).call(1, new XdrInt(1), new XdrInt());
            return id.get(20, SECONDS);
        } finally {
            server.stop();
        }
    }

    @Test
    void shouldNotRunOutOfThreadsWhenAllServicesWaitForCallBacks() throws Exception {
        hosts.start(
                svc -> svc.withRpcService(new OncRpcProgram(PROGRAM, 1), ProgramsTest::callBack)
                        .withWorkerThreadPoolSize(2),
                client -> client.withRpcService(new OncRpcProgram(CALL_BACK, 1), call -> {
                    final XdrInt number = new XdrInt();
                    call.retrieveCall(number);
                    call.reply(number);
                }));
        final List<CompletableFuture<XdrInt>> replies = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            replies.add(hosts.call(PROGRAM, 1).call(1, new XdrInt(i), XdrInt.class));
        }
        for (int i = 0; i < 8; i++) {
            assertEquals(i, replies.get(i).get(20, SECONDS).intValue());
        }
    }

    /**
     * As on a real NIC, the server's loop does not run after the server has stopped. The device refuses to close if an
     * object has leaked.
     */
    @Test
    void shouldLeaveNothingBehindWhenAServerStopsWithUnansweredCalls() throws Exception {
        final CountDownLatch came = new CountDownLatch(1);
        final RdmaRpcSvc server = new RdmaRpcSvcBuilder(UdpAddresses.device(1))
                .withoutAutoPublish()
                .withRpcService(new OncRpcProgram(PROGRAM, 1), call -> came.countDown())
                .build();
        server.start();
        try (RdmaRpcClient client = RdmaRpcClient.newBuilder(UdpAddresses.device(2))
                .build(new InetSocketAddress(UdpAddresses.address(1), SimulatedHosts.PORT))) {
            final RpcCall caller = new RpcCall(PROGRAM, 1, new RpcAuthTypeNone(), client.connect());
            final CompletableFuture<XdrInt> forgotten = caller.call(1, new XdrOpaque(new byte[9000]), XdrInt.class);
            came.await();
            assertFalse(forgotten.isDone());
            server.stop();
        }
    }

    /** Calls the client back and replies with the client's reply. */
    private static void callBack(final RpcCall call) throws IOException {
        final XdrInt number = new XdrInt();
        call.retrieveCall(number);
        final XdrInt result = new XdrInt();
        new RpcCall(CALL_BACK, 1, new RpcAuthTypeNone(), call.getTransport().getPeerTransport())
                .call(1, number, result);
        call.reply(result);
    }

    @Test
    void shouldGiveUpCallsThatNoServiceAnswersWhenTheServerStops() throws Exception {
        start(call -> {});
        final CompletableFuture<XdrInt> forgotten = hosts.call(PROGRAM, 1).call(1, XDR_VOID, XdrInt.class);
        assertThrows(
                TimeoutException.class, () -> hosts.call(PROGRAM, 1).call(1, XDR_VOID, XDR_VOID, 50, MILLISECONDS));
        hosts.client.close();
        assertThrows(ExecutionException.class, () -> forgotten.get(10, SECONDS));
    }

    @Test
    void shouldRefuseASecondAnswer() throws Exception {
        start(call -> {
            call.reply(new XdrInt(1));
            call.reply(new XdrInt(2));
        });
        final XdrInt first = new XdrInt();
        hosts.call(PROGRAM, 1).call(1, XDR_VOID, first);
        assertEquals(1, first.intValue());
        hosts.call(PROGRAM, 1).call(1, XDR_VOID, first);
        assertEquals(1, first.intValue());
    }
}
