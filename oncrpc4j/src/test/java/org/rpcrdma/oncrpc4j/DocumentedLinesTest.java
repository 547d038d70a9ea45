// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.dcache.oncrpc4j.rpc.OncRpcClient;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.OncRpcSvcBuilder;
import org.dcache.oncrpc4j.rpc.RpcDispatchable;
import org.dcache.oncrpc4j.rpc.net.IpProtocolType;
import org.junit.jupiter.api.Test;

/** The lines of docs/oncrpc4j.md that are no program of their own. */
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

    /** Compiled only: the lines name a NIC. */
    static void serve(final OncRpcProgram program, final RpcDispatchable service) throws IOException {
        // over TCP
        new OncRpcSvcBuilder()
                .withTCP()
                .withPort(2049)
                .withRpcService(program, service)
                .build()
                .start();
        // over RDMA
        new RdmaRpcSvcBuilder("mlx5_0")
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
