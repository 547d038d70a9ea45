// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.rpcrdma.junit.RpcPair;
import org.rpcrdma.junit.SimulatedRdma;
import org.rpcrdma.rnic.FaultPlan;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.transport.RpcPrograms;

@SimulatedRdma
class FirstRpcTest {
    private static final int PROGRAM = 0x2000_0001;
    private static final int SQUARE = 1;

    private final RpcPrograms service = new RpcPrograms().on(PROGRAM, 1, SQUARE, (call, reply) -> {
        final int number = call.arguments().getInt();
        reply.putInt(number * number);
    });

    @Test
    void shouldAnswerWithTheSquare(final RpcPair rpc) {
        rpc.serve(service);

        assertEquals(49, squareOf(7, rpc));
    }

    @Test
    void shouldAnswerThoughPacketsAreLost(final RpcPair rpc, final Fabric fabric) {
        rpc.serve(service);
        fabric.setFaultPlan(FaultPlan.NONE.withLoss(0.1)); // the same ones for the same seed

        for (int number = 1; number <= 100; number++) {
            assertEquals(number * number, squareOf(number, rpc));
        }
    }

    /** Sends a call and runs the simulation until the reply has arrived. */
    private static int squareOf(final int number, final RpcPair rpc) {
        return rpc.call(
                PROGRAM,
                1,
                SQUARE,
                (call, arguments) -> arguments.putInt(number),
                reply -> reply.results().getInt());
    }
}
