// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.Effort;

class DamagedCaptureTest {
    /**
     * The tests use this number of frames from the start of the sample. They contain connection events, Sends, READs
     * and WRITEs.
     */
    private static final int FRAMES = 220;
    /** The number of bytes between two truncations. It must be coprime with 7, because of the loop below. */
    private static final int STRIDE = Effort.of(211, 13);

    private static CaptureFile front() {
        final CaptureFile sample = CaptureFile.sample("nfs3");
        final CaptureFile front = new CaptureFile();
        front.frames.addAll(sample.frames.subList(0, FRAMES));
        return front;
    }

    @Test
    void shouldReadAllCompleteFramesOfATruncatedFile() throws IOException {
        final CaptureFile front = front();
        final Recorder all = new Recorder(true);
        CaptureFile.read(front.pcap(), all);
        assertTrue(all.lines.size() > 100, "lines=" + all.lines.size());
        for (final byte[] file : List.of(front.pcap(), front.pcapng(ByteOrder.BIG_ENDIAN, 9))) {
            int before = 0;
            for (int length = 120; length < file.length; length += length < 600 || length % 7 == 0 ? 1 : STRIDE) {
                final Recorder recorder = new Recorder(true);
                final CaptureCounts counts = CaptureFile.read(Arrays.copyOf(file, length), recorder);
                final int told = recorder.lines.size();
                assertEquals(all.lines.subList(0, told), recorder.lines, "length=" + length);
                assertTrue(told >= before, "length=" + length);
                assertEquals(counts.bytes() == length ? 0 : 1, counts.cutFrames(), "length=" + length);
                before = told;
            }
        }
    }

    @Test
    void shouldReportEveryCompleteFrameOfATruncatedFile() throws IOException {
        final CaptureFile front = front();
        final byte[] file = front.pcap();
        int end = 24;
        for (int frame = 0; frame < FRAMES; frame++) {
            end += 16 + front.frames.get(frame).bytes().length;
            final CaptureCounts whole = CaptureFile.read(Arrays.copyOf(file, end), new Recorder(false));
            assertEquals(frame + 1, whole.frames());
            assertEquals(0, whole.cutFrames());
            final CaptureCounts cut = CaptureFile.read(Arrays.copyOf(file, end - 1), new Recorder(false));
            assertEquals(frame, cut.frames());
            assertEquals(1, cut.cutFrames());
            assertTrue(cut.cutEnd());
            assertEquals(end - 16 - front.frames.get(frame).bytes().length, cut.cutAtByte());
        }
    }

    @Test
    void shouldReadAllCompleteFramesOfATruncatedGzipFile() throws IOException {
        final byte[] file = CaptureFile.gzip(front().pcap());
        final Recorder all = new Recorder(true);
        CaptureFile.read(file, all);
        for (int length = 200; length < file.length; length += 331) {
            final Recorder recorder = new Recorder(true);
            final CaptureCounts counts = CaptureFile.read(Arrays.copyOf(file, length), recorder);
            assertEquals(all.lines.subList(0, recorder.lines.size()), recorder.lines, "length=" + length);
            assertTrue(counts.cutEnd(), "length=" + length);
            assertEquals(1, counts.cutFrames());
        }
    }

    @Test
    void shouldStopAtAnImpossibleLength() throws IOException {
        final CaptureFile front = front();
        final byte[] file = front.pcap();
        final int second = 24 + 16 + front.frames.get(0).bytes().length;
        file[second + 11] = 0x7f;
        final CaptureCounts counts = CaptureFile.read(file, new Recorder(false));
        assertEquals(1, counts.frames());
        assertEquals(second, counts.cutAtByte());
    }

    @Test
    void shouldEndWithoutExceptionOnMutatedCaptures() {
        final String given = System.getProperty("seed", "");
        final long seed = given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
        final SplittableRandom random = new SplittableRandom(seed);
        final List<byte[]> files = List.of(front().pcap(), front().pcapng(ByteOrder.LITTLE_ENDIAN, 6));
        for (int round = 0; round < Effort.of(300, 4000); round++) {
            final byte[] file = files.get(random.nextInt(files.size())).clone();
            for (int i = 1 + random.nextInt(60); i > 0; i--) {
                file[random.nextInt(file.length)] = (byte) (random.nextInt(3) == 0 ? -1 : random.nextInt());
            }
            try {
                CaptureFile.read(file, new Recorder(true));
            } catch (final CaptureException e) {
                assertTrue(e.getMessage().startsWith(CaptureFile.NAME + ": "));
            } catch (final IOException | RuntimeException e) {
                throw new AssertionError("seed=" + seed + " round=" + round, e);
            }
        }
    }
}
