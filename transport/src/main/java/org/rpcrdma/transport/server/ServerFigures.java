// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.Map;
import org.rpcrdma.transport.DurationFigures;
import org.rpcrdma.transport.EndCause;

/**
 * A snapshot of a server's figures. Totals include ended connections. Immutable.
 *
 * @param connections         the number of connections, including connections that are closing.
 * @param connectionsAccepted the number of connections accepted so far.
 * @param connectionsRejected the number of connection requests that were rejected because buffers, mappings or queues
 *                            were unavailable.
 * @param connectionsEnded    the number of ended connections by cause; contains only causes that have occurred.
 * @param credits             the number of credits for new connections.
 * @param creditsGranted      the total number of credits granted to all connections.
 * @param creditsUsed         the number of calls in progress, from their arrival until their answer has been sent.
 * @param callsWaiting        the number of calls that are waiting for payload memory or a send buffer.
 * @param messagesReceived    the number of messages received.
 * @param repliesSent         the number of replies posted.
 * @param errorsSent          the number of RDMA_ERROR messages posted.
 * @param messagesDropped     the number of messages that were not answered.
 * @param serviceFailures     the number of exceptions that the service has thrown, plus the number of its answers that
 *                            could not be sent.
 * @param payloadBytes        the size of the payload memory, both in use and free, in bytes.
 * @param sendBuffersInUse    the number of send buffers that contain a reply.
 * @param sendMappedBytes     the number of bytes of send memory mapped for the device.
 * @param inlineReceivedBytes the number of bytes received in inline messages, including transport headers.
 * @param inlineSentBytes     the number of bytes sent in inline messages, including transport headers.
 * @param readChunkBytes      the number of bytes that the server has read from Read chunks.
 * @param writeChunkBytes     the number of bytes that the server has written to Write chunks.
 * @param replyChunkBytes     the number of bytes that the server has written to Reply chunks.
 * @param replyCacheHits      the number of repeated calls that the reply cache has answered with the first call's
 *                            reply.
 * @param replyCacheWaits     the number of repeated calls that arrived while the first call was in progress and waited
 *                            for its answer.
 * @param replyCacheMisses    the number of calls to cached procedures that the service has executed.
 * @param replyCacheNotKept   the number of misses whose reply was not kept, either because it was too long or had data
 *                            in Write chunks, or because all entries belonged to calls in progress. If the call is
 *                            repeated, the service executes it again.
 * @param replyCacheEvicted   the number of replies evicted before the end of their period.
 * @param replyCacheEntries   the number of entries in use, for kept replies and calls in progress.
 * @param replyCacheBytes     the size of the memory for replies, both in use and free, in bytes.
 * @param waiting             the time from a call's arrival until it is passed to the service, including waits for
 *                            memory and RDMA READs; null if calls are not measured.
 * @param service             the time from when a call is passed to the service until its reply is posted; null if
 *                            calls are not measured.
 * @param reply               the time from when a reply is posted until its RDMA WRITEs and Send have completed; null
 *                            if calls are not measured.
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
