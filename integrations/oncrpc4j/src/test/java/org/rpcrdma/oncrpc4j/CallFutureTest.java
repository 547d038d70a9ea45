// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import static org.dcache.oncrpc4j.rpc.net.IpProtocolType.TCP;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.dcache.oncrpc4j.rpc.OncRpcClient;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.OncRpcSvc;
import org.dcache.oncrpc4j.rpc.OncRpcSvcBuilder;
import org.dcache.oncrpc4j.rpc.RpcAuthTypeNone;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.rpc.RpcTransport;
import org.dcache.oncrpc4j.xdr.XdrInt;
import org.dcache.oncrpc4j.xdr.XdrVoid;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that a call's future behaves like oncrpc4j's on every transport. After a cancellation, {@code get} returns and
 * dependent stages do not run.
 */
@Timeout(60)
class CallFutureTest {
    @AutoClose
    private final SimulatedHosts hosts = new SimulatedHosts();

    private static final OncRpcProgram PROGRAM = new OncRpcProgram(0x2000_1007, 1);

    private static void assertFutureOfOncrpc4j(final RpcTransport transport) throws Exception {
        final RpcCall call = new RpcCall(PROGRAM.getNumber(), PROGRAM.getVersion(), new RpcAuthTypeNone(), transport);
        final CompletableFuture<XdrInt> reply = call.call(1, XdrVoid.XDR_VOID, XdrInt.class);
        final CompletableFuture<Void> dependent = reply.thenAccept(number -> {});
        assertEquals(7, reply.get(20, TimeUnit.SECONDS).intValue());
        assertTrue(reply.isDone());
        assertFalse(dependent.isDone());
    }

    @Test
    void shouldEndGetButNotDependentStagesOverRdma() throws Exception {
        hosts.start(svc -> svc.withRpcService(PROGRAM, call -> call.reply(new XdrInt(7))), client -> {});
        assertFutureOfOncrpc4j(hosts.transport);
    }

    @Test
    void shouldEndGetButNotDependentStagesOverTcp() throws Exception {
        final OncRpcSvc server = new OncRpcSvcBuilder()
                .withTCP()
                .withoutAutoPublish()
                .withBindAddress("127.0.0.1")
                .withPort(0)
                .withRpcService(PROGRAM, call -> call.reply(new XdrInt(7)))
                .build();
        server.start();
        final InetSocketAddress address = server.getInetSocketAddress(TCP);
        try (OncRpcClient client = new OncRpcClient(InetAddress.getByName("127.0.0.1"), TCP, address.getPort())) {
            assertFutureOfOncrpc4j(client.connect());
        } finally {
            server.stop();
        }
    }
}
