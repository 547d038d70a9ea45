// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rpcrdma.ibverbs.layout.QueuePairLayout;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.QueuePairState;

/**
 * The part of {@link FakeVerbs} that replaces librdmacm: identifiers, and the events that a test raises. As there,
 * offsets are literal numbers.
 */
final class FakeConnections {
    static final int ADDR_RESOLVED = 0;
    static final int ROUTE_RESOLVED = 2;
    static final int CONNECT_REQUEST = 4;
    static final int CONNECT_RESPONSE = 5;
    static final int UNREACHABLE = 7;
    static final int REJECTED = 8;
    static final int ESTABLISHED = 9;
    static final int DISCONNECTED = 10;

    private static final int NO_SUCH_INDEX = 22;

    /** The newest identifier. */
    long identifier;

    /** The parameters that the last {@code rdma_connect} or {@code rdma_accept} received. */
    byte[] parameters;

    /** The first bytes of the private data. */
    byte[] sent;

    /** The states to which queue pairs were moved. */
    final List<QueuePairState> states = new ArrayList<>();

    /**
     * For each state, the number of READs that the queue pair can answer concurrently, or -1 if the call did not set
     * this number.
     */
    final List<Integer> readsTaken = new ArrayList<>();

    /** The code of the time for which peers must wait after an RNR NAK. */
    byte rnrTimer;

    private final FakeVerbs fake;
    private final ArrayDeque<Long> events = new ArrayDeque<>();

    FakeConnections(final FakeVerbs fake) {
        this.fake = fake;
        fake.on("rdma_create_id", (channel, out, context, space, e, f) -> {
            identifier = newIdentifier(context);
            Native.setLong(out, identifier);
            return 0;
        });
        fake.on("rdma_get_cm_event", (channel, out, c, d, e, f) -> {
            Native.setLong(out, events.isEmpty() ? 0 : events.peek());
            return events.poll() == null ? -1 : 0;
        });
        fake.on("ibv_query_gid", (context, port, index, gid, e, f) -> {
            final MemorySegment target = Native.segment(gid, 16);
            target.set(JAVA_INT, 8, 0xffff0000);
            target.set(JAVA_INT, 12, 0x0100620a);
            return index == 0 ? 0 : NO_SUCH_INDEX;
        });
        fake.on("rdma_init_qp_attr", (id, attributes, mask, d, e, f) -> {
            Native.segment(attributes + QueuePairLayout.MAX_DEST_RD_ATOMIC, 1).set(JAVA_BYTE, 0, (byte) -1);
            Native.setInt(mask, 1);
            return 0;
        });
        fake.on("ibv_modify_qp", (qp, attributes, mask, d, e, f) -> {
            states.add(QueuePairState.values()[Native.getInt(attributes)]);
            readsTaken.add((int) Native.getBytes(attributes + QueuePairLayout.MAX_DEST_RD_ATOMIC, 1)[0]);
            rnrTimer = Native.getBytes(attributes + QueuePairLayout.MIN_RNR_TIMER, 1)[0];
            return 0;
        });
        for (final String call : List.of("rdma_connect", "rdma_accept")) {
            fake.on(call, (id, given, c, d, e, f) -> {
                parameters = Native.getBytes(given, 24);
                sent = Native.getBytes(Native.getLong(given), Native.getInt(given + 8) & 0xff);
                return 0;
            });
        }
        for (final String call : List.of(
                "rdma_bind_addr",
                "rdma_listen",
                "rdma_resolve_addr",
                "rdma_resolve_route",
                "rdma_establish",
                "rdma_reject",
                "rdma_disconnect",
                "rdma_destroy_id",
                "rdma_ack_cm_event")) {
            fake.on(call, (a, b, c, d, e, f) -> 0);
        }
    }

    /**
     * Returns an identifier on the device. The device's address is 10.98.0.2, port 20049, and the peer's address is
     * 10.98.0.7, port 1234.
     */
    long newIdentifier(final long context) {
        final long id = fake.object();
        Native.setLong(id, fake.context.address());
        Native.setLong(id + 16, context);
        writeAddress(id + 32, 20_049, (byte) 2);
        writeAddress(id + 160, 1234, (byte) 7);
        return id;
    }

    private static void writeAddress(final long at, final int port, final byte host) {
        final MemorySegment address = Native.segment(at, 28);
        address.set(JAVA_SHORT, 0, (short) 2);
        address.set(JAVA_SHORT, 2, Short.reverseBytes((short) port));
        MemorySegment.copy(new byte[] {10, 98, 0, host}, 0, address, JAVA_BYTE, 4, 4);
    }

    void raise(final int type, final int status, final byte... privateData) {
        raise(type, status, identifier, 0, privateData);
    }

    void raise(final int type, final int status, final long id, final long listener, final byte... privateData) {
        final long event = fake.object();
        final MemorySegment target = Native.segment(event, 512);
        target.set(JAVA_LONG, 0, id);
        target.set(JAVA_LONG, 8, listener);
        target.set(JAVA_INT, 16, type);
        target.set(JAVA_INT, 20, status);
        MemorySegment.copy(privateData, 0, target, JAVA_BYTE, 128, privateData.length);
        target.set(JAVA_LONG, 24, event + 128);
        target.set(JAVA_BYTE, 32, (byte) privateData.length);
        target.set(JAVA_BYTE, 33, (byte) 5);
        target.set(JAVA_BYTE, 34, (byte) 3);
        events.add(event);
    }

    /**
     * Returns the librdmacm calls since this method was last called, without the calls that read and acknowledge
     * events.
     */
    List<String> takeCalls() {
        final List<String> taken = fake.calls.stream()
                .filter(call -> call.startsWith("rdma_"))
                .filter(call -> !Arrays.asList("rdma_get_cm_event", "rdma_ack_cm_event", "rdma_init_qp_attr")
                        .contains(call))
                .toList();
        fake.calls.clear();
        return taken;
    }
}
