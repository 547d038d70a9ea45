// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadTest {
    /** The folder with the sample captures of the command line. */
    static final Path CAPTURES = Path.of("..", "bench", "src", "main", "resources", "captures");

    /** The folder with the captures that only tests use. */
    static final Path OTHER_CAPTURES = Path.of("..", "tools", "inspect", "src", "test", "resources", "captures");

    @ParameterizedTest
    @CsvSource({"nfs3, 488, 243, 131072", "nfs41, 445, 222, 131072", "nfs42fio, 1594, 797, 8192"})
    void shouldHoldEveryRpcOfACapture(final String name, final int messages, final int rpcs, final int segment)
            throws IOException {
        final Workload workload = Workload.read(CAPTURES.resolve(name + ".pcap.gz"));

        assertEquals(messages, workload.capturedMessages());
        assertEquals(rpcs, workload.rpcs());
        assertEquals(0, workload.leftOut().count());
        assertEquals(segment, workload.largestSegment());
        assertTrue(workload.largestSend() <= 4096, "largestSend=" + workload.largestSend());
    }

    @ParameterizedTest
    @CsvSource({"recall, 38, 18, 1", "own-client, 848, 423, 1"})
    void shouldDistinguishReverseCalls(final String name, final int messages, final int rpcs, final int reverseCalls)
            throws IOException {
        final Workload workload = Workload.read(OTHER_CAPTURES.resolve(name + ".pcap.gz"));

        assertEquals(messages, workload.capturedMessages());
        assertEquals(rpcs, workload.rpcs());
        assertEquals(reverseCalls, workload.reverseCalls());
        assertEquals(0, workload.leftOut().count());
    }

    @Test
    void shouldHoldTheBytesThatWereWrittenAndReadBack() throws IOException {
        final Workload workload = Workload.read(CAPTURES.resolve("nfs3.pcap.gz"));

        final long written = workload.exchanges().stream()
                .mapToLong(e -> Arrays.stream(e.readData())
                        .mapToLong(data -> data.length)
                        .sum())
                .sum();
        final long read = workload.exchanges().stream()
                .mapToLong(e -> Arrays.stream(e.written())
                        .mapToLong(data -> data.length)
                        .sum())
                .sum();

        assertEquals(1 << 20, written);
        assertTrue(read >= 1 << 20, "read=" + read);
        assertTrue(workload.payloadBytes() > 2 << 20, "payloadBytes=" + workload.payloadBytes());
    }

    @Test
    void shouldOrderRepliesAsCaptured() throws IOException {
        final Workload workload = Workload.read(CAPTURES.resolve("nfs42fio.pcap.gz"));

        final boolean[] seen = new boolean[workload.rpcs()];
        int ahead = 0;
        for (final Exchange exchange : workload.exchanges()) {
            assertTrue(exchange.repliesAhead() >= ahead, "calls are in the order of the capture");
            assertTrue(exchange.replyIndex() >= exchange.repliesAhead(), "a reply comes after its call");
            assertTrue(!seen[exchange.replyIndex()], "each place once");
            seen[exchange.replyIndex()] = true;
            ahead = exchange.repliesAhead();
        }
    }

    @Test
    void shouldLeaveOutWhatACutCaptureDoesNotHold() throws IOException {
        final byte[] whole = uncompressed("nfs3");
        int lastRpcs = 0;
        for (int length = 24; length < whole.length; length += 65_537) {
            final InputStream cut = new ByteArrayInputStream(whole, 0, length);
            final Workload workload = Workload.read(Path.of("cut"), cut);
            assertTrue(workload.rpcs() >= lastRpcs, "a longer capture holds no fewer RPCs");
            assertTrue(workload.capturedMessages() >= 2 * workload.rpcs());
            lastRpcs = workload.rpcs();
        }
        assertTrue(lastRpcs > 200, "lastRpcs=" + lastRpcs);
    }

    static byte[] uncompressed(final String name) throws IOException {
        try (InputStream file = new GZIPInputStream(Files.newInputStream(CAPTURES.resolve(name + ".pcap.gz")))) {
            return file.readAllBytes();
        }
    }
}
