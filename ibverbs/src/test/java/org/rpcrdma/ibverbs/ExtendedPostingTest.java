// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertRefused;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.region.IbvMemoryWindow;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;

/** Tests all-or-nothing posting, in which a chain is posted by calling functions of the driver. */
class ExtendedPostingTest extends DriverTest {
    private static final int EVERYTHING = 1 << 17 | 1 << 21 | 1 << 24;

    /** The number of bytes of inline data that the driver grants. */
    private static final int INLINE = 64;

    /** The names of the functions in {@code struct ibv_qp_ex}, with their offsets. */
    private static final List<String> BUILDERS = List.of(
            "cas 184",
            "add 192",
            "bind 200",
            "inv 208",
            "read 216",
            "write 224",
            "write_imm 232",
            "send 240",
            "send_imm 248",
            "send_inv 256",
            "start 320",
            "abort 336");

    private long operations;
    private long result;

    @BeforeEach
    @Override
    void open() {
        fake.on("ibv_query_device", (context, attributes, c, d, e, f) -> {
            Native.setInt(attributes + 116, EVERYTHING);
            Native.setInt(attributes + 132, 1000);
            Native.setInt(attributes + 164, 1);
            return 0;
        });
        fake.extend(FakeVerbs.CREATE_QP_EX, (context, attributes, c, d, e, f) -> {
            final MemorySegment source = Native.segment(attributes, 136);
            assertEquals(1 | 1 << 6, source.get(JAVA_INT, 60));
            assertTrue(source.get(JAVA_LONG, 64) != 0, "the domain");
            operations = source.get(JAVA_LONG, 128);
            source.set(JAVA_INT, 48, INLINE);
            return extendedQueuePair();
        });
        fake.on("ibv_qp_to_qp_ex", (qp, b, c, d, e, f) -> qp);
        super.open();
    }

    /**
     * Returns a queue pair whose functions record their arguments and the queue pair's id and flags at the time of the
     * call.
     */
    private long extendedQueuePair() {
        final long created = fake.object();
        for (final String builder : BUILDERS) {
            final String[] words = builder.split(" ");
            final boolean isRequest = Integer.parseInt(words[1]) < 300;
            set(
                    created,
                    Integer.parseInt(words[1]),
                    words[0],
                    (qp, b, c, d, e, f) -> calls.add(
                                    isRequest ? words[0] + " id=" + id(qp) + arguments(words[0], b, c, d, e) : words[0])
                            ? 0
                            : -1);
        }
        set(created, 272, "ud", (qp, ah, number, qkey, e, f) -> note("ud " + number + " " + qkey, 0));
        set(created, 288, "inline", (qp, from, length, d, e, f) -> note("inline " + text(from, length), 0));
        set(created, 312, "sge", (qp, count, list, d, e, f) -> note("sge" + elements(list, count), 0));
        set(created, 328, "complete", (qp, b, c, d, e, f) -> note("complete", result));
        return created;
    }

    private static String arguments(final String name, final long b, final long c, final long d, final long e) {
        return switch (name) {
            case "send" -> "";
            case "inv", "send_imm", "send_inv" -> " " + Integer.toHexString((int) b);
            case "read", "write" -> " " + (int) b + " " + c;
            case "write_imm" -> " " + (int) b + " " + c + " " + Integer.toHexString((int) d);
            case "add" -> " " + (int) b + " " + c + " " + d;
            case "bind" -> " " + (int) c + " " + Native.getLong(d + 8) + " " + Native.getInt(d + 24);
            default -> " " + (int) b + " " + c + " " + d + " " + e;
        };
    }

    private static String elements(final long list, final long count) {
        final StringBuilder text = new StringBuilder();
        for (long at = list; at < list + 16 * count; at += 16) {
            text.append(' ').append(Native.getLong(at)).append(',').append(Native.getInt(at + 8));
            text.append(',').append(Native.getInt(at + 12));
        }
        return text.toString();
    }

    private static String text(final long from, final long length) {
        return new String(Native.getBytes(from, (int) length), StandardCharsets.US_ASCII);
    }

