// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.transport.program.StoreProtocol;
import org.rpcrdma.verbs.Device;

/**
 * WRITE calls to the slot's object, and READ calls that return the written bytes, alternately as a result and in a long
 * reply.
 */
final class StoreCall extends ServiceCall {
    private static final int STATUS_AND_LENGTH = 8;

    private final long object;
    private final int objectSize;
    private long offset;
    private int calls;

    StoreCall(
            final ServiceClient client,
            final Device device,
            final SeededRandom random,
            final int maxData,
            final long object,
            final int objectSize) {
        super(client, device, random, maxData);
        this.object = object;
        this.objectSize = objectSize;
    }

    @Override
    void issue(final ClientCall call, final int xid) {
        if (isWrite(calls++)) {
            newData();
            offset = random().nextInt(objectSize - length() + 1);
            final int head = StoreProtocol.writeWriteOfChunk(call.message(), xid, object, offset, length(), xid);
            call.argument(StoreProtocol.WRITE_DATA, dataAddress(), length());
            call.send(head, this);
        } else {
            final int head = StoreProtocol.writeRead(call.message(), xid, object, offset, length());
            expect(call, calls % 4 == 0);
            call.send(head, this);
        }
    }

    private static boolean isWrite(final int call) {
        return call % 2 == 0;
    }

    @Override
    boolean isRight(final RpcReply received) {
        if (isWrite(calls - 1)) {
            return StoreProtocol.status(received.message(), received.messageOffset(), received.messageLength())
                    == StoreProtocol.OK;
        }
        return hasData(received, STATUS_AND_LENGTH);
    }
}
