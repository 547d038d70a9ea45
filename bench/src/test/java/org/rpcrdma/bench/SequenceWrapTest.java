// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.capture.CaptureCounts;
import org.rpcrdma.capture.CaptureReader;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcRdmaHeader;

/** Tests connections whose packet sequence numbers start just below 2^24 and wrap to 0. */
class SequenceWrapTest extends CommandTest {
    private static final int NUMBERS = 1 << 24;
    private static final int RPCS = 400;
    /**
     * The number of packets before the wrap. Each direction carries more packets than this, but fewer than a hundred
     * times as many.
     */
    private static final int LEFT = 600;

    @TempDir
    private Path folder;

    /** Returns the first seed with which a device's peer starts fewer than {@link #LEFT} packets before the wrap. */
    private static long seedThatWraps(final String device) {
        long seed = 1;
        while (startingPsn(seed, device) < NUMBERS - LEFT) {
            seed++;
        }
        return seed;
    }

    private static int startingPsn(final long seed, final String device) {
        final SeededRandom random = new Simulation(seed).randomOf("starting PSNs of " + device);
        return random.nextInt(NUMBERS);
    }

    @ParameterizedTest
    @CsvSource({"client0, store, 0", "client0, echo, 0.02", "server0, store, 0.02", "server0, echo, 0.04"})
    void shouldCarryRightDataOverTheEndOfTheNumbers(final String device, final String workload, final String loss)
            throws IOException {
        final Path file = wrapped(device, workload, loss);

        final Set<Integer> xids = new HashSet<>();
        final RpcRdmaHeader header = new RpcRdmaHeader();
        final CaptureCounts counts = CaptureReader.read(file, message -> {
            assertEquals(HeaderStatus.VALID, header.wrap(message.buffer(), message.offset(), message.length()));
            xids.add(header.xid());
        });
        assertEquals(RPCS, xids.size());
        assertEquals(0, counts.incompleteSends() + counts.unmatchedPackets() + counts.malformedFrames());
        assertEquals("0".equals(loss), counts.retransmittedPackets() == 0);
    }

    @Test
    void shouldReplayACaptureOverTheEndOfTheNumbers() throws IOException {
        final Path file = wrapped("client0", "store", "0");
        assertEquals(
                ExitCode.DONE,
                rpcrdma("compare --strategy shard-dma --seeds " + Effort.of(1, 5) + " --capture " + file),
                err::toString);
    }

    private Path wrapped(final String device, final String workload, final String loss) throws IOException {
        final Path file = folder.resolve("wrapped.pcap");
        final String seed = Long.toString(seedThatWraps(device));
        final String rpcs = Integer.toString(RPCS);
        final int code = rpcrdma(
                "capture", "--workload", workload, "--rpcs", rpcs, "--seed", seed, "--loss", loss, "--out", file + "");
        assertEquals(ExitCode.DONE, code, () -> "seed=" + seed + " " + err);
        assertTrue(wraps(file), () -> "seed=" + seed);
        return file;
    }

    /** Returns true if the requests of one direction include both the last sequence number and the first. */
    private static boolean wraps(final Path file) throws IOException {
        final Set<Integer> ends = new HashSet<>();
        final Set<Integer> begins = new HashSet<>();
        for (final ByteBuffer frame : WrittenFrames.of(file)) {
            if (!WrittenFrames.isManagement(frame) && WrittenFrames.isRequest(frame)) {
                if (WrittenFrames.psn(frame) > NUMBERS - LEFT) {
                    ends.add(WrittenFrames.source(frame));
                } else if (WrittenFrames.psn(frame) < LEFT) {
                    begins.add(WrittenFrames.source(frame));
                }
            }
        }
        begins.retainAll(ends);
        return !begins.isEmpty();
    }
}
