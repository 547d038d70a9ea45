// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;
import org.rpcrdma.capture.frame.Skipped;

/** The statistics of a capture that was read with {@link CaptureReader}. Not thread-safe. */
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
     * Returns the number of truncated frames. A frame is truncated if the snapshot length is shorter than the frame, or
     * if the file ends or is damaged within the frame.
     *
     * @return the count; all data after damage counts as one frame.
     */
    public long cutFrames() {
        return cutFrames;
    }

    /**
     * Returns true if the file ends or is damaged within a record.
     *
     * @return true if the bytes after {@link #cutAtByte()} were not read.
     */
    public boolean cutEnd() {
        return cutEnd;
    }

    /**
     * Returns the offset at which the file ends or is damaged.
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
     * Returns the number of frames that were skipped because they belong to other traffic.
     *
     * @return the count.
     */
    public long otherFrames() {
        return skipped[Skipped.OTHER.ordinal()] + skipped[Skipped.LINK_TYPE.ordinal()];
    }

    /**
     * Returns the number of frames to the RoCEv2 port that were skipped because of inconsistent lengths.
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
     * Returns the number of request packets whose sequence number was seen before.
     *
     * @return the count.
     */
    public long retransmittedPackets() {
        return retransmittedPackets;
    }

    /**
     * Returns the number of connections whose two directions were paired by a guess, because neither the set-up nor
     * matching acknowledgements or replies were captured.
     *
     * @return the count.
     */
    public long guessedConnections() {
        return guessed;
    }

    /**
     * Returns the number of skipped copies of packets, which were captured more than once because of several
     * interfaces, VLANs or taps.
     *
     * @return the count, without the copy that is read.
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
     * Returns the number of dropped packets of RDMA WRITEs and READs. A packet is dropped if the packet that contains
     * the address is missing, or if there is not enough memory for the address.
     *
     * @return the count.
     */
    public long unmatchedPackets() {
        return unmatchedPackets;
    }

    /**
     * Returns the number of packets that were dropped because too many connections were tracked.
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
     * Returns the reasons why frames were skipped, each with the number of frames, most frequent first.
     *
     * @return for example "12 of other traffic; 3 iWARP, which is not supported"; empty if no frame was skipped.
     */
    public String skipped() {
        return Arrays.stream(Skipped.values())
                .filter(reason -> skipped[reason.ordinal()] > 0)
                .sorted(Comparator.comparingLong((Skipped reason) -> -skipped[reason.ordinal()]))
                .map(reason -> skipped[reason.ordinal()] + " " + reason.words())
                .collect(Collectors.joining("; "));
    }

    /**
     * Returns the largest step by which the capture's clock went back between two frames.
     *
     * @return the step in nanoseconds; 0 if no step exceeds the steps that merged files and a network card's queues
     *     cause.
     */
    public long largestStepBackNanos() {
        return largestStepBackNanos;
    }

    /**
     * Returns true if skipped frames may contain RDMA traffic; this includes frames that are not network frames.
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
