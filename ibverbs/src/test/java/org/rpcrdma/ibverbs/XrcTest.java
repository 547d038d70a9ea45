// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.ExtendedQueuePairAttributes;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;
import org.rpcrdma.verbs.extended.XrcDomain;

/** Extended reliable connections: what a driver is given for each of their parts. */
class XrcTest extends DriverTest {
    private static final int GET_SRQ_NUM = -48;
    private static final int CREATE_SRQ_EX = -40;
    private static final int OPEN_XRCD = -32;
    private static final int CLOSE_XRCD = -24;

    private long note(final String call) {
        calls.add(call);
        return 0;
    }

    @Test
    void shouldMakeBothEndsOfExtendedReliableConnections() {
        fake.onQueryDevice(4096, 1 << 20);
        fake.extend(OPEN_XRCD, (context, attributes, c, d, e, f) -> {
            calls.add("open " + Native.getInt(attributes) + " " + Native.getInt(attributes + 4) + " "
                    + Native.getInt(attributes + 8));
            return fake.object();
        });
        fake.extend(CLOSE_XRCD, (domain, b, c, d, e, f) -> note("close"));
        fake.extend(CREATE_SRQ_EX, (context, attributes, c, d, e, f) -> {
            final MemorySegment source = Native.segment(attributes, 64);
            calls.add("srq " + source.get(JAVA_INT, 8) + " " + source.get(JAVA_INT, 20) + " " + source.get(JAVA_INT, 24)
                    + " " + (source.get(JAVA_LONG, 32) != 0) + (source.get(JAVA_LONG, 40) != 0)
                    + (source.get(JAVA_LONG, 48) != 0));
            return fake.object();
        });
        fake.extend(GET_SRQ_NUM, (queue, number, c, d, e, f) -> {
            Native.setInt(number, 0x123);
            return 0;
        });
        fake.extend(FakeVerbs.CREATE_QP_EX, (context, attributes, c, d, e, f) -> {
            final MemorySegment source = Native.segment(attributes, 136);
            calls.add("qp " + source.get(JAVA_INT, 52) + " " + source.get(JAVA_INT, 60) + " "
                    + (source.get(JAVA_LONG, 64) != 0) + (source.get(JAVA_LONG, 72) != 0));
            return source.get(JAVA_INT, 52) == 10 ? fake.object() : 0;
        });
        final IbvDevice device = fake.open();
        assertTrue(device.attributes().has(DeviceCapability.XRC));
        final ExtendedProtectionDomain domain = device.allocateProtectionDomain();
        final CompletionQueue queue = device.createCompletionQueue(16, device.newEventLoop(), polled -> {});
        final XrcDomain xrc = device.openXrcDomain();
        final SharedReceiveQueue shared =
                domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(8, 1), xrc, queue);
        assertEquals(0x123, shared.number());
        final QueuePairAttributes attributes = new QueuePairAttributes(queue, queue, 8, 8, 1);
        final QueuePairAttributes receiving = attributes.withType(QueuePairType.XRC_RECV);
        domain.createQueuePair(ExtendedQueuePairAttributes.of(receiving).withXrcDomain(xrc));
        final QueuePair sending = domain.createQueuePair(attributes.withType(QueuePairType.XRC_SEND));
        assertEquals(
                List.of("open 3 -1 64", "srq 8 15 1 truetruetrue", "qp 10 2 falsetrue", "qp 9 65 truefalse"), calls);
        fake.op(FakeVerbs.POST_SEND, (qp, first, bad, d, e, f) -> note("posted to " + Native.getInt(first + 72)));
        final ExtendedSendRequests chain = device.newSendRequests(1, 1);
        chain.send(1, 0);
        chain.destination(0x123);
        sending.postSend(chain);
        assertEquals("posted to 291", calls.get(calls.size() - 1));
        assertEquals(Errno.EINVAL, refused(() -> domain.createQueuePair(receiving)));
        assertEquals(
                Errno.EINVAL,
                refused(() -> domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(8, 1), xrc, null)));
        shared.close();
        xrc.close();
        assertEquals("close", calls.get(calls.size() - 1));
    }
}
