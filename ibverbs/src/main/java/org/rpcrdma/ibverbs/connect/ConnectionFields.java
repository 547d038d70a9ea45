// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.connect;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.layout.ConnectionLayout;
import org.rpcrdma.ibverbs.queue.IbvQueuePair;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** Holds the parameters that one side of a connection sends, as {@code struct rdma_conn_param}. */
final class ConnectionFields {
    /** Bytes of private data that a request, its acceptance and its rejection have room for. */
    static final int REQUEST_DATA = 56;

    static final int ACCEPT_DATA = 196;
    static final int REJECT_DATA = 148;

    private static final int MAX_READS = 255;
    private static final int MAX_RETRIES = 7;

    private ConnectionFields() {}

    /** Refuses values that do not fit into the structure's fields. */
    static void check(final ConnectionParameters parameters, final int dataLimit) {
        checkData(parameters.privateData(), dataLimit);
        check("responderResources", parameters.responderResources(), 0, MAX_READS);
        check("initiatorDepth", parameters.initiatorDepth(), 0, MAX_READS);
        check("maxReadAtomic", parameters.maxReadAtomic(), 1, MAX_READS);
        check("retryCount", parameters.retryCount(), 0, MAX_RETRIES);
        check("rnrRetryCount", parameters.rnrRetryCount(), 0, MAX_RETRIES);
    }

    static void checkData(final byte[] data, final int limit) {
        check("privateData", data.length, 0, limit);
    }

    private static void check(final String name, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "connection parameter out of range: " + name + "=" + value + " least=" + least + " most=" + most);
        }
    }

    static MemorySegment write(
            final Arena arena,
            final ConnectionParameters parameters,
            final IbvQueuePair queuePair,
            final int responderResources,
            final int initiatorDepth) {
        final MemorySegment target = arena.allocate(ConnectionLayout.SIZE, Long.BYTES);
        final byte[] data = parameters.privateData();
        target.set(
                JAVA_LONG,
                ConnectionLayout.PRIVATE_DATA,
                arena.allocateFrom(JAVA_BYTE, data).address());
        target.set(JAVA_BYTE, ConnectionLayout.PRIVATE_DATA_LENGTH, (byte) data.length);
        target.set(JAVA_BYTE, ConnectionLayout.RESPONDER_RESOURCES, (byte) responderResources);
        target.set(JAVA_BYTE, ConnectionLayout.INITIATOR_DEPTH, (byte) initiatorDepth);
        target.set(JAVA_BYTE, ConnectionLayout.FLOW_CONTROL, (byte) 1);
        target.set(JAVA_BYTE, ConnectionLayout.RETRY_COUNT, (byte) parameters.retryCount());
        target.set(JAVA_BYTE, ConnectionLayout.RNR_RETRY_COUNT, (byte) parameters.rnrRetryCount());
        target.set(JAVA_BYTE, ConnectionLayout.SRQ, (byte) (queuePair.sharesReceives() ? 1 : 0));
        target.set(JAVA_INT, ConnectionLayout.QP_NUM, queuePair.number());
        return target;
    }
}
