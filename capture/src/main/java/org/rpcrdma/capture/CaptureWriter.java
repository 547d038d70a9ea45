// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.rpcrdma.rnic.roce.RoceLayout.ETHERNET_LENGTH;
import static org.rpcrdma.rnic.roce.RoceLayout.ETHERNET_SOURCE;
import static org.rpcrdma.rnic.roce.RoceLayout.ETHER_TYPE;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_DESTINATION;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_SOURCE;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_DESTINATION;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_SOURCE;
import static org.rpcrdma.rnic.roce.RoceLayout.TYPE_IPV4;
import static org.rpcrdma.rnic.roce.RoceLayout.TYPE_IPV6;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Writes IP packets to a pcap file as Ethernet frames with nanosecond timestamps, in chronological order.
 *
 * <pre>
 *   add ─▶ frames that depart in the future, the earliest first ─▶ file
 * </pre>
 *
 * <p>Senders add a packet some time before it departs, and this lead time differs between senders. The writer therefore
 * holds each packet until no packet with an earlier departure can be added. A host's Ethernet address consists of 02:00
 * and the last four bytes of its IP address. Not thread-safe. Owns the channel.
 */
public final class CaptureWriter implements Closeable {
    private static final short LOCAL_ADDRESS = 0x0200;
    private static final int USUAL_FRAME = 4500;
    private static final int VERSION_SHIFT = 4;
    private static final int VERSION_6 = 6;
    private static final int IPV6_LOW_WORD = 12;
    private static final Comparator<Frame> BY_DEPARTURE =
            Comparator.<Frame>comparingLong(frame -> frame.departureNanos).thenComparingLong(frame -> frame.order);

    private final PcapOutput output;
    private final ArrayDeque<Frame> idle = new ArrayDeque<>();
    private final PriorityQueue<Frame> held = new PriorityQueue<>(BY_DEPARTURE);
    private long frames;

    /** A frame that the writer has not written yet. Frames are reused. */
    private static final class Frame {
        final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(USUAL_FRAME);
        long departureNanos;
        /** The frame's position among the frames that depart at the same time. */
        long order;

        int length;

        void fill(final DirectBuffer packet, final int packetLength) {
            final boolean isIpv6 = packet.getByte(0) >> VERSION_SHIFT == VERSION_6;
            final int source = isIpv6 ? IPV6_SOURCE + IPV6_LOW_WORD : IPV4_SOURCE;
            final int destination = isIpv6 ? IPV6_DESTINATION + IPV6_LOW_WORD : IPV4_DESTINATION;
            buffer.putShort(0, LOCAL_ADDRESS, BIG_ENDIAN);
            buffer.putBytes(Short.BYTES, packet, destination, Integer.BYTES);
            buffer.putShort(ETHERNET_SOURCE, LOCAL_ADDRESS, BIG_ENDIAN);
            buffer.putBytes(ETHERNET_SOURCE + Short.BYTES, packet, source, Integer.BYTES);
            buffer.putShort(ETHER_TYPE, (short) (isIpv6 ? TYPE_IPV6 : TYPE_IPV4), BIG_ENDIAN);
            buffer.putBytes(ETHERNET_LENGTH, packet, 0, packetLength);
            length = ETHERNET_LENGTH + packetLength;
        }
    }

    /**
     * Starts a capture.
     *
     * @param channel receives the file's bytes; the writer closes it. If writing to a
     *                {@link java.nio.channels.FileChannel} fails, a frame that was written only in part is removed from
     *                the file.
     * @throws IOException if writing fails.
     */
    public CaptureWriter(final WritableByteChannel channel) throws IOException {
        output = new PcapOutput(channel);
    }

    /**
     * Adds a packet, and writes the frames that are due.
     *
     * @param packet         an IP packet, which starts at offset 0; it is copied.
     * @param length         the packet's length in bytes.
     * @param departureNanos the packet's departure time.
     * @param nowNanos       the earliest time at which packets that are added later can depart.
     * @throws IOException if writing fails.
     */
    public void add(final DirectBuffer packet, final int length, final long departureNanos, final long nowNanos)
            throws IOException {
        final Frame frame = idle.isEmpty() ? new Frame() : idle.pop();
        frame.fill(packet, length);
        frame.departureNanos = departureNanos;
        frame.order = frames++;
        held.add(frame);
        while (!held.isEmpty() && held.peek().departureNanos < nowNanos) {
            writeFirst();
        }
    }

    private void writeFirst() throws IOException {
        final Frame frame = held.poll();
        output.write(frame.departureNanos, frame.buffer, frame.length);
        idle.push(frame);
    }

    /**
     * Returns the number of frames that have been added.
     *
     * @return the count.
     */
    public long frames() {
        return frames;
    }

    /**
     * Returns the size of the file, including frames that are buffered and have not been written to the channel yet.
     *
     * @return the size in bytes.
     */
    public long bytes() {
        return output.bytes();
    }

    /** Writes the remaining frames and closes the file. */
    @Override
    public void close() throws IOException {
        try {
            while (!held.isEmpty()) {
                writeFirst();
            }
        } finally {
            output.close();
        }
    }
}
