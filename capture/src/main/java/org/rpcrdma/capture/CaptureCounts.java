// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;
import org.rpcrdma.capture.frame.Skipped;

/** The statistics of a capture that {@link CaptureReader} read. Not thread-safe. */
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
     * Returns the frames read, of any protocol.
     *
     * @return the count.
     */
    public long frames() {
        return frames;
    }

    /**
     * Returns the bytes of the capture file read, after decompression.
     *
     * @return the count.
     */
    public long bytes() {
        return bytes;
    }

    /**
     * Returns the number of cut frames, of which the capture holds only a part, because it was taken with a short
     * snapshot length or because the file ends, or is damaged, in the middle of one.
     *
     * @return the count; all bytes behind damage in a file count as one.
     */
    public long cutFrames() {
        return cutFrames;
    }

    /**
     * Returns true if the file ends, or is damaged, in the middle of a record.
     *
     * @return true if bytes behind {@link #cutAtByte()} were not read.
     */
    public boolean cutEnd() {
        return cutEnd;
    }

    /**
     * Returns the offset at which the file ends, or is damaged.
     *
     * @return the offset of the record that is not whole, in bytes after decompression; 0 unless {@link #cutEnd()}.
     */
    public long cutAtByte() {
        return cutAtByte;
    }

    /**
     * Returns the IP fragments whose datagrams are not whole in the capture; they are skipped.
     *
     * @return the count.
     */
    public long fragments() {
        return skipped[Skipped.FRAGMENT.ordinal()];
    }

    /**
     * Returns the frames of other traffic, which are skipped.
     *
     * @return the count.
     */
    public long otherFrames() {
        return skipped[Skipped.OTHER.ordinal()] + skipped[Skipped.LINK_TYPE.ordinal()];
    }

    /**
     * Returns the frames to the RoCEv2 port that were skipped because their lengths contradict each other.
     *
     * @return the count.
     */
    public long malformedFrames() {
        return skipped[Skipped.MALFORMED.ordinal()];
    }

    /**
     * Returns the RoCEv2 packets.
     *
     * @return the count.
     */
    public long rocePackets() {
        return rocePackets;
    }

    /**
     * Returns the request packets with a sequence number that had passed before.
     *
     * @return the count.
     */
    public long retransmittedPackets() {
        return retransmittedPackets;
    }

    /**
     * Returns the connections whose two directions may not belong together: the capture has neither their set-up nor
     * acknowledgements or replies that tell.
     *
     * @return the count.
     */
    public long guessedConnections() {
        return guessed;
    }

    /**
     * Returns the packets that the capture shows more than once, seen at several interfaces, VLANs or taps. They are
     * skipped.
     *
     * @return the count, without the one that is read of each.
     */
    public long copies() {
        return copies;
    }

    /**
     * Returns the gaps in packet sequence numbers: each of one packet or more that the capture does not hold.
     *
     * @return the count.
     */
    public long gaps() {
        return gaps;
    }

    /**
     * Returns the sends dropped because packets of them are missing or cut.
     *
     * @return the count.
     */
    public long incompleteSends() {
        return incompleteSends;
    }

    /**
     * Returns the packets of RDMA WRITEs and READs dropped because the packet with the address of their bytes is
     * missing, or because there is no memory to remember it.
     *
     * @return the count.
     */
    public long unmatchedPackets() {
        return unmatchedPackets;
    }

    /**
     * Returns the packets dropped because they belong to more connections than are followed.
     *
     * @return the count.
     */
    public long untrackedPackets() {
        return untrackedPackets;
    }

    /**
     * Returns the Sends reported to the listener, retransmitted ones included.
     *
     * @return the count.
     */
    public long sends() {
        return sends;
    }

    /**
     * Returns the connections seen.
     *
     * @return the count.
     */
    public int connections() {
        return connections;
    }

    /**
     * Returns the frames that were not read, and why: a number and a reason for each, the most frequent first.
     *
     * @return for example "12 of other traffic; 3 iWARP, which is not read"; empty if all frames were read.
     */
    public String skipped() {
        return Arrays.stream(Skipped.values())
                .filter(reason -> skipped[reason.ordinal()] > 0)
                .sorted(Comparator.comparingLong((Skipped reason) -> -skipped[reason.ordinal()]))
                .map(reason -> skipped[reason.ordinal()] + " " + reason.words())
                .collect(Collectors.joining("; "));
    }

    /**
     * Returns by how much the clock of the capture went back at most, from one frame to the next.
     *
     * @return nanoseconds; 0 if by no more than merged files and queues of a network card make it.
     */
    public long largestStepBackNanos() {
        return largestStepBackNanos;
    }

    /**
     * Returns true if frames were not read that may hold RDMA traffic, or are no frames of a network.
     *
     * @return false if all that was skipped is other traffic, or {@link #cutFrames() cut}.
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
