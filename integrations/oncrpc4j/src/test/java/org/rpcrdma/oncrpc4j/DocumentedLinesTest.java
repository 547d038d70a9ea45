// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.dcache.oncrpc4j.rpc.IoStrategy;
import org.dcache.oncrpc4j.rpc.OncRpcClient;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.OncRpcSvcBuilder;
import org.dcache.oncrpc4j.rpc.RpcDispatchable;
import org.dcache.oncrpc4j.rpc.net.IpProtocolType;
import org.junit.jupiter.api.Test;

/** Tests the code fragments in docs/transport.md that are not complete programs. */
class DocumentedLinesTest {
    private static final int PROGRAM = 0x2000_0002;
    private static final int GET = 1;

    @Test
    void shouldTakeARuleForOneProcedure() {
        assertNotNull(rules());
    }

    private static DdpRules rules() {
        final DdpRules rules = new DdpRules();
        // { opaque handle<64>; unsigned count; } and { opaque data<>; }
        final DdpRule get = new DdpRule(
                arguments -> {
                    arguments.skipOpaque();
                    arguments.longestReply(4);
                    arguments.result(arguments.nextInt());
                },
                results -> results.item());
        rules.add(PROGRAM, 1, GET, get);
        return rules;
    }

    @Test
    void shouldTakeOverHowServicesRunOverTcp() {
        final ExecutorService mine = Executors.newSingleThreadExecutor();
        final RdmaRpcSvcBuilder same = new RdmaRpcSvcBuilder("mlx5_0").like(new OncRpcSvcBuilder());
        assertEquals(IoStrategy.SAME_THREAD, same.getIoStrategy());
        assertTrue(same.isAutoPublish());
        final RdmaRpcSvcBuilder given = new RdmaRpcSvcBuilder("mlx5_0")
                .like(new OncRpcSvcBuilder().withWorkerThreadIoStrategy().withWorkerThreadExecutionService(mine));
        assertEquals(IoStrategy.WORKER_THREAD, given.getIoStrategy());
        assertSame(mine, given.executor);
        final RdmaRpcSvcBuilder pool = new RdmaRpcSvcBuilder("mlx5_0")
                .like(new OncRpcSvcBuilder()
                        .withWorkerThreadIoStrategy()
                        .withWorkerThreadPoolSize(3)
                        .withoutAutoPublish());
        assertNull(pool.executor);
        assertEquals(3, pool.getWorkerThreadPoolSize());
        assertFalse(pool.isAutoPublish());
        final OncRpcSvcBuilder other = new OncRpcSvcBuilder().withLeaderFollowerIoStrategy();
        assertMessage(
                IllegalArgumentException.class,
                "strategy is not available over RDMA: ioStrategy=LEADER_FOLLOWER",
                () -> given.like(other));
        mine.shutdown();
    }

    /** This method is only compiled, because the code requires a NIC. */
    static void serve(final OncRpcProgram program, final RpcDispatchable service) throws IOException {
        // over TCP
        new OncRpcSvcBuilder()
                .withTCP()
                .withPort(2049)
                .withRpcService(program, service)
                .build()
                .start();
        // over RDMA: the artifact of mlx5_0 is rpcrdma-ibverbs
        new RdmaRpcSvcBuilder("mlx5_0")
                .withTCP()
                .withPort(20_049)
                .withRpcService(program, service)
                .build()
                .start();
    }

    static void call(final InetAddress address, final InetSocketAddress socketAddress) throws IOException {
        new OncRpcClient(address, IpProtocolType.TCP, 2049).connect();
        RdmaRpcClient.newBuilder("mlx5_0").build(socketAddress).connect();
    }
}
