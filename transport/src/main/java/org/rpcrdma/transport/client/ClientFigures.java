// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.Map;
import org.rpcrdma.transport.DurationFigures;
import org.rpcrdma.transport.EndCause;

/**
 * A snapshot of a client's figures. Immutable.
 *
 * @param connectionsEstablished connections established so far.
 * @param connectionsEnded       ended or failed connections by cause; only causes that have occurred.
 * @param creditsGranted         credits that the server granted last; 0 without a connection.
 * @param creditsUsed            calls that were sent and have no reply.
 * @param callsQueued            calls that wait for a credit, a send-queue entry or a connection.
 * @param callsAnswered          calls that got their reply.
 * @param callsFailed            calls that ended without a reply, including cancelled calls.
 * @param retransmissions        calls sent again because their connection was lost.
 * @param repliesUnknown         replies ignored because no call has their transaction id.
 * @param inlineReceivedBytes    bytes of messages received by Send, with their transport headers.
 * @param inlineSentBytes        bytes of messages sent by Send, with their transport headers.
 * @param readChunkBytes         bytes that the server has read from Read chunks.
 * @param writeChunkBytes        bytes that the server has written to Write chunks.
 * @param replyChunkBytes        bytes that the server has written to Reply chunks.
 * @param roundTrip              time from a call's first sending until its reply arrived; null if calls are not
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
