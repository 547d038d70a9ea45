// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import static org.rpcrdma.rnic.roce.RocePacket.ICRC_LENGTH;
import static org.rpcrdma.rnic.roce.RocePacket.MAX_PAYLOAD;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.rpcrdma.rnic.codec.PacketEncoder;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.roce.InvariantCrc;

/**
 * Packets that are sent together. Each packet is a datagram, and consecutive datagrams form runs. All datagrams of a
 * run have the same destination and the same length, except that the last one may be shorter.
 *
 * <pre>
 *  | run 0: to host A          | run 1: to B   | run 2: to A |
 *  | 4112 | 4112 | 4112 | 1040 | 20            | 80 | 80     |
 * </pre>
 *
 * <p>Payloads are copied, so that the CRC is correct even if the memory changes before the system reads it. The
 * identification of a run's n-th datagram is n, counted from 0, which is the value that Linux sets when it segments a
 * run.
 */
final class Outgoing {
    /** The maximum number of datagrams. */
    static final int MOST = 128;

    private static final int CAPACITY = 256 << 10;
    private static final int LONGEST = MAX_PAYLOAD + 64;
    /** The maximum payload of a UDP datagram over IPv4. */
    private static final int LONGEST_RUN = 65_507;

    /** The memory for the datagrams. Its position is 0 and its limit is its capacity. */
    final ByteBuffer memory = ByteBuffer.allocateDirect(CAPACITY);
    /**
     * The destination of each run. The arrays below contain, for each run, its position and the length and number of
     * its datagrams.
     */
    final Destination[] hosts = new Destination[MOST];

    final int[] begins = new int[MOST];
    final int[] ends = new int[MOST];
    final int[] lengths = new int[MOST];
    final int[] counts = new int[MOST];
    /** The number of runs. */
    int runs;

    private final PacketEncoder encoder = new PacketEncoder(memory);
    private final InvariantCrc crc = new InvariantCrc();
    private int end;
    private int datagrams;

    /** Returns true if another packet fits. */
    boolean hasRoom() {
        return datagrams < MOST && end <= CAPACITY - LONGEST;
    }

    /**
     * Adds a packet for a queue pair of a host. {@link #hasRoom()} must be true.
     *
     * @param mostTogether the maximum number of datagrams per run.
     */
    void add(final Packet packet, final int number, final Destination host, final int mostTogether) {
        final int behindPad = encoder.encode(packet, number, end);
        final int length = behindPad + ICRC_LENGTH - end;
        if (runs == 0 || !isOfLastRun(host, length, mostTogether)) {
            begin(host, end, length);
        }
        append(behindPad);
        datagrams++;
    }

    private boolean isOfLastRun(final Destination host, final int length, final int mostTogether) {
        final int last = runs - 1;
        return hosts[last] == host
                && counts[last] < mostTogether
                && length <= lengths[last]
                && end - begins[last] == counts[last] * lengths[last]
                && end - begins[last] + length <= LONGEST_RUN;
    }

    private void begin(final Destination host, final int at, final int length) {
        hosts[runs] = host;
        begins[runs] = at;
        lengths[runs] = length;
        counts[runs] = 0;
        runs++;
    }

    /** Appends a datagram to the last run, and adds the CRC to the datagram. */
    private void append(final int behindPad) {
        final int last = runs - 1;
        end += crc.seal(hosts[last].header().identification(counts[last]++), memory, end, behindPad);
        memory.clear();
        ends[last] = end;
    }

    /** Splits the runs from index {@code first} into runs of one datagram each. */
    void separate(final int first) {
        final Destination[] oldHosts = hosts.clone();
        final int[] oldEnds = ends.clone();
        final int[] oldLengths = lengths.clone();
        final int old = runs;
        end = begins[first];
        runs = first;
        for (int run = first; run < old; run++) {
            while (end < oldEnds[run]) {
                final int length = Math.min(oldLengths[run], oldEnds[run] - end);
                begin(oldHosts[run], end, length);
                append(end + length - ICRC_LENGTH);
            }
        }
    }

    /** Reports a run's datagrams to a listener. */
    void report(final int run, final ArrivalListener listener) {
        int number = 0;
        for (int at = begins[run]; at < ends[run]; at += lengths[run]) {
            final int length = Math.min(lengths[run], ends[run] - at);
            listener.datagram(hosts[run].header().identification(number++), memory.slice(at, length), length);
        }
    }

    /** Removes all runs. */
    void clear() {
        Arrays.fill(hosts, 0, runs, null);
        runs = 0;
        end = 0;
        datagrams = 0;
    }
}
