// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.transport.program.EchoProtocol;
import org.rpcrdma.verbs.Device;

/**
 * ECHO calls that use every way to transfer data. The data is sent as an argument or in a long message, and returned as
 * a result or in a long reply.
 */
final class EchoCall extends ServiceCall {
    private static final int WAYS = 4;
    private static final int WORD = 4;

    private int way;

    EchoCall(final ServiceClient client, final Device device, final SeededRandom random, final int maxData) {
        super(client, device, random, maxData);
    }

    @Override
    void issue(final ClientCall call, final int xid) {
        newData();
        way = (way + 1) % WAYS;
        final int head = EchoProtocol.writeEchoOfChunk(call.message(), xid, length(), way);
        expect(call, way % 2 == 0);
        call.argument(EchoProtocol.DATA, dataAddress(), length());
        call.send(head, this);
    }

    @Override
    boolean isRight(final RpcReply received) {
        return hasData(received, WORD);
    }
}
