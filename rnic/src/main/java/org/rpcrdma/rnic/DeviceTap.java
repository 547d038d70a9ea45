// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.agrona.DirectBuffer;
import org.rpcrdma.rnic.config.ConnectionMessage;
import org.rpcrdma.verbs.Gid;

/**
 * Observes packets, connection messages, posts and completions of a network's devices, for captures and traces.
 *
 * <p>Called on the thread that runs the device, at the device's time. Arguments are valid only during the call, unless
 * documented otherwise. A tap must not post, connect or close anything; an exception that it throws aborts the
 * timeline's current
 * step.
 */
public interface DeviceTap {
    /**
     * Called when a NIC puts a packet on its link, even if the packet is then lost. A retransmitted packet is reported
     * again; a packet that the network duplicates is reported once.
     *
     * @param packet the headers and the payload.
     */
    default void onPacket(final PacketView packet) {}

    /**
     * Returns true if {@link #onDatagram} should be called; evaluated once, when the tap is set.
     *
     * @return false unless overridden.
     */
    default boolean takesDatagrams() {
        return false;
    }

    /**
     * Called with each datagram on the wire: in a simulation, when a NIC puts it on its link; for a device on a UDP
     * socket, when the socket has accepted it, or when any datagram arrives from another program.
     *
     * @param packet an IP packet: headers of IPv4 or IPv6, UDP and RoCEv2, payload, invariant CRC.
     * @param length bytes of the packet.
     * @param nanos  the time of departure or arrival, in ns of the device's clock; now or later.
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
     * @param wrId      id of the work request.
     * @param opcode    operation: {@link org.rpcrdma.verbs.CompletionOpcode}.
     * @param length    bytes of the elements.
     */
    default void onSendPosted(
            final Gid host, final int queuePair, final long wrId, final int opcode, final int length) {}

    /**
     * Called when a Receive is posted to a queue pair; Receives posted to shared receive queues are not reported.
     *
     * @param host      the address of the device.
     * @param queuePair the number of the queue pair.
     * @param wrId      id of the work request.
     * @param length    bytes of the elements.
     */
    default void onReceivePosted(final Gid host, final int queuePair, final long wrId, final int length) {}

    /**
     * Called when a completion is added to a completion queue.
     *
     * @param host      the address of the device.
     * @param queuePair the number of the queue pair whose work request completes.
     * @param wrId      id of the work request.
     * @param status    {@link org.rpcrdma.verbs.CompletionStatus}.
     * @param opcode    {@link org.rpcrdma.verbs.CompletionOpcode}; 0 unless the status is success.
     * @param length    bytes received; 0 unless the status is success.
     */
    default void onCompletion(
            final Gid host,
            final int queuePair,
            final long wrId,
            final int status,
            final int opcode,
            final int length) {}
}
