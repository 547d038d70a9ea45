// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.bench.WrittenFrames.BTH;
import static org.rpcrdma.bench.WrittenFrames.IP;
import static org.rpcrdma.bench.WrittenFrames.MAD;
import static org.rpcrdma.bench.WrittenFrames.MESSAGE;
import static org.rpcrdma.bench.WrittenFrames.bundled;
import static org.rpcrdma.bench.WrittenFrames.destinationQueuePair;
import static org.rpcrdma.bench.WrittenFrames.field;
import static org.rpcrdma.bench.WrittenFrames.identification;
import static org.rpcrdma.bench.WrittenFrames.isManagement;
import static org.rpcrdma.bench.WrittenFrames.isRequest;
import static org.rpcrdma.bench.WrittenFrames.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.bench.console.ExitCode;

/** Compares the connection managers' messages in a simulated capture with those in Linux's captures. */
class ConnectionOnTheWireTest extends CommandTest {
    /** The number of READs that our server allows in flight. Linux's soft-RoCE allows 128. */
    private static final int READ_DEPTH = 16;
    /** The encoded timeout, which stands for the 67 ms of rc.ack_timeout. */
    private static final int ACK_TIMEOUT = 14;

    private static final int MTU_4096 = 5;

    /**
     * The offsets and lengths of the host-specific fields: communication ids, GUID, queue pair, starting PSN, the
     * addresses in both GIDs, flow label, and the port and addresses of the IP service.
     */
    private static final int[] OWN_IN_REQUEST = {0, 8, 16, 8, 32, 3, 44, 3, 68, 4, 84, 4, 88, 3, 142, 2, 156, 4, 172, 4
    };

    @TempDir
    private Path folder;

    private List<ByteBuffer> captured(final String... options) throws IOException {
        final Path file = folder.resolve("out.pcap");
        final List<String> arguments = new ArrayList<>(List.of("capture", "--out", file.toString()));
        arguments.addAll(List.of(options));
        assertEquals(ExitCode.DONE, rpcrdma(arguments.toArray(String[]::new)), err::toString);
        return WrittenFrames.of(file);
    }

    private static ByteBuffer first(final List<ByteBuffer> frames, final int attribute) {
        return frames.stream()
                .filter(frame -> isManagement(frame) && WrittenFrames.attribute(frame) == attribute)
                .findFirst()
                .orElseThrow();
    }

    /**
     * Returns a frame, starting at its IPv4 header, with zeros in the host-specific fields.
     *
     * @param fields pairs of offset and length.
     */
    private static byte[] without(final ByteBuffer frame, final int... fields) {
        final byte[] bytes = new byte[frame.capacity()];
        frame.get(0, bytes);
        blank(bytes, 0, IP);
        blank(bytes, IP + 4, 2);
        blank(bytes, IP + 10, 10);
        blank(bytes, MAD + 8, 8);
        blank(bytes, bytes.length - 4, 4);
        for (int i = 0; i < fields.length; i += 2) {
            blank(bytes, MESSAGE + fields[i], fields[i + 1]);
        }
        return bytes;
    }

    private static void blank(final byte[] bytes, final int from, final int count) {
        Arrays.fill(bytes, from, from + count, (byte) 0);
    }

    @ParameterizedTest
    @CsvSource({"nfs3, echo", "nfs41, store", "nfs42fio, replay"})
    void shouldRequestAConnectionAsLinuxDoes(final String capture, final String workload) throws IOException {
        final ByteBuffer linux = first(bundled(capture, folder), WrittenFrames.REQ);
        linux.put(MESSAGE + 35, (byte) READ_DEPTH);
        linux.put(MESSAGE + 50, (byte) (MTU_4096 << 4));
        linux.put(MESSAGE + 95, (byte) (ACK_TIMEOUT << 3));

        final ByteBuffer ours = first(captured("--workload", workload), WrittenFrames.REQ);
        assertArrayEquals(without(linux, OWN_IN_REQUEST), without(ours, OWN_IN_REQUEST));
    }

    @ParameterizedTest
    @CsvSource({"nfs3, echo", "nfs41, store", "nfs42fio, replay"})
    void shouldAcceptAndConfirmAsLinuxDoes(final String capture, final String workload) throws IOException {
        final List<ByteBuffer> linux = bundled(capture, folder);
        final ByteBuffer reply = first(linux, WrittenFrames.REP);
        reply.put(MESSAGE + 25, (byte) READ_DEPTH);
        reply.put(MESSAGE + 26, (byte) (ACK_TIMEOUT - 1 << 3));

        final List<ByteBuffer> ours = captured("--workload", workload);
        final int[] own = {0, 8, 12, 3, 20, 3, 28, 8};
        assertArrayEquals(without(reply, own), without(first(ours, WrittenFrames.REP), own));
        final int[] ids = {0, 8};
        assertArrayEquals(without(first(linux, WrittenFrames.RTU), ids), without(first(ours, WrittenFrames.RTU), ids));
    }

