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
     * @return see {@link ServerFigures#connections}.
     */
    int getConnections();

    /**
     * Returns the number of connections accepted so far.
     *
     * @return see {@link ServerFigures#connectionsAccepted}.
     */
    long getConnectionsAccepted();

    /**
     * Returns the number of connection requests that were rejected because buffers, mappings or queues were
     * unavailable.
     *
     * @return see {@link ServerFigures#connectionsRejected}.
     */
    long getConnectionsRejected();

    /**
     * Returns the number of ended connections by cause, for causes that have occurred.
     *
     * @return see {@link ServerFigures#connectionsEnded}: the causes in lower case.
     */
    Map<String, Long> getConnectionsEnded();

    /**
     * Returns the number of credits for new connections.
     *
     * @return see {@link ServerFigures#credits}.
     */
    int getCredits();

    /**
     * Returns the total number of credits granted to all connections.
     *
     * @return see {@link ServerFigures#creditsGranted}.
     */
    int getCreditsGranted();

    /**
     * Returns the number of calls in progress, from their arrival until their answer has been sent.
     *
     * @return see {@link ServerFigures#creditsUsed}.
     */
    int getCreditsUsed();

    /**
     * Returns the number of calls that are waiting for payload memory or a send buffer.
     *
     * @return see {@link ServerFigures#callsWaiting}.
     */
    int getCallsWaiting();

    /**
     * Returns the number of messages received.
     *
     * @return see {@link ServerFigures#messagesReceived}.
     */
    long getMessagesReceived();

    /**
     * Returns the number of replies posted.
     *
     * @return see {@link ServerFigures#repliesSent}.
     */
    long getRepliesSent();

    /**
     * Returns the number of RDMA_ERROR messages posted.
     *
     * @return see {@link ServerFigures#errorsSent}.
     */
    long getErrorsSent();

    /**
     * Returns the number of messages that were not answered.
     *
     * @return see {@link ServerFigures#messagesDropped}.
     */
    long getMessagesDropped();

    /**
     * Returns the number of exceptions that the service has thrown, plus the number of its answers that could not be
     * sent.
     *
     * @return see {@link ServerFigures#serviceFailures}.
     */
    long getServiceFailures();

    /**
     * Returns the size of the payload memory, both in use and free, in bytes.
     *
     * @return see {@link ServerFigures#payloadBytes}.
     */
    long getPayloadBytes();

    /**
     * Returns the number of send buffers that contain a reply.
     *
     * @return see {@link ServerFigures#sendBuffersInUse}.
     */
    int getSendBuffersInUse();

    /**
     * Returns the number of bytes of send memory mapped for the device.
     *
     * @return see {@link ServerFigures#sendMappedBytes}.
     */
    long getSendMappedBytes();

    /**
     * Returns the number of bytes received in inline messages, including transport headers.
     *
     * @return see {@link ServerFigures#inlineReceivedBytes}.
     */
    long getInlineReceivedBytes();

    /**
     * Returns the number of bytes sent in inline messages, including transport headers.
     *
     * @return see {@link ServerFigures#inlineSentBytes}.
     */
    long getInlineSentBytes();

    /**
     * Returns the number of bytes that the server has read from Read chunks.
     *
     * @return see {@link ServerFigures#readChunkBytes}.
     */
    long getReadChunkBytes();

    /**
     * Returns the number of bytes that the server has written to Write chunks.
     *
     * @return see {@link ServerFigures#writeChunkBytes}.
     */
    long getWriteChunkBytes();

    /**
     * Returns the number of bytes that the server has written to Reply chunks.
     *
     * @return see {@link ServerFigures#replyChunkBytes}.
     */
    long getReplyChunkBytes();

    /**
     * Returns the number of repeated calls that the reply cache answered.
     *
     * @return see {@link ServerFigures#replyCacheHits}.
     */
    long getReplyCacheHits();

    /**
     * Returns the number of repeated calls that arrived while the first call was in progress.
     *
     * @return see {@link ServerFigures#replyCacheWaits}.
     */
    long getReplyCacheWaits();

    /**
     * Returns the number of calls to cached procedures that the service has executed.
     *
     * @return see {@link ServerFigures#replyCacheMisses}.
     */
    long getReplyCacheMisses();

    /**
     * Returns the number of calls to cached procedures whose reply was not kept.
     *
     * @return see {@link ServerFigures#replyCacheNotKept}.
     */
    long getReplyCacheNotKept();

    /**
     * Returns the number of replies evicted before the end of their period.
     *
     * @return see {@link ServerFigures#replyCacheEvicted}.
     */
    long getReplyCacheEvicted();

    /**
     * Returns the number of reply cache entries in use, for kept replies and calls in progress.
     *
     * @return see {@link ServerFigures#replyCacheEntries}.
     */
    int getReplyCacheEntries();

    /**
     * Returns the size of the memory for replies, both in use and free, in bytes.
     *
     * @return see {@link ServerFigures#replyCacheBytes}.
     */
    long getReplyCacheBytes();

    /**
     * Returns the time from a call's arrival until it is passed to the service, including waits for memory and RDMA
     * READs.
     *
     * @return see {@link ServerFigures#waiting}: the values of {@link DurationFigures} by name, if calls are measured.
     */
    Map<String, Long> getWaiting();

    /**
     * Returns the time from when a call is passed to the service until its reply is posted.
     *
     * @return see {@link ServerFigures#service}: the values of {@link DurationFigures} by name, if calls are measured.
     */
    Map<String, Long> getService();

    /**
     * Returns the time from when a reply is posted until its RDMA WRITEs and Send have completed.
     *
     * @return see {@link ServerFigures#reply}: the values of {@link DurationFigures} by name, if calls are measured.
     */
    Map<String, Long> getReply();
}
