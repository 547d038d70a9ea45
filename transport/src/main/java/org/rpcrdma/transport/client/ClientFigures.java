// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.Map;
import org.rpcrdma.transport.DurationFigures;
import org.rpcrdma.transport.EndCause;

/**
 * A snapshot of a client's figures. Immutable.
 *
 * @param connectionsEstablished the number of connections established so far.
 * @param connectionsEnded       the number of ended or failed connections by cause; contains only causes that have
 *                               occurred.
 * @param creditsGranted         the number of credits that the server last granted; 0 if there is no connection.
 * @param creditsUsed            the number of calls that have been sent but have not yet received a reply.
 * @param callsQueued            the number of calls that are waiting for a credit, a send-queue entry or a connection.
 * @param callsAnswered          the number of calls that received a reply.
 * @param callsFailed            the number of calls that ended without a reply, including cancelled calls.
 * @param retransmissions        the number of calls that were sent again after their connection was lost.
 * @param repliesUnknown         the number of replies that were ignored because their transaction ids did not match any
 *                               call.
 * @param inlineReceivedBytes    the number of bytes received in inline messages, including transport headers.
 * @param inlineSentBytes        the number of bytes sent in inline messages, including transport headers.
 * @param readChunkBytes         the number of bytes that the server has read from Read chunks.
 * @param writeChunkBytes        the number of bytes that the server has written to Write chunks.
 * @param replyChunkBytes        the number of bytes that the server has written to Reply chunks.
 * @param roundTrip              the time from when a call is first sent until its reply arrives; null if calls are not
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
