// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.Map;
import org.rpcrdma.transport.DurationFigures;

/** The figures of a server, for JMX. {@link VisibleServer} registers it. */
public interface ServerMXBean {
    /**
     * Returns connections, those included that are closing.
     *
     * @return see {@link ServerFigures#connections}.
     */
    int getConnections();

    /**
     * Returns connections accepted so far.
     *
     * @return see {@link ServerFigures#connectionsAccepted}.
     */
    long getConnectionsAccepted();

    /**
     * Returns connection requests refused for want of buffers, mappings or queues.
     *
     * @return see {@link ServerFigures#connectionsRejected}.
     */
    long getConnectionsRejected();

    /**
     * Returns how many connections have ended, by cause; those that have occurred.
     *
     * @return see {@link ServerFigures#connectionsEnded}: the kinds in lower case.
     */
    Map<String, Long> getConnectionsEnded();

    /**
     * Returns credits that new connections are granted.
     *
     * @return see {@link ServerFigures#credits}.
     */
    int getCredits();

    /**
     * Returns credits that the connections are granted, together.
     *
     * @return see {@link ServerFigures#creditsGranted}.
     */
    int getCreditsGranted();

    /**
     * Returns calls on their way, from their arrival until their answer was sent.
     *
     * @return see {@link ServerFigures#creditsUsed}.
     */
    int getCreditsUsed();

    /**
     * Returns calls that wait for payload memory or a send buffer.
     *
     * @return see {@link ServerFigures#callsWaiting}.
     */
    int getCallsWaiting();

    /**
     * Returns messages received.
     *
     * @return see {@link ServerFigures#messagesReceived}.
     */
    long getMessagesReceived();

    /**
     * Returns replies posted.
     *
     * @return see {@link ServerFigures#repliesSent}.
     */
    long getRepliesSent();

    /**
     * Returns RDMA_ERROR messages posted.
     *
     * @return see {@link ServerFigures#errorsSent}.
     */
    long getErrorsSent();

    /**
     * Returns messages without an answer.
     *
     * @return see {@link ServerFigures#messagesDropped}.
     */
    long getMessagesDropped();

    /**
     * Returns exceptions of the service, and answers of its that could not be sent.
     *
     * @return see {@link ServerFigures#serviceFailures}.
     */
    long getServiceFailures();

    /**
     * Returns bytes of payload memory, in use or free.
     *
     * @return see {@link ServerFigures#payloadBytes}.
     */
    long getPayloadBytes();

    /**
     * Returns send buffers that hold a reply.
     *
     * @return see {@link ServerFigures#sendBuffersInUse}.
     */
    int getSendBuffersInUse();

    /**
     * Returns bytes of send memory mapped.
     *
     * @return see {@link ServerFigures#sendMappedBytes}.
     */
    long getSendMappedBytes();

    /**
     * Returns bytes of messages that came by Send, with their transport headers.
     *
     * @return see {@link ServerFigures#inlineReceivedBytes}.
     */
    long getInlineReceivedBytes();

    /**
     * Returns bytes of messages that went by Send, with their transport headers.
     *
     * @return see {@link ServerFigures#inlineSentBytes}.
     */
    long getInlineSentBytes();

    /**
     * Returns bytes that the server has read out of Read chunks.
     *
     * @return see {@link ServerFigures#readChunkBytes}.
     */
    long getReadChunkBytes();

    /**
     * Returns bytes that the server has written into Write chunks.
     *
     * @return see {@link ServerFigures#writeChunkBytes}.
     */
    long getWriteChunkBytes();

    /**
     * Returns bytes that the server has written into Reply chunks.
     *
     * @return see {@link ServerFigures#replyChunkBytes}.
     */
    long getReplyChunkBytes();

    /**
     * Returns repeated calls that the reply cache has answered by the first one's reply.
     *
     * @return see {@link ServerFigures#replyCacheHits}.
     */
    long getReplyCacheHits();

    /**
     * Returns repeated calls that came while the first one was in progress.
     *
     * @return see {@link ServerFigures#replyCacheWaits}.
     */
    long getReplyCacheWaits();

    /**
     * Returns calls of cached procedures that the service carried out.
     *
     * @return see {@link ServerFigures#replyCacheMisses}.
     */
    long getReplyCacheMisses();

    /**
     * Returns calls of cached procedures whose reply was not kept.
     *
     * @return see {@link ServerFigures#replyCacheNotKept}.
     */
    long getReplyCacheNotKept();

    /**
     * Returns replies that made room for later ones before their period was over.
     *
     * @return see {@link ServerFigures#replyCacheEvicted}.
     */
    long getReplyCacheEvicted();

    /**
     * Returns replies that are kept now, and calls in progress.
     *
     * @return see {@link ServerFigures#replyCacheEntries}.
     */
    int getReplyCacheEntries();

    /**
     * Returns memory of the replies, in use or free, in bytes.
     *
     * @return see {@link ServerFigures#replyCacheBytes}.
     */
    long getReplyCacheBytes();

    /**
     * Returns the time from a call's arrival until its service had it: waits for memory, RDMA READs.
     *
     * @return see {@link ServerFigures#waiting}; the numbers of {@link DurationFigures}, if any.
     */
    Map<String, Long> getWaiting();

    /**
     * Returns the time from there until the reply was posted.
     *
     * @return see {@link ServerFigures#service}; the numbers of {@link DurationFigures}, if any.
     */
    Map<String, Long> getService();

    /**
     * Returns the time from there until RDMA WRITEs and Send had completed.
     *
     * @return see {@link ServerFigures#reply}; the numbers of {@link DurationFigures}, if any.
     */
    Map<String, Long> getReply();
}
