// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/** The statistics of a capture that {@link CaptureReader} read. Not thread-safe. */
public final class CaptureCounts {
    long frames;
    long bytes;
    long cutFrames;
    boolean cutEnd;
    long cutAtByte;
    long fragments;
    long otherFrames;
    long malformedFrames;
    long rocePackets;
    long retransmittedPackets;
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
     * Returns the IP fragments, which are skipped.
     *
     * @return the count.
     */
    public long fragments() {
        return fragments;
    }

    /**
     * Returns the frames of other traffic, which are skipped.
     *
     * @return the count.
     */
    public long otherFrames() {
        return otherFrames;
    }

    /**
     * Returns the frames to the RoCEv2 port that were skipped because their lengths contradict each other.
     *
     * @return the count.
     */
    public long malformedFrames() {
        return malformedFrames;
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
     * Returns the gaps in packet sequence numbers.
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

    void cut(final long atByte) {
        if (!cutEnd) {
            cutEnd = true;
            cutAtByte = atByte;
            cutFrames++;
        }
    }
}
