// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.junit.RpcPair;
import org.rpcrdma.junit.SimulatedRdma;
import org.rpcrdma.nic.Fabric;
import org.rpcrdma.nic.FaultPlan;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.wire.RpcHead;

@SimulatedRdma
class FirstRpcTest {
    private static final int PROGRAM = 0x2000_0001;

    @Test
    void shouldAnswerWithTheSquare(final RpcPair rpc) {
        rpc.serve(FirstRpcTest::square);

        assertEquals(49, squareOf(7, rpc));
    }

    @Test
    void shouldAnswerThoughPacketsAreLost(final RpcPair rpc, final Fabric fabric) {
        rpc.serve(FirstRpcTest::square);
        fabric.setFaultPlan(FaultPlan.NONE.withLoss(0.1)); // the same ones for the same seed

        for (int number = 1; number <= 100; number++) {
            assertEquals(number * number, squareOf(number, rpc));
        }
    }

    /** The service. */
    private static void square(final RpcCall call) {
        final int number = call.message().getInt(call.messageOffset() + RpcHead.CALL_LENGTH, BIG_ENDIAN);
        final int results = RpcHead.putReply(call.replyMessage(), call.xid());
        call.replyMessage().putInt(results, number * number, BIG_ENDIAN);
        call.reply(results + 4);
    }

    /** The client's side; runs the simulation until the reply has come. */
    private static int squareOf(final int number, final RpcPair rpc) {
        final DirectBuffer reply = rpc.call(call -> {
            final int arguments = RpcHead.putCall(call.message(), number, PROGRAM, 1, 1); // number: the xid, too
            call.message().putInt(arguments, number, BIG_ENDIAN);
            return arguments + 4;
        });
        return reply.getInt(RpcHead.REPLY_LENGTH, BIG_ENDIAN);
    }
}
