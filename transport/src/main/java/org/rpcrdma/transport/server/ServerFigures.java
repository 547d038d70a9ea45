// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.Map;
import org.rpcrdma.transport.DurationFigures;
import org.rpcrdma.transport.EndCause;

/**
 * A snapshot of a server's figures; totals include ended connections. Immutable.
 *
 * @param connections         connections, including closing ones.
 * @param connectionsAccepted connections accepted so far.
 * @param connectionsRejected connection requests rejected for lack of buffers, mappings or queues.
 * @param connectionsEnded    ended connections by cause; only causes that have occurred.
 * @param credits             credits for new connections.
 * @param creditsGranted      credits granted to all connections together.
 * @param creditsUsed         calls in progress, from their arrival until their answer was sent.
 * @param callsWaiting        calls that wait for payload memory or a send buffer.
 * @param messagesReceived    messages received.
 * @param repliesSent         replies posted.
 * @param errorsSent          RDMA_ERROR messages posted.
 * @param messagesDropped     messages without an answer.
 * @param serviceFailures     exceptions of the service, and answers of the service that could not be sent.
 * @param payloadBytes        bytes of payload memory, in use or free.
 * @param sendBuffersInUse    send buffers that hold a reply.
 * @param sendMappedBytes     bytes of send memory mapped.
 * @param inlineReceivedBytes bytes of messages received by Send, with their transport headers.
 * @param inlineSentBytes     bytes of messages sent by Send, with their transport headers.
 * @param readChunkBytes      bytes that the server has read from Read chunks.
 * @param writeChunkBytes     bytes that the server has written to Write chunks.
 * @param replyChunkBytes     bytes that the server has written to Reply chunks.
 * @param replyCacheHits      repeated calls that the reply cache has answered with the first call's reply.
 * @param replyCacheWaits     repeated calls that arrived while the first call was in progress, and waited for its
 *                            answer.
 * @param replyCacheMisses    calls of cached procedures that the service executed.
 * @param replyCacheNotKept   misses whose reply was not kept: it was too long, had data in Write chunks, or all entries
 *                            were in progress. A repetition is executed again.
 * @param replyCacheEvicted   replies evicted before their period was over.
 * @param replyCacheEntries   kept replies and calls in progress.
 * @param replyCacheBytes     memory of the replies, in use or free.
 * @param waiting             time from a call's arrival until its service had it: waits for memory, RDMA READs; null if
 *                            calls are not measured.
 * @param service             time from then until the reply was posted; null if calls are not measured.
 * @param reply               time from then until RDMA WRITEs and Send had completed; null if calls are not measured.
 */
public record ServerFigures(
        int connections,
        long connectionsAccepted,
        long connectionsRejected,
        Map<EndCause, Long> connectionsEnded,
        int credits,
        int creditsGranted,
        int creditsUsed,
        int callsWaiting,
        long messagesReceived,
        long repliesSent,
        long errorsSent,
        long messagesDropped,
        long serviceFailures,
        long payloadBytes,
        int sendBuffersInUse,
        long sendMappedBytes,
        long inlineReceivedBytes,
        long inlineSentBytes,
        long readChunkBytes,
        long writeChunkBytes,
        long replyChunkBytes,
        long replyCacheHits,
        long replyCacheWaits,
        long replyCacheMisses,
        long replyCacheNotKept,
        long replyCacheEvicted,
        int replyCacheEntries,
        long replyCacheBytes,
        DurationFigures waiting,
        DurationFigures service,
        DurationFigures reply) {}
