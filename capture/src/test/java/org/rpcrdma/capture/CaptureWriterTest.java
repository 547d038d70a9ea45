// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.rnic.roce.HandMadePackets;
import org.rpcrdma.rnic.roce.Opcodes;

class CaptureWriterTest {
    /** The length of the record of a frame whose payload is 1,000 bytes long. */
    private static final int RECORD = 16 + 14 + 20 + 8 + 12 + 1000 + 4;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    /** A channel that accepts a limited number of bytes. */
    private final class FullDisk implements WritableByteChannel {
        private final int room;

        FullDisk(final int room) {
            this.room = room;
        }

        @Override
        public int write(final ByteBuffer source) throws IOException {
            final int count = Math.min(source.remaining(), room - file.size());
            if (count == 0 && source.hasRemaining()) {
                throw new IOException("No space left on device");
            }
            final byte[] bytes = new byte[count];
            source.get(bytes);
            file.write(bytes);
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }

    private static void add(final CaptureWriter writer, final long departure, final long now, final int psn)
            throws IOException {
        final HandMadePackets packets = new HandMadePackets().route(1, 2);
        final byte[] payload = new byte[1000];
        Arrays.fill(payload, (byte) psn);
        final int length = packets.make(to -> to.begin(Opcodes.SEND_ONLY, 0x12, psn, true, false), payload);
        writer.add(packets.ip, length, departure, now);
    }

    private List<String> read() throws IOException {
        final List<String> messages = new ArrayList<>();
        CaptureFile.read(
                file.toByteArray(),
                message -> messages.add(message.timestampNanos() + ":" + message.packetSequenceNumber()));
        return messages;
    }

    @Test
    void shouldWriteFramesInTheOrderInWhichTheyLeave() throws IOException {
        try (CaptureWriter writer = new CaptureWriter(Channels.newChannel(file))) {
            add(writer, 700, 100, 3);
            add(writer, 200, 150, 1);
            add(writer, 700, 300, 4);
            add(writer, 3_000_000_123L, 400, 5);
            add(writer, 650, 500, 2);
            assertEquals(5, writer.frames());
        }
        assertEquals(List.of("200:1", "650:2", "700:3", "700:4", "3000000123:5"), read());
    }

    @Test
    void shouldReportHowLongTheFileIs() throws IOException {
        final CaptureWriter writer = new CaptureWriter(Channels.newChannel(file));
        for (int psn = 0; psn < 2000; psn++) {
            add(writer, psn, psn, psn);
        }
        writer.close();
        assertEquals(file.size(), writer.bytes());
        assertEquals(2000, read().size());
    }

    @ParameterizedTest
    @ValueSource(ints = {24, 25, 3000, 1_100_000, 1_500_000})
    void shouldLeaveAFileThatCanBeReadIfTheDiskIsFull(final int room) throws IOException {
        final CaptureWriter writer = new CaptureWriter(new FullDisk(room));
        assertMessage(IOException.class, "No space left on device", () -> {
            for (int psn = 0; psn < 2000; psn++) {
                add(writer, psn, psn, psn);
            }
            writer.close();
        });
        final int size = file.size();
        writer.close();
        assertEquals(size, file.size(), "nothing is written after the gap");

        final List<String> messages = read();
        for (int i = 0; i < messages.size(); i++) {
            assertEquals(i + ":" + i, messages.get(i));
        }
        assertEquals((room - 24) / RECORD, messages.size());
    }

    @Test
    void shouldCountTheBytesOfWholeFramesIfTheDiskIsFull() throws IOException {
        final CaptureWriter writer = new CaptureWriter(new FullDisk(3000));
        for (int psn = 0; psn < 5; psn++) {
            add(writer, psn, 0, psn);
        }
        assertThrows(IOException.class, writer::close);
        assertEquals(24 + 2 * RECORD, writer.bytes());
    }

    @Test
    void shouldReadTheSameFramesIfTheFileIsTruncatedAnywhere() throws IOException {
        try (CaptureWriter writer = new CaptureWriter(Channels.newChannel(file))) {
            for (int psn = 0; psn < 3; psn++) {
                add(writer, psn, psn, psn);
            }
        }
        final byte[] whole = file.toByteArray();
        for (int length = 24; length <= whole.length; length++) {
            final List<String> messages = new ArrayList<>();
            final CaptureCounts counts = CaptureFile.read(
                    Arrays.copyOf(whole, length), message -> messages.add(message.packetSequenceNumber() + ""));
            assertEquals((length - 24) / RECORD, messages.size());
            assertEquals((length - 24) % RECORD != 0, counts.cutEnd());
        }
    }

    /** Frames are reused, for shorter and for longer packets. */
    @Test
    void shouldWritePacketsOfBothFamiliesUnchanged() throws IOException {
        final List<byte[]> packets = new ArrayList<>();
        try (CaptureWriter writer = new CaptureWriter(Channels.newChannel(file))) {
            for (int i = 0; i < 20; i++) {
                final byte[] packet = Roce.payload(i % 3 == 0 ? 8000 : 60 + i, i);
                packet[0] = (byte) (i % 2 == 0 ? 0x45 : 0x60);
                packets.add(packet);
                writer.add(new UnsafeBuffer(packet), packet.length, i, i);
            }
        }
        final ByteBuffer records = ByteBuffer.wrap(file.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
        int at = 24;
        for (final byte[] packet : packets) {
            final ByteBuffer frame = records.slice(at + 16, records.getInt(at + 8));
            final boolean isIpv4 = packet[0] == 0x45;
            assertEquals(isIpv4 ? 0x0800 : 0x86dd, frame.getShort(12) & 0xffff);
            assertEquals(0x0200, frame.getShort(0));
            assertEquals(ByteBuffer.wrap(packet).getInt(isIpv4 ? 16 : 36), frame.getInt(2));
            assertEquals(0x0200, frame.getShort(6));
            assertEquals(ByteBuffer.wrap(packet).getInt(isIpv4 ? 12 : 20), frame.getInt(8));
            assertEquals(ByteBuffer.wrap(packet), frame.slice(14, frame.capacity() - 14));
            at += 16 + frame.capacity();
        }
        assertEquals(at, records.capacity());
    }
}
