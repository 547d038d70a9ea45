// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.roce.Opcodes;

class CopiesTest {
    /** More than a {@link SequenceWindow} holds, and half of what is remembered. */
    private static final int PACKETS = 2 * SequenceWindow.SIZE;

    private static final int TIME_TO_LIVE_AT = 14 + 8;
    private static final int NANOS_APART = 10_000;

    private final CaptureFile file = new CaptureFile();

    /** Adds a packet, seen in front of a router or behind it. */
    private void add(final int psn, final boolean isRouted) {
        final byte[] frame = Roce.frame(1, 2, Opcodes.SEND_ONLY, 7, psn, Roce.payload(64, psn));
        frame[TIME_TO_LIVE_AT] -= (byte) (isRouted ? 1 : 0);
        file.frames.add(new CaptureFile.Frame(frame, (long) file.frames.size() * NANOS_APART, frame.length));
    }

    private CaptureCounts read() throws IOException {
        return CaptureFile.read(file.pcap(), message -> {});
    }

    @Test
    void shouldFindTheCopiesOfALongStretchThatComesAgainAsAWhole() throws IOException {
        for (final boolean isRouted : new boolean[] {false, true}) {
            for (int i = 0; i < PACKETS; i++) {
                add(0xff_ff00 + i, isRouted);
            }
        }
        assertEquals(PACKETS, read().copies());
    }

    @Test
    void shouldFindTheCopiesOfStretchesThatAlternate() throws IOException {
        final int stretch = 100;
        for (int first = 0; first < PACKETS; first += stretch) {
            for (int i = first; i < first + stretch; i++) {
                add(i, false);
            }
            for (int i = first; i < first + stretch; i++) {
                add(i, true);
            }
        }
        assertEquals(file.frames.size() / 2, read().copies());
    }

    @Test
    void shouldFindTheCopiesOfASequenceThatBeginsAnewFurtherBack() throws IOException {
        for (final int psn : new int[] {0x80_0000, 0x80_0001, 0x10_0000, 0x10_0001, 0x10_0002}) {
            add(psn, false);
            add(psn, true);
        }
        assertEquals(5, read().copies());
    }
}