    @Test
    void shouldBuildEveryRequestBetweenStartAndComplete() {
        assertEquals(0x3ff, operations, "all that the device has");
        final ExtendedSendRequests chain = device.newSendRequests(9, 2);
        chain.send(1, SendRequests.SIGNALED);
        chain.sge(100, 10, 1);
        chain.sge(200, 20, 2);
        chain.sendWithImmediate(2, SendRequests.SOLICITED, 0x11223344);
        chain.sendWithInvalidate(3, 0, 0x55);
        chain.rdmaWrite(4, SendRequests.FENCE, 4000, 44);
        chain.sge(300, 30, 3);
        chain.rdmaWriteWithImmediate(5, 0, 5000, 55, 1);
        chain.rdmaRead(6, 0, 6000, 66);
        chain.compareAndSwap(7, 0, 7000, 77, 5, 6);
        chain.fetchAndAdd(8, 0, 8000, 88, 9);
        chain.localInvalidate(9, 0, 0x99);
        queuePair.postSendOrNone(chain);
        assertEquals(
                List.of(
                        "start",
                        "send id=1/2",
                        "sge 100,10,1 200,20,2",
                        "send_imm id=2/4 44332211",
                        "sge",
                        "send_inv id=3/0 55",
                        "sge",
                        "write id=4/1 44 4000",
                        "sge 300,30,3",
                        "write_imm id=5/0 55 5000 1000000",
                        "sge",
                        "read id=6/0 66 6000",
                        "sge",
                        "cas id=7/0 77 7000 5 6",
                        "sge",
                        "add id=8/0 88 8000 9",
                        "sge",
                        "inv id=9/0 99",
                        "complete"),
                calls);
    }

    @Test
    void shouldPassInlineDataOfAllElementsInOneCall() {
        final long text = fake.object();
        MemorySegment.copy("abcdef".getBytes(StandardCharsets.US_ASCII), 0, Native.segment(text, 6), JAVA_BYTE, 0, 6);
        final ExtendedSendRequests chain = device.newSendRequests(3, 2);
        chain.send(1, SendRequests.INLINE);
        chain.sge(text, 3, 0);
        chain.send(2, SendRequests.INLINE);
        chain.sge(text + 4, 2, 0);
        chain.sge(text, 2, 0);
        chain.send(3, SendRequests.INLINE);
        queuePair.postSendOrNone(chain);
        assertEquals(
                List.of(
                        "start",
                        "send id=1/8",
                        "inline abc",
                        "send id=2/8",
                        "inline efab",
                        "send id=3/8",
                        "inline ",
                        "complete"),
                calls);
        chain.clear();
        chain.send(1, 0);
        chain.send(2, SendRequests.INLINE);
        chain.sge(text, INLINE, 0);
        chain.sge(text, 1, 0);
        assertEquals(
                1,
                assertThrows(PostException.class, () -> queuePair.postSendOrNone(chain))
                        .badIndex());
    }

    @Test
    void shouldBindWindowsAndStepTheirKeys() {
        final MemoryRegion region = domain.registerMemory(4096, 4096, 4096, Access.MW_BIND);
        final MemoryWindow window = domain.allocateMemoryWindow(MemoryWindow.TYPE_2);
        final ExtendedSendRequests chain = device.newSendRequests(1, 1);
        chain.bindMemoryWindow(1, 2, window, 0x701, region, 4100, 10, Access.REMOTE_READ);
        result = 12;
        assertThrows(PostException.class, () -> queuePair.postSendOrNone(chain));
        final long key = ((IbvMemoryWindow) window).pointer() + 16;
        assertEquals(0, Native.getInt(key), "none is posted");
        result = 0;
        queuePair.postSendOrNone(chain);
        assertEquals(0x701, Native.getInt(key));
        assertEquals("bind id=1/2 1793 4100 4", calls.get(calls.size() - 2));
    }

    @Test
    void shouldAddressDatagrams() {
        queuePair = newQueuePair(QueuePairType.UD);
        assertEquals(1 << 2 | 1 << 3, operations);
        final ExtendedSendRequests chain = device.newSendRequests(2, 1);
        chain.send(1, 0);
        chain.destination(domain.createAddressHandle(new AddressVector(new Gid(1, 2), 0, 1)), 17, 18);
        queuePair.postSendOrNone(chain);
        assertEquals(List.of("start", "send id=1/0", "ud 17 18", "sge", "complete"), calls);
        calls.clear();
        chain.rdmaWrite(2, 0, 0, 0);
        assertRefused(Errno.EOPNOTSUPP, 1, () -> queuePair.postSendOrNone(chain));
        assertEquals(List.of(), calls, "nothing is begun");
    }

    @Test
    void shouldReportTheDriversFinalResult() {
        final ExtendedSendRequests chain = device.newSendRequests(2, 3);
        result = 22;
        chain.send(1, 0);
        assertRefused(Errno.EINVAL, 0, () -> queuePair.postSendOrNone(chain));
        result = 0;
        chain.send(2, 0);
        for (int i = 0; i < 3; i++) {
            chain.sge(0, 0, 0);
        }
        calls.clear();
        assertEquals(
                1,
                assertThrows(PostException.class, () -> queuePair.postSendOrNone(chain))
                        .badIndex());
        assertEquals(List.of(), calls);
    }
}
