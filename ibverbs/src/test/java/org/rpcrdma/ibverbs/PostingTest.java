// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertRefused;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;

/** Tests the structures to which a driver receives a pointer. */
class PostingTest extends DriverTest {
    private static final int ENOMEM = 12;

    private final List<String> posted = new ArrayList<>();

    @BeforeEach
    @Override
    void open() {
        super.open();
    }

    /**
     * Records a chain in the form {@code id opcode flags[ address,length,lkey...]}. The given reader records the other
     * fields.
     */
    private void takeSends(final Function<MemorySegment, String> fields) {
        fake.op(FakeVerbs.POST_SEND, (queue, first, bad, d, e, f) -> {
            for (long at = first; at != 0; at = Native.getLong(at + 8)) {
                final MemorySegment wr = Native.segment(at, 128);
                posted.add(wr.get(JAVA_LONG, 0) + " " + wr.get(JAVA_INT, 28) + " " + wr.get(JAVA_INT, 32)
                        + elements(wr.get(JAVA_LONG, 16), wr.get(JAVA_INT, 24)) + fields.apply(wr));
            }
            return 0;
        });
    }

    private static String elements(final long list, final int count) {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            final MemorySegment sge = Native.segment(list + 16L * i, 16);
            text.append(" ").append(sge.get(JAVA_LONG, 0)).append(",").append(sge.get(JAVA_INT, 8));
            text.append(",").append(sge.get(JAVA_INT, 12));
        }
        return text.toString();
    }

    @Test
    void shouldLinkRequestsWithTheirElements() {
        takeSends(wr -> "");
        final SendRequests chain = device.newSendRequests(3, 2);
        for (int round = 0; round < 2; round++) {
            chain.clear();
            chain.send(7, SendRequests.SIGNALED);
            chain.sge(1000, 10, 1);
            chain.sge(2000, 20, 2);
            chain.send(8, SendRequests.SOLICITED);
            chain.send(9, SendRequests.FENCE);
            chain.sge(3000, 30, 3);
            queuePair.postSend(chain);
            chain.clear();
            chain.send(10, SendRequests.INLINE);
            chain.sge(4000, 40, 4);
            queuePair.postSend(chain);
            assertEquals(List.of("7 2 2 1000,10,1 2000,20,2", "8 2 4", "9 2 1 3000,30,3", "10 2 8 4000,40,4"), posted);
            posted.clear();
        }
    }

    /** Requests are linked in advance, so a chain of a different length must be terminated at a different request. */
    @Test
    void shouldPostChainsOfEveryLengthInSequence() {
        takeSends(wr -> "");
        final SendRequests chain = device.newSendRequests(4, 1);
        for (final int length : new int[] {2, 4, 1, 3, 4, 4, 2}) {
            chain.clear();
            final List<String> expected = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                chain.send(i, 0);
                expected.add(i + " 2 0");
            }
            queuePair.postSend(chain);
            assertEquals(expected, posted);
            posted.clear();
        }
        chain.send(2, 0);
        queuePair.postSend(chain);
        assertEquals(List.of("0 2 0", "1 2 0", "2 2 0"), posted, "a posted chain may continue");
    }

    @Test
    void shouldStageEveryOperation() {
        takeSends(wr -> " imm=" + Integer.toHexString(wr.get(JAVA_INT, 36)) + " at=" + wr.get(JAVA_LONG, 40) + " rkey="
                + wr.get(JAVA_INT, 48));
        final SendRequests chain = device.newSendRequests(6, 1);
        chain.sendWithInvalidate(1, 0, 0x11223344);
        chain.sendWithImmediate(2, 0, 0x11223344);
        chain.rdmaWrite(3, 0, 500, 51);
        chain.rdmaWriteWithImmediate(4, 0, 600, 61, 1);
        chain.rdmaRead(5, 0, 700, 71);
        chain.localInvalidate(6, 0, 0x77);
        queuePair.postSend(chain);
        assertEquals("1 9 0 imm=11223344", posted.get(0).substring(0, 18));
        assertEquals("2 3 0 imm=44332211", posted.get(1).substring(0, 18));
        assertEquals(" at=500 rkey=51", posted.get(2).substring(posted.get(2).indexOf(" at=")));
        assertEquals("4 1 0 imm=1000000 at=600 rkey=61", posted.get(3));
        assertEquals("5 4 0", posted.get(4).substring(0, 5));
        assertEquals(" at=700 rkey=71", posted.get(4).substring(posted.get(4).indexOf(" at=")));
        assertEquals("6 7 0 imm=77", posted.get(5).substring(0, 12));
    }

    @Test
    void shouldStageAtomicsAndBindings() {
        takeSends(wr -> " at=" + wr.get(JAVA_LONG, 40) + " compareAdd=" + wr.get(JAVA_LONG, 48) + " swap="
                + wr.get(JAVA_LONG, 56) + " rkey=" + wr.get(JAVA_INT, 64));
        final SendRequests chain = device.newSendRequests(2, 1);
        chain.compareAndSwap(1, 0, 800, 81, 5, 6);
        chain.fetchAndAdd(2, 0, 900, 91, 7);
        queuePair.postSend(chain);
        assertEquals("1 5 0 at=800 compareAdd=5 swap=6 rkey=81", posted.get(0));
        assertEquals("2 6 0 at=900 compareAdd=7", posted.get(1).substring(0, 25));
        posted.clear();
        final long mw = fake.object();
        final long mr = fake.object();
        fake.op(FakeVerbs.ALLOC_MW, (a, b, c, d, e, f) -> mw);
        fake.on("ibv_reg_mr_iova2", (a, b, c, d, e, f) -> mr);
        takeSends(wr -> " imm=" + wr.get(JAVA_INT, 36) + " mw=" + (wr.get(JAVA_LONG, 80) == mw) + " rkey="
                + wr.get(JAVA_INT, 88) + " mr="
                + (wr.get(JAVA_LONG, 96) == mr) + " at=" + wr.get(JAVA_LONG, 104) + " length="
                + wr.get(JAVA_LONG, 112) + " access=" + wr.get(JAVA_INT, 120));
        chain.clear();
        chain.localInvalidate(9, 0, 0x99);
        chain.clear();
        final MemoryWindow window = domain.allocateMemoryWindow(MemoryWindow.TYPE_2);
        final MemoryRegion region = domain.registerMemory(8192, 4096, 8192, Access.MW_BIND);
        chain.bindMemoryWindow(3, SendRequests.SIGNALED, window, 21, region, 8192, 100, Access.REMOTE_READ);
        queuePair.postSend(chain);
        assertEquals(List.of("3 8 2 imm=0 mw=true rkey=21 mr=true at=8192 length=100 access=4"), posted);
    }

    @Test
    void shouldReportTheRequestThatWasRefused() {
        fake.op(FakeVerbs.POST_SEND, (queue, first, bad, d, e, f) -> {
            Native.setLong(bad, Native.getLong(Native.getLong(first + 8) + 8));
            return ENOMEM;
        });
        fake.op(FakeVerbs.POST_RECV, (queue, first, bad, d, e, f) -> {
            Native.setLong(bad, Native.getLong(first + 8));
            return 22;
        });
        final SendRequests sends = device.newSendRequests(4, 1);
        final ReceiveRequests receives = device.newReceiveRequests(4);
        for (int i = 0; i < 4; i++) {
            sends.send(i, 0);
            receives.receive(i, 0, 1, 2);
        }
        assertRefused(Errno.ENOMEM, 2, () -> queuePair.postSend(sends));
        assertRefused(Errno.EINVAL, 1, () -> queuePair.postReceive(receives));
    }

    @Test
    void shouldPostReceivesToQueuePairsAndSharedQueues() {
        final FakeVerbs.Function take = (queue, first, bad, d, e, f) -> {
            for (long at = first; at != 0; at = Native.getLong(at + 8)) {
                posted.add(Native.getLong(at) + elements(Native.getLong(at + 16), Native.getInt(at + 24)));
            }
            return 0;
        };
        fake.op(FakeVerbs.POST_RECV, take);
        fake.op(FakeVerbs.POST_SRQ_RECV, take);
        final ReceiveRequests chain = device.newReceiveRequests(2, 2);
        chain.receive(1);
        chain.sge(100, 10, 1);
        chain.sge(200, 20, 2);
        chain.receive(2, 300, 30, 3);
        queuePair.postReceive(chain);
        final SharedReceiveQueue shared = domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(16, 2));
        chain.clear();
        chain.receive(3);
        shared.postReceive(chain);
        assertEquals(List.of("1 100,10,1 200,20,2", "2 300,30,3", "3"), posted);
    }

    @Test
    void shouldRejectRequestsBeyondTheChainsCapacity() {
        final SendRequests sends = device.newSendRequests(1, 1);
        assertThrows(IndexOutOfBoundsException.class, () -> sends.sge(0, 1, 2));
        sends.send(1, 0);
        sends.sge(0, 1, 2);
        assertThrows(IndexOutOfBoundsException.class, () -> sends.sge(0, 1, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> sends.send(2, 0));
        final ReceiveRequests receives = device.newReceiveRequests(1);
        receives.receive(1, 0, 1, 2);
        assertThrows(IndexOutOfBoundsException.class, () -> receives.sge(0, 1, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> receives.receive(2));
    }
}
