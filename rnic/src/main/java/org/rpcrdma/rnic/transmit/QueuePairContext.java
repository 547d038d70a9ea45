// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.transmit;

import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.rnic.link.PacketOrigin;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.QueuePairParameters;

/**
 * The objects that the parts of a queue pair share until the queue pair is reset.
 *
 * @param personality the device's personality.
 * @param timeline    the clock.
 * @param self        the origin that the queue pair's packets contain.
 * @param domain      the number of the protection domain.
 * @param parameters  the current parameters, which may change.
 * @param peer        the other end of the connection.
 * @param turn        requests turns on the link.
 * @param events      receives the events of the parts.
 */
public record QueuePairContext(
        Personality personality,
        Timeline timeline,
        PacketOrigin self,
        int domain,
        QueuePairParameters parameters,
        Peer peer,
        TurnTimer turn,
        QueuePairEvents events) {}
