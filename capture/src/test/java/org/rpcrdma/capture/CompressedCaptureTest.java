// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.compress.compressors.lz4.BlockLZ4CompressorOutputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.testkit.Effort;

/**
 * Tests captures that are compressed with Zstandard and LZ4 and are complete, truncated or damaged. If a file's format
 * is not supported, the error must state the format.
 */
class CompressedCaptureTest {
    private static final byte[] SKIPPED = HexFormat.of().parseHex("502a4d18" + "04000000" + "01020304");

    @TempDir
    private Path folder;

    private static List<String> lines(final byte[] plain) throws IOException {
        final Recorder recorder = new Recorder(true);
        CaptureFile.read(plain, recorder);
        return recorder.lines;
    }

    /** A compression format. */
    enum Kind {
        ZSTD(1500),
        LZ4(200),
        LZ4_OF_DEPENDENT_BLOCKS(200);

        /** The number of frames. There are fewer for LZ4, whose encoder is slow. */
        private final int frames;

        private byte[] compressed;

        Kind(final int frames) {
            this.frames = frames;
        }

        byte[] plain() {
            final CaptureFile front = new CaptureFile();
            front.frames.addAll(CaptureFile.sample("nfs3").frames.subList(0, frames));
            return front.pcap();
        }

        /**
         * Returns the compressed form of {@link #plain}. All tests share the array and must not change its contents.
         */
        byte[] compressed() throws IOException {
            if (compressed == null) {
                compressed = compress(plain());
            }
            return compressed;
        }

        byte[] compress(final byte[] bytes) throws IOException {
            final ByteArrayOutputStream compressed = new ByteArrayOutputStream();
            try (OutputStream stream = to(compressed)) {
                stream.write(bytes);
            }
            return compressed.toByteArray();
        }

        private OutputStream to(final OutputStream compressed) throws IOException {
            return switch (this) {
                case ZSTD -> new ZstdOutputStream(compressed);
                case LZ4 -> lz4(compressed, false);
                case LZ4_OF_DEPENDENT_BLOCKS -> lz4(compressed, true);
            };
        }

        private static OutputStream lz4(final OutputStream compressed, final boolean isDependent) throws IOException {
            return new FramedLZ4CompressorOutputStream(
                    compressed,
                    new FramedLZ4CompressorOutputStream.Parameters(
                            FramedLZ4CompressorOutputStream.BlockSize.K64,
                            true,
                            isDependent,
                            isDependent,
                            BlockLZ4CompressorOutputStream.createParameterBuilder()
                                    .tunedForSpeed()
                                    .build()));
        }
    }

    private static byte[] join(final byte[]... parts) {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadCompressedCaptures(final Kind kind) throws IOException {
        final byte[] plain = kind.plain();
        final Recorder recorder = new Recorder(true);
        final CaptureCounts counts = CaptureFile.read(kind.compressed(), recorder);
        assertEquals(lines(plain), recorder.lines);
        assertEquals(plain.length, counts.bytes());
        assertEquals(0, counts.cutFrames());
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadSeveralFramesAndSkipOtherFrames(final Kind kind) throws IOException {
        final byte[] plain = kind.plain();
        final int half = plain.length / 2;
        final Recorder recorder = new Recorder(true);
        CaptureFile.read(
                join(
                        SKIPPED,
                        kind.compress(Arrays.copyOf(plain, half)),
                        kind.compress(new byte[0]),
                        SKIPPED,
                        SKIPPED,
                        kind.compress(Arrays.copyOfRange(plain, half, plain.length)),
                        SKIPPED),
                recorder);
        assertEquals(lines(plain), recorder.lines);
    }

    /** Unless the reader prevents it, the decoder holds back the contents of its window when a file is truncated. */
    @ParameterizedTest
    @EnumSource
    void shouldReadEverythingBeforeATruncation(final Kind kind) throws IOException {
        final byte[] plain = kind.plain();
        final List<String> whole = lines(plain);
        final byte[] compressed = kind.compressed();
        long before = 0;
        for (int length = compressed.length / 2; length < compressed.length; length += compressed.length / 10) {
            final Recorder recorder = new Recorder(true);
            final CaptureCounts counts = CaptureFile.read(Arrays.copyOf(compressed, length), recorder);
            assertEquals(whole.subList(0, recorder.lines.size()), recorder.lines, "length=" + length);
            assertTrue(counts.cutEnd(), "length=" + length);
            assertTrue(counts.bytes() >= before, "length=" + length);
            before = counts.bytes();
        }
        assertTrue(before > plain.length / 2, "bytes=" + before + " of " + plain.length);
    }

    @ParameterizedTest
    @EnumSource
    void shouldThrowNothingElseForDamage(final Kind kind) throws IOException {
        final byte[] compressed = kind.compress(Arrays.copyOf(kind.plain(), 20_000));
        final String given = System.getProperty("seed", "");
        final long seed = given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
        final SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < Effort.of(60, 10_000); i++) {
            final byte[] damaged = compressed.clone();
            for (int flip = random.nextInt(1, 4); flip > 0; flip--) {
                damaged[random.nextInt(random.nextBoolean() ? 40 : damaged.length)] = (byte) random.nextInt();
            }
            try {
                CaptureFile.read(damaged, new Recorder(false));
            } catch (final CaptureException e) {
                assertEquals(1, e.getMessage().lines().count(), e::getMessage);
            } catch (final RuntimeException e) {
                throw new AssertionError("seed=" + seed + " round=" + i, e);
            }
        }
    }

    @Test
    void shouldRejectAWindowThatNeedsMuchMemory() {
        final byte[] file = HexFormat.of().parseHex("28b52ffd" + "00" + "88" + "010000");
        final CaptureException e =
                assertThrows(CaptureException.class, () -> CaptureFile.read(file, new Recorder(false)));
        assertTrue(e.getMessage().contains("zstd window is too large: bytes=134217728 limit=8388608"), e::getMessage);
    }

    @ParameterizedTest
    @ValueSource(strings = {"28b52ffd", "28b52ffd04", "04224d18", "04224d186440", "502a4d18ffffffff28b52ffd"})
    void shouldReportThatNothingCanBeDecompressed(final String digits) {
        final byte[] file = HexFormat.of().parseHex(digits);
        final CaptureException e =
                assertThrows(CaptureException.class, () -> CaptureFile.read(file, new Recorder(false)));
        assertTrue(e.getMessage().matches("(?s).*(cannot be decompressed|empty).*"), e::getMessage);
    }

    @Test
    void shouldRecognizeAFileOfErfRecords() throws IOException {
        final Path file = Files.write(folder.resolve("dag.erf"), new byte[64]);
        final CaptureException e =
                assertThrows(CaptureException.class, () -> CaptureReader.read(file, new Recorder(false)));
        assertTrue(e.getMessage().contains("an ERF file: editcap -F pcapng"), e::getMessage);
    }

    @Test
    void shouldReportTheOldFormatOfLz4() {
        final byte[] file = HexFormat.of().parseHex("02214c18" + "00000000");
        final CaptureException e =
                assertThrows(CaptureException.class, () -> CaptureFile.read(file, new Recorder(false)));
        assertTrue(e.getMessage().contains("the legacy lz4 format: lz4 -dc"), e::getMessage);
    }
}
