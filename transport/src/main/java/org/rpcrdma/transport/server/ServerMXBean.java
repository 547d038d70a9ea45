// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.Map;
import org.rpcrdma.transport.DurationFigures;

/** The JMX interface to a server's figures. {@link VisibleServer} registers it. Thread-safe. */
public interface ServerMXBean {
    /**
     * Returns the number of connections, including connections that are closing.
     *
     * @return the number; see {@link ServerFigures#connections}.
     */
    int getConnections();

    /**
     * Returns the number of connections accepted so far.
     *
     * @return the number; see {@link ServerFigures#connectionsAccepted}.
     */
    long getConnectionsAccepted();

    /**
     * Returns the number of connection requests that were rejected because buffers, mappings or queues were
     * unavailable.
     *
     * @return the number; see {@link ServerFigures#connectionsRejected}.
     */
    long getConnectionsRejected();

    /**
     * Returns the number of ended connections by cause.
     *
     * @return the number for each cause that has occurred, keyed by the cause's name in lower case; see
     *     {@link ServerFigures#connectionsEnded}.
     */
    Map<String, Long> getConnectionsEnded();

    /**
     * Returns the number of credits for new connections.
     *
     * @return the number; see {@link ServerFigures#credits}.
     */
    int getCredits();

    /**
     * Returns the total number of credits granted to all connections.
     *
     * @return the number; see {@link ServerFigures#creditsGranted}.
     */
    int getCreditsGranted();

    /**
     * Returns the number of calls in progress, from their arrival until their answer has been sent.
     *
     * @return the number; see {@link ServerFigures#creditsUsed}.
     */
    int getCreditsUsed();

    /**
     * Returns the number of calls that are waiting for payload memory or a send buffer.
     *
     * @return the number; see {@link ServerFigures#callsWaiting}.
     */
    int getCallsWaiting();

    /**
     * Returns the number of messages received.
     *
     * @return the number; see {@link ServerFigures#messagesReceived}.
     */
    long getMessagesReceived();

    /**
     * Returns the number of replies posted.
     *
     * @return the number; see {@link ServerFigures#repliesSent}.
     */
    long getRepliesSent();

    /**
     * Returns the number of RDMA_ERROR messages posted.
     *
     * @return the number; see {@link ServerFigures#errorsSent}.
     */
    long getErrorsSent();

    /**
     * Returns the number of messages that were not answered.
     *
     * @return the number; see {@link ServerFigures#messagesDropped}.
     */
    long getMessagesDropped();

    /**
     * Returns the number of exceptions that the service has thrown, plus the number of its answers that could not be
     * sent.
     *
     * @return the number; see {@link ServerFigures#serviceFailures}.
     */
    long getServiceFailures();

    /**
     * Returns the size of the payload memory, both in use and free, in bytes.
     *
     * @return the number of bytes; see {@link ServerFigures#payloadBytes}.
     */
    long getPayloadBytes();

    /**
     * Returns the number of send buffers that contain a reply.
     *
     * @return the number; see {@link ServerFigures#sendBuffersInUse}.
     */
    int getSendBuffersInUse();

    /**
     * Returns the number of bytes of send memory mapped for the device.
     *
     * @return the number of bytes; see {@link ServerFigures#sendMappedBytes}.
     */
    long getSendMappedBytes();

    /**
     * Returns the number of bytes received in inline messages, including transport headers.
     *
     * @return the number of bytes; see {@link ServerFigures#inlineReceivedBytes}.
     */
    long getInlineReceivedBytes();

    /**
     * Returns the number of bytes sent in inline messages, including transport headers.
     *
     * @return the number of bytes; see {@link ServerFigures#inlineSentBytes}.
     */
    long getInlineSentBytes();

    /**
     * Returns the number of bytes that the server has read from Read chunks.
     *
     * @return the number of bytes; see {@link ServerFigures#readChunkBytes}.
     */
    long getReadChunkBytes();

    /**
     * Returns the number of bytes that the server has written to Write chunks.
     *
     * @return the number of bytes; see {@link ServerFigures#writeChunkBytes}.
     */
    long getWriteChunkBytes();

    /**
     * Returns the number of bytes that the server has written to Reply chunks.
     *
     * @return the number of bytes; see {@link ServerFigures#replyChunkBytes}.
     */
    long getReplyChunkBytes();

    /**
     * Returns the number of repeated calls that the reply cache answered.
     *
     * @return the number; see {@link ServerFigures#replyCacheHits}.
     */
    long getReplyCacheHits();

    /**
     * Returns the number of repeated calls that arrived while the first call was in progress.
     *
     * @return the number; see {@link ServerFigures#replyCacheWaits}.
     */
    long getReplyCacheWaits();

    /**
     * Returns the number of calls to cached procedures that the service has executed.
     *
     * @return the number; see {@link ServerFigures#replyCacheMisses}.
     */
    long getReplyCacheMisses();

    /**
     * Returns the number of calls to cached procedures whose reply was not kept.
     *
     * @return the number; see {@link ServerFigures#replyCacheNotKept}.
     */
    long getReplyCacheNotKept();

    /**
     * Returns the number of replies evicted before the end of their period.
     *
     * @return the number; see {@link ServerFigures#replyCacheEvicted}.
     */
    long getReplyCacheEvicted();

    /**
     * Returns the number of reply cache entries in use, for kept replies and calls in progress.
     *
     * @return the number; see {@link ServerFigures#replyCacheEntries}.
     */
    int getReplyCacheEntries();

    /**
     * Returns the size of the memory for replies, both in use and free, in bytes.
     *
     * @return the number of bytes; see {@link ServerFigures#replyCacheBytes}.
     */
    long getReplyCacheBytes();

    /**
     * Returns the time from a call's arrival until it is passed to the service, including waits for memory and RDMA
     * READs.
     *
     * @return the values of {@link DurationFigures}, keyed by name; empty if calls are not measured. See
     *     {@link ServerFigures#waiting}.
     */
    Map<String, Long> getWaiting();

    /**
     * Returns the time from when a call is passed to the service until its reply is posted.
     *
     * @return the values of {@link DurationFigures}, keyed by name; empty if calls are not measured. See
     *     {@link ServerFigures#service}.
     */
    Map<String, Long> getService();

    /**
     * Returns the time from when a reply is posted until its RDMA WRITEs and Send have completed.
     *
     * @return the values of {@link DurationFigures}, keyed by name; empty if calls are not measured. See
     *     {@link ServerFigures#reply}.
     */
    Map<String, Long> getReply();
}
