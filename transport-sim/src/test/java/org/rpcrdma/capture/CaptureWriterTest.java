// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

class CaptureWriterTest {
    /** Of a frame of 1000 bytes' payload. */
    private static final int RECORD = 16 + 14 + 20 + 8 + 12 + 1000 + 4;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    /** Takes so many bytes, then none. */
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
            // nothing is held
        }
    }

    private static void add(final CaptureWriter writer, final long departure, final long now, final int psn)
            throws IOException {
        final RoceFrame frame = writer.newFrame(departure);
        frame.route(1, 2);
        frame.transport(0x11, 0x12, psn, true, false);
        frame.send(true, true);
        frame.buffer().setMemory(frame.payloadOffset(), 1000, (byte) psn);
        frame.end(1000);
        writer.add(frame, now);
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
            add(writer, 700, 100, 1);
            add(writer, 200, 150, 2);
            add(writer, 700, 300, 3);
            add(writer, 3_000_000_123L, 400, 4);
            add(writer, 650, 500, 5);
            assertEquals(5, writer.frames());
        }
        assertEquals(List.of("200:2", "650:5", "700:1", "700:3", "3000000123:4"), read());
    }

    /** The source of a frame, its identification and its packet sequence number. */
    private static String numbers(final byte[] frame) {
        final UnsafeBuffer buffer = new UnsafeBuffer(frame);
        final int psn = buffer.getInt(14 + 20 + 8 + 8, BIG_ENDIAN) & 0xff_ffff;
        return buffer.getInt(26, BIG_ENDIAN) + ": id=" + buffer.getShort(18, BIG_ENDIAN) + " psn=" + psn;
    }

    private static void addManagement(final CaptureWriter writer, final long departure, final int source)
            throws IOException {
        final RoceFrame frame = writer.newFrame(departure);
        frame.route(source, 3 - source);
        frame.management();
        frame.end(ConnectionDatagram.LENGTH);
        writer.add(frame, 0);
    }

    @Test
    void shouldCountForEachHostInTheOrderInWhichFramesLeave() throws IOException {
        try (CaptureWriter writer = new CaptureWriter(Channels.newChannel(file))) {
            addManagement(writer, 900, 1);
            addManagement(writer, 300, 2);
            addManagement(writer, 100, 1);
            add(writer, 200, 0, 77);
            addManagement(writer, 400, 1);
            addManagement(writer, 500, 2);
        }
        final List<String> numbers = new ArrayList<>();
        final ByteBuffer records = ByteBuffer.wrap(file.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 24; at < records.capacity(); at += 16 + records.getInt(at + 8)) {
            numbers.add(numbers(Arrays.copyOfRange(file.toByteArray(), at + 16, at + 16 + records.getInt(at + 8))));
        }
        assertEquals(
                List.of(
                        "1: id=1 psn=0",
                        "1: id=2 psn=77",
                        "2: id=1 psn=0",
                        "1: id=3 psn=1",
                        "2: id=2 psn=1",
                        "1: id=4 psn=2"),
                numbers);
    }

    @Test
    void shouldSayHowLongTheFileIs() throws IOException {
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
    void shouldLeaveAFileThatCanBeReadWhereTheDiskIsFull(final int room) throws IOException {
        final CaptureWriter writer = new CaptureWriter(new FullDisk(room));
        final IOException failure = assertThrows(IOException.class, () -> {
            for (int psn = 0; psn < 2000; psn++) {
                add(writer, psn, psn, psn);
            }
            writer.close();
        });
        assertEquals("No space left on device", failure.getMessage());
        final int size = file.size();
        writer.close();
        assertEquals(size, file.size(), "nothing is written behind the gap");

        final List<String> messages = read();
        for (int i = 0; i < messages.size(); i++) {
            assertEquals(i + ":" + i, messages.get(i));
        }
        assertEquals((room - 24) / RECORD, messages.size());
    }

    @Test
    void shouldCountTheBytesOfWholeFramesWhereTheDiskIsFull() throws IOException {
        final CaptureWriter writer = new CaptureWriter(new FullDisk(3000));
        for (int psn = 0; psn < 5; psn++) {
            add(writer, psn, 0, psn);
        }
        assertThrows(IOException.class, writer::close);
        assertEquals(24 + 2 * RECORD, writer.bytes());
    }

    @Test
    void shouldBeReadAsTheSameFramesWhereTheFileIsCutAnywhere() throws IOException {
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

    @Test
    void shouldUseFramesAgain() throws IOException {
        try (CaptureWriter writer = new CaptureWriter(Channels.newChannel(file))) {
            add(writer, 1, 1, 1);
            final RoceFrame second = writer.newFrame(2);
            second.route(1, 2);
            second.transport(0x11, 0x12, 2, false, false);
            second.acknowledge(AckSyndrome.rnrNak(12), 9);
            second.end(0);
            writer.add(second, 3);
            assertTrue(second == writer.newFrame(4), "a frame that is written is free");
            assertFalse(second == writer.newFrame(4));
        }
        assertArrayEquals(
                new byte[] {0x2c, 0, 0, 9}, Arrays.copyOfRange(file.toByteArray(), file.size() - 8, file.size() - 4));
    }
}
