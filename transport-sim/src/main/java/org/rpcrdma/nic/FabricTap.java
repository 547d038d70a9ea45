// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.cost.ConnectionMessage;
import org.rpcrdma.verbs.Gid;

/**
 * Told what happens on a {@link Fabric}, without a part in it: for captures and traces. See {@link Fabric#setTap}.
 *
 * <p>Called on the simulation's thread, at the simulation's time. What it is shown may be used during the call only. It must not post,
 * connect or close anything; an exception that it throws ends the simulation's step.
 */
public interface FabricTap {
    /**
     * A NIC puts a packet on its link; whether it arrives is not known. Packets that are sent again are told again, those that the
     * network duplicates once.
     *
     * @param packet the packet.
     */
    default void onPacket(final PacketView packet) {}

    /**
     * A connection manager sends a message.
     *
     * @param message the message; may be kept.
     */
    default void onConnectionMessage(final ConnectionMessage message) {}

    /**
     * A send work request was posted.
     *
     * @param host      the device's address.
     * @param queuePair its number.
     * @param wrId      the work request's id.
     * @param opcode    what it does: {@link org.rpcrdma.verbs.CompletionOpcode}.
     * @param length    bytes of its elements.
     */
    default void onSendPosted(
            final Gid host, final int queuePair, final long wrId, final int opcode, final int length) {}

    /**
     * A Receive was posted to a queue pair's own queue.
     *
     * @param host      the device's address.
     * @param queuePair its number.
     * @param wrId      the work request's id.
     * @param length    bytes of its elements.
     */
    default void onReceivePosted(final Gid host, final int queuePair, final long wrId, final int length) {}

    /**
     * A completion was put into a completion queue.
     *
     * @param host      the device's address.
     * @param queuePair the number of the queue pair whose work request it completes.
     * @param wrId      the work request's id.
     * @param status    {@link org.rpcrdma.verbs.CompletionStatus}.
     * @param opcode    {@link org.rpcrdma.verbs.CompletionOpcode}; means nothing unless the status is success.
     * @param length    bytes that were received; means nothing unless the status is success.
     */
    default void onCompletion(
            final Gid host,
            final int queuePair,
            final long wrId,
            final int status,
            final int opcode,
            final int length) {}
}
