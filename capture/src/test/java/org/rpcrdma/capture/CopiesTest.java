// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Comparator;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.roce.Opcodes;

class CopiesTest {
    /**
     * The number of packets. It is greater than the size of a {@link SequenceWindow}, and it is half the number of
     * packets that the reader remembers.
     */
    private static final int PACKETS = 2 * SequenceWindow.SIZE;

    private static final int TIME_TO_LIVE_AT = 14 + 8;
    private static final int NANOS_APART = 10_000;

    private final CaptureFile file = new CaptureFile();

    /** Adds a packet that was captured either before or after it passed a router. */
    private void add(final int psn, final boolean isRouted) {
        final byte[] frame = Roce.frame(1, 2, Opcodes.SEND_ONLY, 7, psn, Roce.payload(64, psn));
        frame[TIME_TO_LIVE_AT] -= (byte) (isRouted ? 1 : 0);
        file.frames.add(new CaptureFile.Frame(frame, (long) file.frames.size() * NANOS_APART, frame.length));
    }

    private CaptureCounts read() throws IOException {
        return CaptureFile.read(file.pcap(), message -> {});
    }

    @Test
    void shouldFindTheCopiesOfALongRepeatedSequence() throws IOException {
        for (final boolean isRouted : new boolean[] {false, true}) {
            for (int i = 0; i < PACKETS; i++) {
                add(0xff_ff00 + i, isRouted);
            }
        }
        assertEquals(PACKETS, read().copies());
    }

    @Test
    void shouldFindTheCopiesOfAlternatingSequences() throws IOException {
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
    void shouldFindTheCopiesOfASequenceThatRestartsEarlier() throws IOException {
        for (final int psn : new int[] {0x80_0000, 0x80_0001, 0x10_0000, 0x10_0001, 0x10_0002}) {
            add(psn, false);
            add(psn, true);
        }
        assertEquals(5, read().copies());
    }

    /** Adds Sends, and a READ whose response has three packets. */
    private void addCalls(final int late) {
        file.add(Roce.connectRequest(1, 2, 3, 6), late);
        file.add(Roce.connectReply(2, 1, 4, 3, 7), late + NANOS_APART);
        for (int psn = 0; psn < 20; psn++) {
            final byte[] frame = Roce.frame(1, 2, Opcodes.SEND_ONLY, 7, psn, Roce.payload(64, psn));
            file.add(frame, late + (2L + psn) * NANOS_APART);
        }
        addRead(late + 30 * NANOS_APART);
    }

    private void addRead(final long nanos) {
        file.add(Roce.frame(1, 2, Opcodes.READ_REQUEST, 7, 20, Roce.reth(0x1000, 9, 3000)), nanos);
        final int[] answers = {Opcodes.READ_RESPONSE_FIRST, Opcodes.READ_RESPONSE_MIDDLE, Opcodes.READ_RESPONSE_LAST};
        for (int i = 0; i < answers.length; i++) {
            final byte[] syndrome = i == 1 ? new byte[0] : Roce.aeth();
            final byte[] frame =
                    Roce.frame(2, 1, answers[i], 6, 20 + i, syndrome, Roce.payload(i == 2 ? 952 : 1024, i));
            file.add(frame, nanos + (1L + i) * NANOS_APART);
        }
    }

    @Test
    void shouldTreatAReadWithAMissingResponseAsRetransmitted() throws IOException {
        addCalls(0);
        addRead(35 * NANOS_APART);
        assertEquals(0, read().copies());
    }

    @Test
    void shouldFindTheCopiesOfAReadThatASecondTapShowsAfterItsAnswers() throws IOException {
        final int late = 10 * NANOS_APART;
        addCalls(0);
        addCalls(late);
        file.frames.sort(Comparator.comparingLong(CaptureFile.Frame::nanos));
        assertEquals(20 + 4, read().copies());
    }
}
