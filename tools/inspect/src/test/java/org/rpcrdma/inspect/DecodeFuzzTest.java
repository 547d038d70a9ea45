// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongBiFunction;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.console.TextOutput;
import org.rpcrdma.capture.CaptureCounts;
import org.rpcrdma.capture.CaptureException;
import org.rpcrdma.capture.CaptureListener;
import org.rpcrdma.capture.CaptureReader;
import org.rpcrdma.inspect.decode.HexFormat;
import org.rpcrdma.inspect.decode.JsonFormat;
import org.rpcrdma.inspect.decode.LineFormat;
import org.rpcrdma.inspect.decode.MessageDecoder;
import org.rpcrdma.inspect.decode.MessageFilter;
import org.rpcrdma.inspect.decode.MessageFormat;
import org.rpcrdma.inspect.decode.TsvFormat;
import org.rpcrdma.inspect.explain.ExplainText;
import org.rpcrdma.inspect.explain.Explainer;
import org.rpcrdma.inspect.explain.Explanation;
import org.rpcrdma.testkit.Effort;

/** Prints mutated captures in every style. The only permitted exception is the rejection of a file. */
class DecodeFuzzTest {
    private static final int ROUNDS = Effort.of(50, 300);
    private static final int BYTES = 60_000;
    /**
     * The offset of the first byte that is usually mutated. If the Ethernet, IP and UDP headers were not left intact,
     * there would be little left to decode.
     */
    private static final int FIRST_MUTATED = 42;

    private static final List<Function<TextOutput, MessageFormat>> FORMATS =
            List.of(TsvFormat::new, LineFormat::new, HexFormat::new, JsonFormat::new);

    @Test
    void shouldPrintMutatedCaptures() throws IOException {
        for (final Function<TextOutput, MessageFormat> format : FORMATS) {
            read(
                    () -> new MessageDecoder(format.apply(new TextOutput(OutputStream.nullOutputStream()))),
                    (decoder, counts) -> decoder.messages());
        }
    }

    @Test
    void shouldExplainMutatedCaptures() throws IOException {
        read(() -> new Explainer(new MessageFilter(), 5, true), (explainer, counts) -> {
            final Explanation explanation = explainer.explanation("mutated", counts, List.of());
            new ExplainText(new PrintWriter(Writer.nullWriter())).print(explanation);
            assertTrue(explanation.messages() == explainer.messages());
            final String picture = explainer.picture("mutated");
            assertTrue(picture == null || picture.startsWith("<svg ") && picture.endsWith("</svg>\n"), picture);
            return explainer.messages();
        });
    }

    /** Reads mutated captures, each with a new listener, and counts the listeners' messages. */
    private static <T extends CaptureListener> void read(
            final Supplier<T> listeners, final ToLongBiFunction<T, CaptureCounts> messagesOf) throws IOException {
        final byte[] sample;
        try (InputStream in =
                new GZIPInputStream(DecodeFuzzTest.class.getResourceAsStream("/captures/nfs42fio.pcap.gz"))) {
            sample = in.readNBytes(BYTES);
        }
        final String given = System.getProperty("seed", "");
        final long seed = given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
        final SplittableRandom random = new SplittableRandom(seed);
        long messages = 0;
        for (int round = 0; round < ROUNDS; round++) {
            final T listener = listeners.get();
            final InputStream mutated = new ByteArrayInputStream(mutated(sample, random));
            try {
                messages += messagesOf.applyAsLong(listener, CaptureReader.read(Path.of("mutated"), mutated, listener));
            } catch (final CaptureException e) {
                assertTrue(e.getMessage().startsWith("mutated: "));
            } catch (final IOException | RuntimeException e) {
                throw new AssertionError("seed=" + seed + " round=" + round, e);
            }
        }
        assertTrue(messages > ROUNDS * 10, "messages=" + messages + " seed=" + seed);
    }

    private static byte[] mutated(final byte[] sample, final SplittableRandom random) {
        final byte[] copy = sample.clone();
        int at = 24;
        while (at + 16 < copy.length) {
            final int length = copy[at + 8] & 0xff | (copy[at + 9] & 0xff) << 8;
            final int from = at + 16 + (random.nextInt(50) == 0 ? 0 : FIRST_MUTATED);
            final int to = Math.min(at + 16 + length, copy.length);
            if (random.nextInt(3) == 0 && to > from) {
                copy[from + random.nextInt(to - from)] ^= (byte) (1 << random.nextInt(8));
            }
            at += 16 + length;
        }
        return random.nextInt(4) == 0 ? Arrays.copyOf(copy, random.nextInt(copy.length)) : copy;
    }
}
