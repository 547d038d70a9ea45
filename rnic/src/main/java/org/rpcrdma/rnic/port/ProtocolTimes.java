// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

/**
 * The timers of connections.
 *
 * @param acknowledgement  the time, in ns, for which a requester waits for an acknowledgement.
 * @param receiverNotReady the time, in ns, for which a requester waits after an RNR NAK.
 * @param message          the time, in ns, after which the connection manager retransmits a message.
 * @param messageRetries   the maximum number of retransmissions per message.
 */
public record ProtocolTimes(long acknowledgement, long receiverNotReady, long message, int messageRetries) {}
