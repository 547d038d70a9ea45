// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.Map;
import org.rpcrdma.transport.DurationFigures;
import org.rpcrdma.transport.EndCause;

/**
 * The figures of a server at one moment; totals count those of connections that have ended, too.
 *
 * @param connections         connections, those included that are closing.
 * @param connectionsAccepted connections accepted so far.
 * @param connectionsRejected connection requests refused for want of buffers, mappings or queues.
 * @param connectionsEnded    how many connections have ended, by cause; those that have occurred.
 * @param credits             credits that new connections are granted.
 * @param creditsGranted      credits that the connections are granted, together.
 * @param creditsUsed         calls on their way, from their arrival until their answer was sent.
 * @param callsWaiting        calls that wait for payload memory or a send buffer.
 * @param messagesReceived    messages received.
 * @param repliesSent         replies posted.
 * @param errorsSent          RDMA_ERROR messages posted.
 * @param messagesDropped     messages without an answer.
 * @param serviceFailures     exceptions of the service, and answers of its that could not be sent.
 * @param payloadBytes        bytes of payload memory, in use or free.
 * @param sendBuffersInUse    send buffers that hold a reply.
 * @param sendMappedBytes     bytes of send memory mapped.
 * @param inlineReceivedBytes bytes of messages that came by Send, with their transport headers.
 * @param inlineSentBytes     bytes of messages that went by Send, with their transport headers.
 * @param readChunkBytes      bytes that the server has read out of Read chunks.
 * @param writeChunkBytes     bytes that the server has written into Write chunks.
 * @param replyChunkBytes     bytes that the server has written into Reply chunks.
 * @param replyCacheHits      repeated calls that the reply cache has answered by the first one's reply.
 * @param replyCacheWaits     repeated calls that came while the first one was in progress, and waited for its answer.
 * @param replyCacheMisses    calls of cached procedures that the service carried out.
 * @param replyCacheNotKept   of these, calls whose reply was not kept: it was too long, had data in Write chunks, or
 *                            all entries were in progress. A repetition is carried out again.
 * @param replyCacheEvicted   replies that made room for later ones before their period was over.
 * @param replyCacheEntries   replies that are kept now, and calls in progress.
 * @param replyCacheBytes     memory of the replies, in use or free.
 * @param waiting             from a call's arrival until its service had it: waits for memory, RDMA READs; null if
 *                            calls are not measured.
 * @param service             from there until the reply was posted; null likewise.
 * @param reply               from there until RDMA WRITEs and Send had completed; null likewise.
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
