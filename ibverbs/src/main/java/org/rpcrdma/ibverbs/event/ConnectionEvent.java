// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.event;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.layout.ConnectionLayout;
import org.rpcrdma.ibverbs.library.Native;

/**
 * A copy of a connection event. With a copy, the event can be acknowledged to the library before a handler runs.
 *
 * @param type               the type, from {@code enum rdma_cm_event_type}.
 * @param status             0, a negative errno, or the reason for a rejection.
 * @param identifier         the connection's {@code struct rdma_cm_id}.
 * @param privateData        the peer's private data.
 * @param responderResources the number of outstanding RDMA READs to this side that the peer requests.
 * @param initiatorDepth     the number of outstanding RDMA READs that the peer accepts.
 */
public record ConnectionEvent(
        int type, int status, long identifier, byte[] privateData, int responderResources, int initiatorDepth) {
    private static final long ROOM = ConnectionLayout.EVENT_PARAMETERS + ConnectionLayout.SIZE;
    private static final byte[] NOTHING = {};

    static ConnectionEvent read(final long event) {
        final MemorySegment source = Native.segment(event, ROOM);
        final MemorySegment parameters = source.asSlice(ConnectionLayout.EVENT_PARAMETERS);
        final int type = source.get(JAVA_INT, ConnectionLayout.EVENT_TYPE);
        return new ConnectionEvent(
                type,
                source.get(JAVA_INT, ConnectionLayout.EVENT_STATUS),
                source.get(JAVA_LONG, ConnectionLayout.EVENT_ID),
                bringsData(type) ? privateData(parameters) : NOTHING,
                Byte.toUnsignedInt(parameters.get(JAVA_BYTE, ConnectionLayout.RESPONDER_RESOURCES)),
                Byte.toUnsignedInt(parameters.get(JAVA_BYTE, ConnectionLayout.INITIATOR_DEPTH)));
    }

    private static boolean bringsData(final int type) {
        return type == ConnectionLayout.CONNECT_REQUEST
                || type == ConnectionLayout.CONNECT_RESPONSE
                || type == ConnectionLayout.REJECTED;
    }

    private static byte[] privateData(final MemorySegment parameters) {
        final long data = parameters.get(JAVA_LONG, ConnectionLayout.PRIVATE_DATA);
        final int length = Byte.toUnsignedInt(parameters.get(JAVA_BYTE, ConnectionLayout.PRIVATE_DATA_LENGTH));
        return data == Native.NULL ? NOTHING : Native.getBytes(data, length);
    }
}
