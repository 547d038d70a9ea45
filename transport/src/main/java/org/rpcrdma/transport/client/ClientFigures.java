// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.Map;
import org.rpcrdma.transport.DurationFigures;
import org.rpcrdma.transport.EndCause;

/**
 * The figures of a client at one moment.
 *
 * @param connectionsEstablished connections that were established so far.
 * @param connectionsEnded       how many connections have ended or did not come about, by cause; those that have
 *                               occurred.
 * @param creditsGranted         credits that the server granted last; 0 without a connection.
 * @param creditsUsed            calls that were sent and have no reply.
 * @param callsQueued            calls that wait for a credit, for room in the send queue or for a connection.
 * @param callsAnswered          calls that got their reply.
 * @param callsFailed            calls that ended without a reply, those cancelled included.
 * @param retransmissions        times that a call was sent again because its connection was lost.
 * @param repliesUnknown         replies that were ignored because no call has their transaction id.
 * @param inlineReceivedBytes    bytes of messages that came by Send, with their transport headers.
 * @param inlineSentBytes        bytes of messages that went by Send, with their transport headers.
 * @param readChunkBytes         bytes that the server has read out of Read chunks.
 * @param writeChunkBytes        bytes that the server has written into Write chunks.
 * @param replyChunkBytes        bytes that the server has written into Reply chunks.
 * @param roundTrip              from a call's first sending until its reply was taken; null if calls are not
 *                               measured.
 */
public record ClientFigures(
        long connectionsEstablished,
        Map<EndCause, Long> connectionsEnded,
        int creditsGranted,
        int creditsUsed,
        int callsQueued,
        long callsAnswered,
        long callsFailed,
        long retransmissions,
        long repliesUnknown,
        long inlineReceivedBytes,
        long inlineSentBytes,
        long readChunkBytes,
        long writeChunkBytes,
        long replyChunkBytes,
        DurationFigures roundTrip) {}
