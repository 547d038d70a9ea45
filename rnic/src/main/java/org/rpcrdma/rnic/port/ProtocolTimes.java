// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

/**
 * The timers of connections.
 *
 * @param acknowledgement nanoseconds for which a requester waits for an acknowledgement.
 * @param receiverNotReady nanoseconds for which a requester waits after an RNR NAK.
 * @param message          nanoseconds after which the connection manager repeats a message.
 * @param messageRetries   number of times that it repeats a message.
 */
public record ProtocolTimes(long acknowledgement, long receiverNotReady, long message, int messageRetries) {}
