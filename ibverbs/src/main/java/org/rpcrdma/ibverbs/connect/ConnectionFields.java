// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.connect;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.rpcrdma.ibverbs.layout.ConnectionLayout.FLOW_CONTROL;
import static org.rpcrdma.ibverbs.layout.ConnectionLayout.INITIATOR_DEPTH;
import static org.rpcrdma.ibverbs.layout.ConnectionLayout.PRIVATE_DATA;
import static org.rpcrdma.ibverbs.layout.ConnectionLayout.PRIVATE_DATA_LENGTH;
import static org.rpcrdma.ibverbs.layout.ConnectionLayout.QP_NUM;
import static org.rpcrdma.ibverbs.layout.ConnectionLayout.RESPONDER_RESOURCES;
import static org.rpcrdma.ibverbs.layout.ConnectionLayout.RETRY_COUNT;
import static org.rpcrdma.ibverbs.layout.ConnectionLayout.RNR_RETRY_COUNT;
import static org.rpcrdma.ibverbs.layout.ConnectionLayout.SIZE;
import static org.rpcrdma.ibverbs.layout.ConnectionLayout.SRQ;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.queue.IbvQueuePair;
import org.rpcrdma.verbs.ConnectionParameters;

/** The parameters that one side of a connection sends, in the form of a {@code struct rdma_conn_param}. */
final class ConnectionFields {
    private ConnectionFields() {}

    static MemorySegment write(
            final Arena arena,
            final ConnectionParameters parameters,
            final IbvQueuePair queuePair,
            final int responderResources,
            final int initiatorDepth) {
        final MemorySegment target = arena.allocate(SIZE, Long.BYTES);
        final byte[] data = parameters.privateData();
        target.set(JAVA_LONG, PRIVATE_DATA, arena.allocateFrom(JAVA_BYTE, data).address());
        target.set(JAVA_BYTE, PRIVATE_DATA_LENGTH, (byte) data.length);
        target.set(JAVA_BYTE, RESPONDER_RESOURCES, (byte) responderResources);
        target.set(JAVA_BYTE, INITIATOR_DEPTH, (byte) initiatorDepth);
        target.set(JAVA_BYTE, FLOW_CONTROL, (byte) 1);
        target.set(JAVA_BYTE, RETRY_COUNT, (byte) parameters.retryCount());
        target.set(JAVA_BYTE, RNR_RETRY_COUNT, (byte) parameters.rnrRetryCount());
        target.set(JAVA_BYTE, SRQ, (byte) (queuePair.sharesReceives() ? 1 : 0));
        target.set(JAVA_INT, QP_NUM, queuePair.number());
        return target;
    }
}
