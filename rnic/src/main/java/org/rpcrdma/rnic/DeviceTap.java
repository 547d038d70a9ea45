// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.agrona.DirectBuffer;
import org.rpcrdma.rnic.config.ConnectionMessage;
import org.rpcrdma.verbs.Gid;

/**
 * Observes a network's packets, connection messages, posts and completions, for captures and traces.
 *
 * <p>All methods are called on the thread that runs the device. Times are measured by the device's clock. Arguments are
 * valid only during the call, unless documented otherwise. A tap must not post, connect or close anything. If it throws
 * an exception, the current step of the timeline is aborted.
 */
public interface DeviceTap {
    /**
     * Called when a NIC puts a packet on its link, even if the packet is lost afterwards. Each retransmission is
     * reported, but a packet that the network duplicates is reported only once.
     *
     * @param packet the headers and the payload.
     */
    default void onPacket(final PacketView packet) {}

    /**
     * Returns true if {@link #onDatagram} should be called. This method is called once, when the tap is set.
     *
     * @return false unless overridden.
     */
    default boolean takesDatagrams() {
        return false;
    }

    /**
     * Called for each datagram on the wire. A simulated device reports a datagram when the NIC puts it on its link. A
     * device on a UDP socket reports a datagram that it sends once the socket has accepted it, and a datagram from
     * another program when it arrives.
     *
     * @param packet an IP packet: IPv4 or IPv6, UDP and RoCEv2 headers, payload, invariant CRC.
     * @param length the packet's length in bytes.
     * @param nanos  the time of departure or arrival on the device's clock, in ns; never in the past.
     */
    default void onDatagram(final DirectBuffer packet, final int length, final long nanos) {}

    /**
     * Called when a connection manager in a simulation sends a message.
     *
     * @param message the message, which is immutable and may be retained.
     */
    default void onConnectionMessage(final ConnectionMessage message) {}

    /**
     * Called when a send work request is posted.
     *
     * @param host      the address of the device.
     * @param queuePair the number of the queue pair.
     * @param wrId      the id of the work request.
     * @param opcode    the operation, from {@link org.rpcrdma.verbs.CompletionOpcode}.
     * @param length    the total length of the scatter/gather elements, in bytes.
     */
    default void onSendPosted(
            final Gid host, final int queuePair, final long wrId, final int opcode, final int length) {}

    /**
     * Called when a Receive is posted to a queue pair. Receives posted to shared receive queues are not reported.
     *
     * @param host      the address of the device.
     * @param queuePair the number of the queue pair.
     * @param wrId      the id of the work request.
     * @param length    the total length of the scatter/gather elements, in bytes.
     */
    default void onReceivePosted(final Gid host, final int queuePair, final long wrId, final int length) {}

    /**
     * Called when a completion is added to a completion queue.
     *
     * @param host      the address of the device.
     * @param queuePair the number of the queue pair whose work request completes.
     * @param wrId      the id of the work request.
     * @param status    the status, from {@link org.rpcrdma.verbs.CompletionStatus}.
     * @param opcode    the operation, from {@link org.rpcrdma.verbs.CompletionOpcode}; 0 unless the status is success.
     * @param length    the number of bytes received; 0 unless the status is success.
     */
    default void onCompletion(
            final Gid host,
            final int queuePair,
            final long wrId,
            final int status,
            final int opcode,
            final int length) {}
}
