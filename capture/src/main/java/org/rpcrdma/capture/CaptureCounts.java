// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;
import org.rpcrdma.capture.frame.Skipped;

/** The statistics of a capture that has been read with {@link CaptureReader}. Not thread-safe. */
public final class CaptureCounts {
    private static final long LARGEST_USUAL_STEP = 10_000_000;

    long frames;
    long bytes;
    long cutFrames;
    boolean cutEnd;
    long cutAtByte;
    private final long[] skipped = new long[Skipped.values().length];
    long rocePackets;
    long retransmittedPackets;
    long copies;
    long guessed;
    private long largestStepBackNanos;
    long gaps;
    long incompleteSends;
    long unmatchedPackets;
    long untrackedPackets;
    long sends;
    int connections;

    CaptureCounts() {}

    /**
     * Returns the number of frames that were read, regardless of their protocol.
     *
     * @return the count.
     */
    public long frames() {
        return frames;
    }

    /**
     * Returns the number of bytes read from the capture file, after decompression.
     *
     * @return the count.
     */
    public long bytes() {
        return bytes;
    }

    /**
     * Returns the number of truncated frames. A frame is truncated if it is longer than the snapshot length, or if the
     * file ends or is damaged within the frame.
     *
     * @return the count; all data after damage counts as one frame.
     */
    public long cutFrames() {
        return cutFrames;
    }

    /**
     * Returns true if the file ends or is damaged within a record.
     *
     * @return true if the bytes from offset {@link #cutAtByte()} onwards were not read.
     */
    public boolean cutEnd() {
        return cutEnd;
    }

    /**
     * Returns the offset of the record in which the file ends or is damaged.
     *
     * @return the offset of the incomplete record, in bytes after decompression; 0 unless {@link #cutEnd()}.
     */
    public long cutAtByte() {
        return cutAtByte;
    }

    /**
     * Returns the number of IP fragments that were skipped because their datagrams were incomplete.
     *
     * @return the count.
     */
    public long fragments() {
        return skipped[Skipped.FRAGMENT.ordinal()];
    }

    /**
     * Returns the number of frames that were skipped because they did not belong to RDMA traffic.
     *
     * @return the count.
     */
    public long otherFrames() {
        return skipped[Skipped.OTHER.ordinal()] + skipped[Skipped.LINK_TYPE.ordinal()];
    }

    /**
     * Returns the number of frames addressed to the RoCEv2 port that were skipped because their lengths were
     * inconsistent.
     *
     * @return the count.
     */
    public long malformedFrames() {
        return skipped[Skipped.MALFORMED.ordinal()];
    }

    /**
     * Returns the number of RoCEv2 packets.
     *
     * @return the count.
     */
    public long rocePackets() {
        return rocePackets;
    }

    /**
     * Returns the number of request packets whose sequence numbers had been seen before.
     *
     * @return the count.
     */
    public long retransmittedPackets() {
        return retransmittedPackets;
    }

    /**
     * Returns the number of connections whose two directions were paired by guessing, because neither the set-up nor
     * matching acknowledgements or replies were captured.
     *
     * @return the count.
     */
    public long guessedConnections() {
        return guessed;
    }

    /**
     * Returns the number of copies of packets that were skipped. Packets may be captured more than once if there are
     * several interfaces, VLANs or taps.
     *
     * @return the count; the copy of each packet that is processed is not counted.
     */
    public long copies() {
        return copies;
    }

    /**
     * Returns the number of gaps in packet sequence numbers. A gap consists of one or more consecutive packets that
     * were not captured.
     *
     * @return the count.
     */
    public long gaps() {
        return gaps;
    }

    /**
     * Returns the number of Sends that were dropped because packets were missing or truncated.
     *
     * @return the count.
     */
    public long incompleteSends() {
        return incompleteSends;
    }

    /**
     * Returns the number of RDMA WRITE and READ packets that were dropped. A packet is dropped if the packet that
     * contains its address is missing, or if there was not enough memory to store the address.
     *
     * @return the count.
     */
    public long unmatchedPackets() {
        return unmatchedPackets;
    }

    /**
     * Returns the number of packets that were dropped because the maximum number of tracked connections had been
     * reached.
     *
     * @return the count.
     */
    public long untrackedPackets() {
        return untrackedPackets;
    }

    /**
     * Returns the number of Sends that were reported to the listener, including retransmissions.
     *
     * @return the count.
     */
    public long sends() {
        return sends;
    }

    /**
     * Returns the number of connections that were found.
     *
     * @return the count.
     */
    public int connections() {
        return connections;
    }

    /**
     * Returns the reasons why frames were skipped, each with the number of frames, in descending order of frequency.
     *
     * @return the reasons, for example "12 of other traffic; 3 iWARP, which is not supported"; empty if no frame was
     *     skipped.
     */
    public String skipped() {
        return Arrays.stream(Skipped.values())
                .filter(reason -> skipped[reason.ordinal()] > 0)
                .sorted(Comparator.comparingLong((Skipped reason) -> -skipped[reason.ordinal()]))
                .map(reason -> skipped[reason.ordinal()] + " " + reason.words())
                .collect(Collectors.joining("; "));
    }

    /**
     * Returns the longest time by which the capture's clock went back between two frames.
     *
     * @return the time in nanoseconds; 0 if no step exceeds the steps that merging files or a network card's queues can
     * cause.
     */
    public long largestStepBackNanos() {
        return largestStepBackNanos;
    }

    /**
     * Returns true if skipped frames may contain RDMA traffic. This includes frames that are not network frames.
     *
     * @return false if all skipped frames are other traffic or {@link #cutFrames() truncated}.
     */
    public boolean isRdmaSkipped() {
        return Arrays.stream(Skipped.values())
                .anyMatch(reason -> reason != Skipped.OTHER && reason != Skipped.CUT && skipped[reason.ordinal()] > 0);
    }

    void stepBack(final long nanos) {
        if (nanos > LARGEST_USUAL_STEP) {
            largestStepBackNanos = Math.max(largestStepBackNanos, nanos);
        }
    }

    void skip(final Skipped reason) {
        skip(reason, 1);
    }

    void skip(final Skipped reason, final long frames) {
        skipped[reason.ordinal()] += frames;
        cutFrames += reason == Skipped.CUT ? frames : 0;
    }

    void cut(final long atByte) {
        if (!cutEnd) {
            cutEnd = true;
            cutAtByte = atByte;
            cutFrames++;
        }
    }
}
