// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import static org.dcache.oncrpc4j.rpc.RpcAccepsStatus.GARBAGE_ARGS;
import static org.dcache.oncrpc4j.rpc.RpcAccepsStatus.PROC_UNAVAIL;
import static org.dcache.oncrpc4j.rpc.RpcAccepsStatus.PROG_MISMATCH;
import static org.dcache.oncrpc4j.rpc.RpcAccepsStatus.PROG_UNAVAIL;
import static org.dcache.oncrpc4j.rpc.RpcAccepsStatus.SYSTEM;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.dcache.oncrpc4j.rpc.OncRpcAcceptedException;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.RpcAuth;
import org.dcache.oncrpc4j.rpc.RpcAuthTypeNone;
import org.dcache.oncrpc4j.rpc.RpcAuthTypeUnix;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.xdr.XdrInt;
import org.dcache.oncrpc4j.xdr.XdrOpaque;
import org.dcache.oncrpc4j.xdr.XdrString;
import org.dcache.oncrpc4j.xdr.XdrVoid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rpcrdma.transport.CallFailedException;
import org.rpcrdma.transport.RpcPrograms;
import org.rpcrdma.transport.client.AsyncRpcRdmaClient;
import org.rpcrdma.transport.client.CallArguments;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.wire.AuthSys;
import org.rpcrdma.wire.RpcCredential;

/**
 * Tests oncrpc4j's client with services that dispatch by procedure, and the transport's client with oncrpc4j's
 * services.
 */
@Timeout(60)
class ProceduresTest {
    private static final int PROGRAM = 0x2000_1011;
    private static final int WHO = 1;
    private static final int FAIL = 2;

    private final SimulatedHosts hosts = new SimulatedHosts();
    private RpcRdmaServer server;

    private void serve(final RpcPrograms programs) throws IOException {
        server = hosts.runner.call(() -> new RpcRdmaServer(new RpcRdmaServer.Context()
                .device(hosts.serverDevice)
                .eventLoop(hosts.serverDevice.newEventLoop())
                .port(SimulatedHosts.PORT)
                .service(programs)));
        hosts.client = RdmaRpcClient.newBuilder(hosts.clientDevice)
                .withEventLoop(hosts.runner)
                .build(new InetSocketAddress(SimulatedHosts.SERVER, SimulatedHosts.PORT));
        hosts.transport = hosts.client.connect();
    }

    @AfterEach
    void close() throws IOException {
        if (server != null) {
            hosts.runner.call(server::close);
        }
        hosts.close();
    }

    /** Answers with the credential, followed by the argument. */
    private static RpcPrograms who() {
        return new RpcPrograms()
                .on(PROGRAM, 1, WHO, (call, reply) -> {
                    final AuthSys caller = call.authSys();
                    final StringBuilder name = new StringBuilder();
                    if (caller != null) {
                        name.append(caller.machine()).append(' ').append(caller.uid());
                        name.append(' ').append(caller.gid());
                        for (int i = 0; i < caller.groupCount(); i++) {
                            name.append(' ').append(caller.group(i));
                        }
                    }
                    reply.putString(name + ": " + call.arguments().getString(99));
                })
                .on(PROGRAM, 1, FAIL, (call, reply) -> {
                    throw new IllegalStateException("as the client asks");
                })
                .on(PROGRAM, 4, WHO, (call, reply) -> {});
    }

    private String ask(final RpcAuth auth, final String argument) throws IOException {
        final XdrString answer = new XdrString();
        new RpcCall(PROGRAM, 1, auth, hosts.transport).call(WHO, new XdrString(argument), answer);
        return answer.stringValue();
    }

    @Test
    void shouldReadArgumentsAfterAuthSysOfOncrpc4jsClient() throws Exception {
        serve(who());

        assertEquals(": none", ask(new RpcAuthTypeNone(), "none"));
        for (final int length : new int[] {0, 1, 2, 3, 4, 5, 63, 64, 254, 255}) {
            final int[] groups = IntStream.range(0, length % 17).toArray();
            final String machine = "m".repeat(length);
            final StringBuilder expected = new StringBuilder(machine + " 1000 100");
            Arrays.stream(groups).forEach(group -> expected.append(' ').append(group));

            assertEquals(
                    expected + ": the argument",
                    ask(new RpcAuthTypeUnix(1000, 100, groups, 1, machine), "the argument"));
        }
    }

    private void assertStatus(final int status, final int program, final int version, final int procedure) {
        assertMessage(
                OncRpcAcceptedException.class,
                new OncRpcAcceptedException(status).getMessage(),
                () -> new RpcCall(program, version, new RpcAuthTypeUnix(1, 2, new int[] {3}, 4, "m"), hosts.transport)
                        .call(procedure, new XdrInt(1 << 20), new XdrOpaque()));
    }

    @Test
    void shouldAnswerOncrpc4jsClientByEachAcceptStatus() throws Exception {
        serve(who());

        assertStatus(PROG_UNAVAIL, PROGRAM + 1, 1, WHO);
        assertStatus(PROG_MISMATCH, PROGRAM, 2, WHO);
        assertStatus(PROC_UNAVAIL, PROGRAM, 1, 9);
        assertStatus(GARBAGE_ARGS, PROGRAM, 1, WHO);
        assertStatus(SYSTEM, PROGRAM, 1, FAIL);
        new RpcCall(PROGRAM, 1, new RpcAuthTypeNone(), hosts.transport).call(0, XdrVoid.XDR_VOID, XdrVoid.XDR_VOID);
        assertEquals(": on", ask(new RpcAuthTypeNone(), "on"));
    }

    @Test
    void shouldFailCallsToOncrpc4jsServicesByTheirStatus() throws Exception {
        hosts.start(
                svc -> svc.withRpcService(new OncRpcProgram(PROGRAM, 1), call -> {
                    final XdrString text = new XdrString();
                    call.retrieveCall(text);
                    call.reply(text);
                }),
                client -> {});
        try (AsyncRpcRdmaClient client = new AsyncRpcRdmaClient(
                new RpcRdmaClient.Context()
                        .device(hosts.clientDevice)
                        .credential(RpcCredential.sys("a host", 1000, 100, 101))
                        .remote(new InetSocketAddress(SimulatedHosts.SERVER, SimulatedHosts.PORT)),
                hosts.runner)) {
            client.connect().get();
            final CallArguments text = (call, arguments) -> arguments.putString("text");
            assertEquals(
                    "text",
                    client.call(PROGRAM, 1, WHO, text, reply -> reply.results().getString(9))
                            .join());
            assertEquals(PROG_MISMATCH, failure(client, PROGRAM, 2).acceptStatus());
            assertEquals(PROG_UNAVAIL, failure(client, PROGRAM + 1, 1).acceptStatus());
            assertEquals(GARBAGE_ARGS, failure(client, PROGRAM, 1).acceptStatus());
        }
    }

    private static CallFailedException failure(final AsyncRpcRdmaClient client, final int program, final int version) {
        final Throwable thrown = assertThrows(
                CompletionException.class,
                () -> client.call(
                                program,
                                version,
                                WHO,
                                CallArguments.NONE,
                                reply -> reply.results().getInt())
                        .join());
        return (CallFailedException) thrown.getCause();
    }
}
