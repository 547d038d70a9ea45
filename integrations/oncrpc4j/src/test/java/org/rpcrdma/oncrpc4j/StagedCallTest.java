// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.CompletionHandler;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.dcache.oncrpc4j.rpc.RpcReply;
import org.dcache.oncrpc4j.rpc.RpcTransport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.rpcrdma.transport.ClientCall;

/**
 * Tests the settings that a call passes to the transport: the caller's timeout, and the permission to execute the call
 * twice.
 */
class StagedCallTest {
    private static final int NFS = 100_003;
    private static final int GETATTR = 1;
    private static final int REMOVE = 12;
    private static final int COMMIT = 21;

    @AutoClose
    private final SimulatedHosts hosts = new SimulatedHosts();

    /** Returns the settings of a procedure's staged call, keyed by method name. */
    private TreeMap<String, Object> staged(final int program, final int procedure, final long timeoutNanos)
            throws Exception {
        if (hosts.client == null) {
            hosts.start(svc -> {}, client -> {});
        }
        final MessageMemory memory = new MessageMemory(hosts.runner, hosts.clientDevice.memory());
        final ByteBuffer head = ByteBuffer.allocate(40);
        List.of(7, 0, 2, program, 3, procedure, 0, 0, 0, 0).forEach(head::putInt);
        final TreeMap<String, Object> told = new TreeMap<>();
        final UnsafeBuffer message = new UnsafeBuffer(new byte[1000]);
        final ClientCall call = (ClientCall) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ClientCall.class}, (proxy, method, arguments) -> {
                    told.put(method.getName(), arguments == null ? true : arguments[0]);
                    return method.getName().equals("message") ? message : null;
                });
        final ClientMessage staged = new ClientMessage(
                EncodedMessage.of(head.flip()),
                new CallRules(
                        new DdpRules(),
                        (number, version, called) -> called == 0 || Nfs3Rules.isRepeatable(number, version, called),
                        100),
                memory,
                timeoutNanos);
        staged.stage(call, 8);
        staged.release();
        staged.release();
        hosts.runner.call(memory::close);
        return told;
    }

    @Test
    void shouldPassTheCallersTimeLimitOn() throws Exception {
        assertEquals(5_000_000L, staged(NFS, GETATTR, 5_000_000).get("timeout"));
        assertEquals(0L, staged(NFS, GETATTR, 0).get("timeout"));
    }

    @Test
    void shouldMarkCallsThatMayBeExecutedTwice() throws Exception {
        assertEquals(true, staged(NFS, GETATTR, 0).get("repeatable"));
        assertEquals(true, staged(NFS, COMMIT, 0).get("repeatable"));
        assertEquals(true, staged(NFS + 1, 0, 0).get("repeatable"));
        assertEquals(null, staged(NFS, REMOVE, 0).get("repeatable"));
        assertEquals(null, staged(NFS, COMMIT + 1, 0).get("repeatable"));
        assertEquals(null, staged(NFS + 1, GETATTR, 0).get("repeatable"));
    }

    @Test
    void shouldKnowTheTimeLimitsOfWaitingCallsOfTransportsInRealTime() throws Exception {
        final WaitingCalls real = new WaitingCalls(false);
        final WaitingCalls virtual = new WaitingCalls(true);
        for (final WaitingCalls calls : List.of(real, virtual)) {
            calls.registerKey(1, null, new Nobody(), 3, TimeUnit.SECONDS);
            calls.registerKey(2, null, new Nobody(), 0, null);
        }
        assertEquals(3_000_000_000L, real.timeoutNanos(1));
        assertEquals(0, real.timeoutNanos(2));
        assertEquals(0, real.timeoutNanos(3));
        assertEquals(0, virtual.timeoutNanos(1));
        real.shutdown();
        virtual.shutdown();
    }

    private static final class Nobody implements CompletionHandler<RpcReply, RpcTransport> {
        @Override
        public void completed(final RpcReply reply, final RpcTransport transport) {}

        @Override
        public void failed(final Throwable failure, final RpcTransport transport) {}
    }
}
