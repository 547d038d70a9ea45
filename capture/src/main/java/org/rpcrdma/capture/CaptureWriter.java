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
 * Writes a capture of IP packets: a pcap file of Ethernet frames with nanoseconds, in the order of time.
 *
 * <pre>
 *   add ─▶ frames whose time is still to come, the earliest first ─▶ file
 * </pre>
 *
 * <p>Senders hand packets over ahead of the time at which they leave, each by another time: they are held back until
 * nothing can come in front of them. Hosts have the Ethernet address 02:00 and the last four bytes of their IP address.
 * Not thread-safe.
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

    /** A frame that is held back. Used again. */
    private static final class Frame {
        final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(USUAL_FRAME);
        long departureNanos;
        /** The place among the frames that leave at the same time. */
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
     * Begins a capture.
     *
     * @param channel takes the bytes of the file; closed with the writer. If writing to a {@link
     *                java.nio.channels.FileChannel} fails, a frame of which only a part is written is cut off again.
     * @throws IOException if it takes nothing.
     */
    public CaptureWriter(final WritableByteChannel channel) throws IOException {
        output = new PcapOutput(channel);
    }

    /**
     * Adds a packet, and writes the frames that are due.
     *
     * @param packet         an IP packet, from its begin on; copied.
     * @param length         bytes of the packet.
     * @param departureNanos when it leaves.
     * @param nowNanos       no packet that is added later leaves earlier than that.
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
     * Returns the frames that were added.
     *
     * @return the count.
     */
    public long frames() {
        return frames;
    }

    /**
     * Returns the bytes of the file so far, those that wait to be written included.
     *
     * @return the count.
     */
    public long bytes() {
        return output.bytes();
    }

    /** Writes the frames that are held back, and ends the file. */
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
