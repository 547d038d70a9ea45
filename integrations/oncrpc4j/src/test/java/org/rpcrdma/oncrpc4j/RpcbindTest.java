// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;
import static org.rpcrdma.testkit.Refusals.assertSays;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.dcache.oncrpc4j.portmap.OncRpcbindServer;
import org.dcache.oncrpc4j.portmap.rpcb;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.OncRpcSvc;
import org.dcache.oncrpc4j.rpc.OncRpcSvcBuilder;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.rpc.RpcDispatchable;
import org.dcache.oncrpc4j.rpc.net.IpProtocolType;
import org.dcache.oncrpc4j.xdr.XdrBoolean;
import org.dcache.oncrpc4j.xdr.XdrVoid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests registrations with an rpcbind server. */
@Timeout(60)
class RpcbindTest {
    private static final int PROGRAM = 0x2000_1004;
    private static final OncRpcProgram FIRST = new OncRpcProgram(PROGRAM, 1);
    private static final OncRpcProgram SECOND = new OncRpcProgram(PROGRAM, 2);

    private final Set<String> registrations = new ConcurrentSkipListSet<>();
    private OncRpcSvc rpcbindServer;
    private InetSocketAddress rpcbind;

    /** Implements the part of rpcbind version 4 that the clients use (RFC 1833). */
    private void serve(final RpcCall call) throws IOException {
        final rpcb asked = new rpcb(0, 0, "", "", "");
        if (call.getProcedure() != 4) {
            call.retrieveCall(asked);
        }
        final String key = asked.getVers() + " " + asked.getNetid() + " ";
        switch (call.getProcedure()) {
            case 1 ->
                call.reply(new XdrBoolean(!asked.getOwner().isEmpty() && registrations.add(key + asked.getAddr())));
            case 2 -> call.reply(new XdrBoolean(registrations.removeIf(entry -> entry.startsWith(key))));
            case 4 ->
                call.reply(new Words(xdr -> {
                    for (final String entry : registrations) {
                        final String[] words = entry.split(" ");
                        xdr.xdrEncodeInt(1);
                        new rpcb(PROGRAM, Integer.parseInt(words[0]), words[1], words[2], "owner").xdrEncode(xdr);
                    }
                    xdr.xdrEncodeInt(0);
                }));
            default -> call.failProcedureUnavailable();
        }
    }

    @BeforeEach
    void startRpcbind() throws IOException {
        start(4, this::serve);
    }

    private void start(final int version, final RpcDispatchable service) throws IOException {
        rpcbindServer = new OncRpcSvcBuilder()
                .withTCP()
                .withBindAddress("127.0.0.1")
                .withPort(0)
                .withoutAutoPublish()
                .withSameThreadIoStrategy()
                .withRpcService(new OncRpcProgram(100_000, version), service)
                .build();
        rpcbindServer.start();
        rpcbind = new InetSocketAddress(
                "127.0.0.1",
                rpcbindServer.getInetSocketAddress(IpProtocolType.TCP).getPort());
    }

    @AfterEach
    void stopRpcbind() throws IOException {
        rpcbindServer.stop();
    }

    private RdmaRpcSvcBuilder server(final SimulatedHosts hosts) {
        return new RdmaRpcSvcBuilder(hosts.serverDevice)
                .withEventLoop(hosts.runner)
                .withTransport(context -> context.eventLoop(hosts.serverDevice.newEventLoop()))
                .withPort(20_055)
                .withRpcbind(rpcbind)
                .withRpcService(FIRST, call -> call.reply(XdrVoid.XDR_VOID))
                .withRpcService(SECOND, call -> call.reply(XdrVoid.XDR_VOID));
    }

    /** The test binds the port without listening, so no other program can use it. */
    @Test
    void shouldReportAMissingRpcbind() throws Exception {
        try (Socket silent = new Socket();
                SimulatedHosts hosts = new SimulatedHosts()) {
            silent.bind(new InetSocketAddress("127.0.0.1", 0));
            rpcbind = (InetSocketAddress) silent.getLocalSocketAddress();
            final RdmaRpcSvc svc = server(hosts).build();
            assertMessage(
                    IOException.class,
                    "rpcbind does not answer: start it, or use withoutAutoPublish(): address=" + rpcbind,
                    svc::start);
        }
    }

    @Test
    void shouldRegisterProgramsWhileTheServerRuns() throws Exception {
        try (SimulatedHosts hosts = new SimulatedHosts()) {
            hosts.server = server(hosts).build();
            hosts.server.start();
            assertEquals(
                    Set.of("1 rdma 0.0.0.0.78.87", "1 rdma6 ::.78.87", "2 rdma 0.0.0.0.78.87", "2 rdma6 ::.78.87"),
                    registrations);
            registrations.add("1 tcp 0.0.0.0.8.1");
            hosts.server.stop();
            assertEquals(Set.of("1 tcp 0.0.0.0.8.1"), registrations);
        }
    }

    @Test
    void shouldConnectToThePortThatRpcbindKnows() throws Exception {
        try (SimulatedHosts hosts = new SimulatedHosts()) {
            hosts.server = server(hosts).build();
            hosts.server.start();
            final InetAddress host = InetAddress.getByName(SimulatedHosts.SERVER);
            final RdmaRpcClient.Builder builder = RdmaRpcClient.newBuilder(hosts.clientDevice)
                    .withEventLoop(hosts.runner)
                    .withRpcbind(rpcbind);
            hosts.client = builder.build(host, SECOND);
            hosts.transport = hosts.client.connect();
            hosts.call(PROGRAM, 2).call(0, XdrVoid.XDR_VOID, XdrVoid.XDR_VOID);
            assertSays(
                    IOException.class,
                    "version=3 netid=rdma",
                    () -> builder.build(host, new OncRpcProgram(PROGRAM, 3)));
        }
    }

    @Test
    void shouldConnectAgainIfOncrpc4jLosesAConnection() throws IOException {
        final AtomicInteger left = new AtomicInteger(2);
        assertEquals("connected", Rpcbind.connect(rpcbind, () -> {
            if (left.getAndDecrement() > 0) {
                throw new NullPointerException("by the test");
            }
            return "connected";
        }));
        assertEquals(-1, left.get());
    }

    @Test
    void shouldReportThatOncrpc4jLosesEveryConnection() {
        final NullPointerException lost = new NullPointerException("by the test");
        final IOException failure = assertThrows(
                IOException.class,
                () -> Rpcbind.connect(rpcbind, () -> {
                    throw lost;
                }));
        assertEquals("oncrpc4j lost its connections to rpcbind: " + rpcbind + " tries=3", failure.getMessage());
        assertSame(lost, failure.getCause());
    }

    @Test
    void shouldNameAnRpcbindThatKnowsNoNetids() throws Exception {
        stopRpcbind();
        start(2, new OncRpcbindServer());
        try (SimulatedHosts hosts = new SimulatedHosts()) {
            final IOException failure =
                    assertThrows(IOException.class, () -> server(hosts).build().start());
            assertTrue(failure.getMessage().startsWith("rpcbind does not support version 4"), failure::toString);
        }
    }
}
