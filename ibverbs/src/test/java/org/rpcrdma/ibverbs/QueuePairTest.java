// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.verbs.QueuePairParameter.ACCESS_FLAGS;
import static org.rpcrdma.verbs.QueuePairParameter.DESTINATION_NUMBER;
import static org.rpcrdma.verbs.QueuePairParameter.MAX_DESTINATION_READ_ATOMIC;
import static org.rpcrdma.verbs.QueuePairParameter.MAX_READ_ATOMIC;
import static org.rpcrdma.verbs.QueuePairParameter.MIN_RNR_TIMER;
import static org.rpcrdma.verbs.QueuePairParameter.PATH_MTU;
import static org.rpcrdma.verbs.QueuePairParameter.PKEY_INDEX;
import static org.rpcrdma.verbs.QueuePairParameter.PORT;
import static org.rpcrdma.verbs.QueuePairParameter.RECEIVE_PSN;
import static org.rpcrdma.verbs.QueuePairParameter.RETRY_COUNT;
import static org.rpcrdma.verbs.QueuePairParameter.RNR_RETRY;
import static org.rpcrdma.verbs.QueuePairParameter.SEND_PSN;
import static org.rpcrdma.verbs.QueuePairParameter.TIMEOUT;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.post.IbvSendChain;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

class QueuePairTest extends DriverTest {
    private QueuePair create() {
        device = fake.open();
        queue = device.createCompletionQueue(16, device.newEventLoop(), polled -> {});
        return device.allocateProtectionDomain().createQueuePair(new QueuePairAttributes(queue, queue, 5, 6, 2));
    }

    @Test
    void shouldRequestSizesAndReportTheGrantedSizes() {
        final List<Integer> asked = new ArrayList<>();
        fake.on("ibv_create_qp", (domain, attributes, c, d, e, f) -> {
            for (int field = 32; field <= 56; field += 4) {
                asked.add(Native.getInt(attributes + field));
            }
            final long created = fake.object();
            Native.setInt(created + 52, 0x123456);
            return created;
        });
        final QueuePair queuePair = create();
        fake.on("ibv_query_qp", (pointer, attributes, mask, creation, e, f) -> {
            Native.setInt(creation + 32, 8);
            Native.setInt(creation + 36, 7);
            Native.setInt(creation + 40, 2);
            Native.setInt(creation + 44, 1);
            Native.setInt(creation + 48, 64);
            return 0;
        });
        assertEquals(List.of(5, 6, 2, 1, 0, 2, 0), asked);
        assertEquals(new QueuePairCapabilities(8, 7, 2, 1, 64), queuePair.capabilities());
        assertEquals(0x123456, queuePair.number());
    }

    @Test
    void shouldWriteEveryParameterWhereTheDriverReadsIt() {
        final List<Long> seen = new ArrayList<>();
        fake.on("ibv_modify_qp", (queuePair, attributes, mask, d, e, f) -> {
            final MemorySegment source = Native.segment(attributes, 144);
            seen.add(mask & 0xffff_ffffL);
            for (final int field : new int[] {0, 8, 20, 24, 28, 32}) {
                seen.add((long) source.get(JAVA_INT, field));
            }
            seen.add((long) source.get(JAVA_SHORT, 120));
            for (final int field : new int[] {126, 127, 128, 129, 130, 131, 132}) {
                seen.add((long) source.get(JAVA_BYTE, field));
            }
            seen.add(Long.reverseBytes(source.get(JAVA_LONG, 56)));
            seen.add(Long.reverseBytes(source.get(JAVA_LONG, 64)));
            seen.add((long) source.get(JAVA_BYTE, 56 + 20));
            seen.add((long) source.get(JAVA_BYTE, 56 + 29));
            seen.add((long) source.get(JAVA_BYTE, 56 + 30));
            return 0;
        });
        create().modify(new QueuePairParameters()
                .state(QueuePairState.RTR)
                .addressVector(new AddressVector(new Gid(0x1122, 0x3344), 3, 1))
                .set(PATH_MTU, 2048)
                .set(RECEIVE_PSN, 10)
                .set(SEND_PSN, 11)
                .set(DESTINATION_NUMBER, 12)
                .set(ACCESS_FLAGS, Access.REMOTE_READ)
                .set(PKEY_INDEX, 13)
                .set(MAX_READ_ATOMIC, 14)
                .set(MAX_DESTINATION_READ_ATOMIC, 15)
                .set(MIN_RNR_TIMER, 16)
                .set(PORT, 1)
                .set(TIMEOUT, 17)
                .set(RETRY_COUNT, 6)
                .set(RNR_RETRY, 7));
        assertEquals(
                List.of(
                        0x13bfb9L, 2L, 4L, 10L, 11L, 12L, 4L, 13L, 14L, 15L, 16L, 1L, 17L, 6L, 7L, 0x1122L, 0x3344L, 3L,
                        1L, 1L),
                seen);
    }

    @Test
    void shouldReturnTheParametersThatWereSet() {
        fake.on("ibv_query_qp", (queuePair, attributes, mask, creation, e, f) -> {
            final MemorySegment target = Native.segment(attributes, 144);
            target.set(JAVA_INT, 0, 3);
            target.set(JAVA_INT, 8, 5);
            target.set(JAVA_INT, 28, 0xabcdef);
            target.set(JAVA_BYTE, 126, (byte) 200);
            return 0;
        });
        final QueuePair queuePair = create();
        assertEquals(QueuePairState.RTS, queuePair.state());
        final QueuePairParameters parameters = queuePair.query();
        assertEquals(4096, parameters.get(PATH_MTU));
        assertEquals(0xabcdef, parameters.get(DESTINATION_NUMBER));
        assertEquals(200, parameters.get(MAX_READ_ATOMIC));
    }

    @Test
    void shouldRefuseAnInvalidMtu() {
        final QueuePair queuePair = create();
        for (final int bytes : new int[] {0, 128, 1000, 8192}) {
            assertThrows(VerbsException.class, () -> queuePair.modify(new QueuePairParameters().set(PATH_MTU, bytes)));
        }
    }

    /** A driver that lacks the call or rejects one of the operations still supports plain queue pairs. */
    @Test
    void shouldCreatePlainQueuePairsIfTheDriverHasNothingElse() {
        fake.extend(FakeVerbs.CREATE_QP_EX, (context, attributes, c, d, e, f) -> 0);
        fake.on("ibv_qp_to_qp_ex", (qp, b, c, d, e, f) -> 0);
        for (final boolean knows : new boolean[] {true, false}) {
            final QueuePair queuePair = create();
            final SendRequests chain = new IbvSendChain(fake.open().attributes(), 1, 1);
            chain.send(1, 0);
            queuePair.postSend(chain);
            final VerbsException e = assertThrows(VerbsException.class, () -> queuePair.postSendOrNone(chain));
            assertEquals(Errno.EOPNOTSUPP, e.errno(), "knows=" + knows);
            fake.shorten(50 + 328);
        }
    }
}
