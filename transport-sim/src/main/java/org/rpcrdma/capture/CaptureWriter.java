// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.agrona.collections.Int2IntCounterMap;
import org.rpcrdma.roce.InvariantCrc;

/**
 * Writes a capture of RoCEv2 frames: a pcap file with nanoseconds, in the order of time.
 *
 * <pre>
 *   newFrame ─▶ fill ─▶ add ─▶ frames whose time is still to come, the earliest first ─▶ file
 * </pre>
 *
 * <p>Senders hand frames over ahead of the time at which they leave, each by another time: they are held back until
 * nothing can come in front of them. Frames are used again. Not thread-safe.
 */
public final class CaptureWriter implements Closeable {
    private static final Comparator<RoceFrame> BY_DEPARTURE =
            Comparator.<RoceFrame>comparingLong(frame -> frame.departureNanos).thenComparingLong(frame -> frame.order);

    private final PcapOutput output;
    private final InvariantCrc icrc = new InvariantCrc();
    private final ArrayDeque<RoceFrame> idle = new ArrayDeque<>();
    private final PriorityQueue<RoceFrame> held = new PriorityQueue<>(BY_DEPARTURE);
    /** Packets of each host so far, by its address, and its management datagrams. */
    private final Int2IntCounterMap packets = new Int2IntCounterMap(0);

    private final Int2IntCounterMap datagrams = new Int2IntCounterMap(0);
    private long frames;

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
     * Returns a frame to fill, then to {@link #add}.
     *
     * @param departureNanos when it leaves.
     * @return a frame with the contents of another.
     */
    public RoceFrame newFrame(final long departureNanos) {
        final RoceFrame free = idle.poll();
        final RoceFrame frame = free == null ? new RoceFrame(icrc) : free;
        frame.departureNanos = departureNanos;
        return frame;
    }

    /**
     * Takes a frame, and writes the frames that are due.
     *
     * @param frame    from {@link #newFrame}, ended; not the caller's any more.
     * @param nowNanos no frame that is added later leaves earlier than that.
     * @throws IOException if writing fails.
     */
    public void add(final RoceFrame frame, final long nowNanos) throws IOException {
        frame.order = frames++;
        held.add(frame);
        while (!held.isEmpty() && held.peek().departureNanos < nowNanos) {
            writeFirst();
        }
    }

    private void writeFirst() throws IOException {
        final RoceFrame frame = held.poll();
        number(frame);
        output.write(frame.departureNanos, frame.buffer(), frame.length());
        idle.push(frame);
    }

    /** Counts as the frame's host does: in the order in which frames leave. */
    private void number(final RoceFrame frame) {
        if (frame.isManagement()) {
            frame.number(datagrams.getAndIncrement(frame.source()));
        }
        frame.seal(packets.incrementAndGet(frame.source()));
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

    /** Writes what is held back, and ends the file. */
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
