// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.function.Consumer;
import org.rpcrdma.transport.EndpointSettings;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.ServerConnectionMetrics;
import org.rpcrdma.transport.connection.Arguments;
import org.rpcrdma.transport.memory.SendArena;

/**
 * The values of a server's context, checked.
 *
 * @param endpoint                settings common to both ends.
 * @param service                 takes the calls.
 * @param port                    the port to listen on.
 * @param credits                 credits that connections are granted at first.
 * @param maxCredits              the most that they may be granted.
 * @param receives                how Receives are posted.
 * @param sends                   the source of send buffers.
 * @param maxPayload              bytes that a Read list, a Write chunk or a Reply chunk may move.
 * @param payloadMemory           bytes of payload memory for all calls.
 * @param payloadIdleNanos        how long free payload memory is kept; 0 without limit.
 * @param readListNanos           how long the fetching of a Read list may take; 0 without limit.
 * @param shortRepliesInline      true if replies that fit inline do not go by a Reply chunk.
 * @param reverseDirection        true if services may call clients.
 * @param reverseCallTimeoutNanos how long the reply to such a call may take; 0 without limit.
 * @param connections             listeners of connections, their idle timeout and bounds.
 */
record ServerSettings(
        EndpointSettings endpoint,
        RpcService service,
        int port,
        int credits,
        int maxCredits,
        ReceiveSettings receives,
        SendSettings sends,
        int maxPayload,
        long payloadMemory,
        long payloadIdleNanos,
        long readListNanos,
        boolean shortRepliesInline,
        boolean reverseDirection,
        long reverseCallTimeoutNanos,
        ConnectionSettings connections) {

    private static final int MAX_BUFFERS = 65_536;
    private static final int MAX_CREDITS = 16_384;
    private static final long DEFAULT_PAYLOAD_MEMORY = 256L << 20;

    /**
     * The settings of the Receives of connections.
     *
     * @param shared               Receives that all connections share; 0 if each has its own.
     * @param batch                Receives posted together.
     * @param shardSize            bytes of a shard.
     * @param buffersPerConnection buffers that a connection has at most; 0 for twice the credits and a batch.
     */
    record ReceiveSettings(int shared, int batch, int shardSize, int buffersPerConnection) {
        private static final int MAX_SHARED = 1 << 20;

        ReceiveSettings {
            Arguments.range("receiveBatch", batch, 1, 1024);
            Arguments.range("sharedReceives", shared, 0, MAX_SHARED);
        }
    }

    /**
     * The settings of send buffers.
     *
     * @param bytes             of all send buffers at most; 0 for the default.
     * @param keptByConnections true if connections keep all send memory that they have ever needed, without a bound.
     */
    record SendSettings(long bytes, boolean keptByConnections) {
        private static final long DEFAULT_BYTES = 64L << 20;

        /** Returns the same with the default in its place, checked for a size of buffers. */
        SendSettings of(final int bufferSize) {
            final long least = SendArena.leastBytes(bufferSize);
            if (bytes != 0 && bytes < least) {
                throw new IllegalArgumentException(
                        "sendMemory must hold a shard: sendMemory=" + bytes + " limit=" + least);
            }
            return new SendSettings(bytes == 0 ? DEFAULT_BYTES : bytes, keptByConnections);
        }
    }

    /**
     * The listeners of connections, their idle timeout and bounds.
     *
     * @param begin           takes a connection that was accepted.
     * @param end             takes a connection that has ended.
     * @param rejected        takes a connection that was refused.
     * @param listenEnd       takes the reason why the server listens no more.
     * @param idlePeriodNanos the period after which idle connections end; 0 if they never do.
     * @param most            connections at most; 0 for as many as memory holds.
     * @param mostPerAddress  connections of one address at most; 0 for half of them.
     */
    record ConnectionSettings(
            Consumer<ServerConnectionMetrics> begin,
            Consumer<ServerConnectionMetrics> end,
            Consumer<ServerConnectionMetrics> rejected,
            Consumer<String> listenEnd,
            long idlePeriodNanos,
            int most,
            int mostPerAddress) {
        ConnectionSettings {
            Arguments.notNegative("maxConnections", most);
            Arguments.notNegative("maxConnectionsPerAddress", mostPerAddress);
            Arguments.required("connectionBegin", begin);
            Arguments.required("connectionEnd", end);
            Arguments.required("connectionRejected", rejected);
            Arguments.required("listenEnd", listenEnd);
            Arguments.notNegative("idlePeriod", idlePeriodNanos);
        }
    }

    ServerSettings {
        Arguments.required("service", service);
        Arguments.range("port", port, 1, 65_535);
        Arguments.range("credits", credits, 1, MAX_CREDITS);
        if (receives.shared != 0 && reverseDirection) {
            throw new IllegalArgumentException(
                    "sharedReceives excludes reverseDirection: sharedReceives=" + receives.shared);
        }
        Arguments.range("maxPayload", maxPayload, 1024, 1 << 30);
        sends = sends.of(endpoint.bufferSize());
        payloadMemory = payloadMemory(payloadMemory, 4L * maxPayload);
        Arguments.notNegative("payloadIdlePeriod", payloadIdleNanos);
        Arguments.notNegative("readListTimeout", readListNanos);
        Arguments.notNegative("reverseCallTimeout", reverseCallTimeoutNanos);
        if (maxCredits != 0) {
            Arguments.range("maxCredits", maxCredits, credits, MAX_CREDITS);
        }
        maxCredits = Math.max(credits, maxCredits);
        final int buffers = receives.buffersPerConnection;
        if (buffers != 0 && buffers < maxCredits) {
            throw new IllegalArgumentException(
                    "buffersPerConnection must be at least the credits: buffersPerConnection=" + buffers + " credits="
                            + maxCredits);
        }
        Arguments.range("buffersPerConnection", buffers, 0, MAX_BUFFERS);
        final int granted = ServerDepths.mostWorkRequests(endpoint.device().attributes());
        if (granted < ServerDepths.LEAST_WORK_REQUESTS) {
            throw new IllegalArgumentException("the device's queues are too short: workRequests=" + granted + " limit="
                    + ServerDepths.LEAST_WORK_REQUESTS);
        }
    }

    private static long payloadMemory(final long wanted, final long least) {
        if (wanted != 0 && wanted < least) {
            throw new IllegalArgumentException(
                    "payloadMemory must be at least 4 times maxPayload: payloadMemory=" + wanted + " limit=" + least);
        }
        return wanted == 0 ? Math.max(DEFAULT_PAYLOAD_MEMORY, least) : wanted;
    }
}
