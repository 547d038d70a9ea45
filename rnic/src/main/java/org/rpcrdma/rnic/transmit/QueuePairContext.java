// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.transmit;

import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.rnic.link.PacketOrigin;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.QueuePairParameters;

/**
 * The things that the parts of one life of a queue pair share.
 *
 * @param personality of the device.
 * @param timeline    the clock.
 * @param self       the queue pair as its packets name it.
 * @param domain     the number of its protection domain.
 * @param parameters its current ones; they change.
 * @param peer       the other end.
 * @param turn       asks for its turns on the link.
 * @param events     is notified of the parts' events.
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
