// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

/**
 * The figures of a client at one moment.
 *
 * @param connections      connections that were established so far.
 * @param creditsGranted   credits that the server granted last; 0 without a connection.
 * @param callsOutstanding calls that were sent and have no reply.
 * @param callsQueued      calls that wait for a credit, for room in the send queue or for a connection.
 * @param callsAnswered    calls that got their reply.
 * @param callsFailed      calls that ended without a reply, those cancelled included.
 * @param retransmissions  times that a call was sent again because its connection was lost.
 * @param unknownReplies   replies that were ignored because no call has their transaction id.
 */
public record ClientFigures(
        long connections,
        int creditsGranted,
        int callsOutstanding,
        int callsQueued,
        long callsAnswered,
        long callsFailed,
        long retransmissions,
        long unknownReplies) {}