    /**
     * Linux's captures contain no disconnection. In ours, the messages have the same headers as during set-up, and
     * contain only ids.
     */
    @Test
    void shouldCloseAConnectionWithTheHeadersOfItsBeginning() throws IOException {
        final List<ByteBuffer> frames = captured("--workload", "echo");
        final ByteBuffer ready = first(frames, WrittenFrames.RTU);
        final ByteBuffer request = first(frames, WrittenFrames.DREQ);
        final ByteBuffer reply = first(frames, WrittenFrames.DREP);
        final int serverQueuePair = field(first(frames, WrittenFrames.REP), 12, 24);
        assertEquals(serverQueuePair, field(request, 8, 24));
        assertEquals(request.getLong(MAD + 8), reply.getLong(MAD + 8), "one transaction");
        for (final ByteBuffer end : List.of(request, reply)) {
            end.putShort(MAD + 16, (short) WrittenFrames.RTU);
            final int psn = end.getInt(BTH + 8);
            end.putInt(BTH + 8, ready.getInt(BTH + 8));
            assertArrayEquals(without(ready, 0, 11), without(end, 0, 11));
            end.putInt(BTH + 8, psn);
        }
    }

    /** The same checks hold for Linux's captures. */
    @ParameterizedTest
    @ValueSource(strings = {"nfs3", "nfs41", "nfs42fio", "echo", "store", "replay"})
    void shouldSendWhatItsConnectionManagersAgreedOn(final String name) throws IOException {
        final List<ByteBuffer> frames = name.startsWith("nfs") ? bundled(name, folder) : captured("--workload", name);
        final ByteBuffer request = first(frames, WrittenFrames.REQ);
        final ByteBuffer reply = first(frames, WrittenFrames.REP);
        final int ports = field(request, 142, 16) * 31 + 20_049;
        final int flowLabel = field(request, 88, 20);
        assertEquals(ports & 0xf_ffff, flowLabel);
        assertEquals(field(request, 44, 24), firstPsnTo(frames, field(request, 32, 24), request));
        assertEquals(field(reply, 20, 24), firstPsnTo(frames, field(reply, 12, 24), reply));
        for (final ByteBuffer frame : frames) {
            final int port = frame.getShort(WrittenFrames.UDP) & 0xffff;
            assertEquals(isManagement(frame) ? 55_410 : 0xc000 | (flowLabel & 0x3fff ^ flowLabel >> 14), port);
        }
    }

    /** Returns the PSN of the first request that a side receives after it has announced its starting PSN. */
    private static int firstPsnTo(final List<ByteBuffer> frames, final int queuePair, final ByteBuffer said) {
        return frames.stream()
                .filter(frame -> !isManagement(frame)
                        && isRequest(frame)
                        && destinationQueuePair(frame) == queuePair
                        && source(frame) != source(said))
                .mapToInt(WrittenFrames::psn)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldBeginEachConnectionAtAnotherNumber() throws IOException {
        final List<Integer> begins = new ArrayList<>();
        for (final ByteBuffer frame : captured("--workload", "echo", "--connections", "8")) {
            if (isManagement(frame) && WrittenFrames.attribute(frame) == WrittenFrames.REQ) {
                begins.add(field(frame, 44, 24));
            } else if (isManagement(frame) && WrittenFrames.attribute(frame) == WrittenFrames.REP) {
                begins.add(field(frame, 20, 24));
            }
        }
        assertEquals(16, begins.stream().distinct().count(), begins::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.05"})
    void shouldCountTheDatagramsOfEachHostInTheOrderInWhichTheyLeaveAndNoPacketAsNoneIsAFragment(final String loss)
            throws IOException {
        final List<ByteBuffer> frames =
                captured("--workload", "echo", "--connections", "5", "--seed", "3", "--loss", loss);
        final Map<Integer, Integer> datagrams = new HashMap<>();
        for (final ByteBuffer frame : frames) {
            final int host = source(frame);
            assertEquals(0, identification(frame));
            if (isManagement(frame)) {
                assertEquals(datagrams.merge(host, 1, Integer::sum) - 1, WrittenFrames.psn(frame));
            }
        }
        assertEquals(6, datagrams.size());
        assertTrue(datagrams.values().stream().allMatch(count -> count >= 3), datagrams::toString);
        assertNotEquals(1, datagrams.values().stream().distinct().count(), "the server has more");
    }
}
