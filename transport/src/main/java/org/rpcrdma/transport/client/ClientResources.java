// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.concurrent.TimeUnit;
import org.agrona.BitUtil;
import org.rpcrdma.transport.EndpointSettings;
import org.rpcrdma.transport.chunk.ChunkRegistrar;
import org.rpcrdma.transport.chunk.RegionLimits;
import org.rpcrdma.transport.connection.ByteCounts;
import org.rpcrdma.transport.connection.DurationRecorder;
import org.rpcrdma.transport.connection.QueueSettings;
import org.rpcrdma.transport.connection.StageClock;
import org.rpcrdma.transport.memory.BufferMapper;
import org.rpcrdma.transport.receive.ConnectionArenas;
import org.rpcrdma.transport.reverse.ReverseResources;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.wire.RpcCredential;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/** The resources that a client retains across connections. */
final class ClientResources {
    /** The maximum time, in ns, to wait for the next event while the client is closing. */
    static final long CLOSE_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int POLL_BATCH = 16;
    private static final int SHARD_SIZE = 65_536;

    /**
     * The estimated number of send-queue entries per call: one for the Send, and two each for the registrations and
     * invalidations of two segments.
     */
    private static final int REQUESTS_PER_CALL = 5;

    /** The maximum number of segments per call, provided that the device supports this number. */
    private static final int MAX_SEGMENTS = 64;

    final Device device;
    final EventLoop loop;
    final int credits;
    final int receiveBatch;

    /** The maximum number of outstanding reverse calls from the server. */
    final int reverseCredits;

    final int bufferSize;
    final RegionLimits regionLimits;
    final int maxSegments;
    final int sendDepth;
    final boolean remoteInvalidation;
    final RpcCredential credential;

    /** The maximum number of times that a call is sent. */
    final int tries;

    /** The reply timeout in ns; 0 means no timeout. */
    final long callTimeoutNanos;

    final ConnectionArenas arenas;
    final BufferMapper memory;
    final ReceiveRequests receiveChain;
    final SendRequests sendChain;
    final QueueSettings queues;
    final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();
    final ChunkRegistrar registrar;

    final ByteCounts traffic = new ByteCounts();

    /** Measures calls; null if calls are not measured. */
    final StageClock stages;

    final DurationRecorder roundTrips;

    /** The resources for answering reverse calls; null if the client does not serve reverse calls. */
    final ReverseResources reverse;

    ClientResources(final EndpointSettings endpoint, final RpcRdmaClient.Context settings) {
        device = endpoint.device();
        loop = endpoint.eventLoop();
        stages = endpoint.callTimes() ? new StageClock(loop) : null;
        roundTrips = endpoint.callTimes() ? new DurationRecorder(loop.nanoTime()) : null;
        bufferSize = endpoint.bufferSize();
        final DeviceAttributes granted = device.attributes();
        final int depth = Math.min(granted.maxQpWr(), granted.maxCqe());
        reverseCredits = settings.reverseService == null ? 0 : ReverseResources.credits(depth);
        credits = Math.min(settings.credits, mostCredits(depth - reverseCredits));
        receiveBatch = batch(credits);
        regionLimits = RegionLimits.of(settings.maxSegmentBytes, granted);
        credential = settings.credential;
        tries = settings.tries;
        callTimeoutNanos = settings.callTimeoutNanos;
        final int wanted = Math.max(REQUESTS_PER_CALL * credits, 2 * MAX_SEGMENTS + 1);
        sendDepth = Math.min(wanted, depth - reverseCredits);
        maxSegments = Math.min(MAX_SEGMENTS, (sendDepth - 1) / 2);
        receiveChain = device.newReceiveRequests(receiveBatch);
        sendChain = device.newSendRequests(maxSegments + 1, 1);
        final int shardSize = Math.max(SHARD_SIZE, BitUtil.findNextPositivePowerOfTwo(bufferSize));
        arenas = ConnectionArenas.of(endpoint, shardSize, receiveDepth());
        try {
            memory = BufferMapper.of(device, arenas.domain());
            reverse = reverseCredits == 0
                    ? null
                    : new ReverseResources(endpoint, settings.reverseService, settings.remote, reverseCredits, memory);
            registrar = ChunkRegistrar.of(device, arenas.domain(), loop, regionLimits);
            remoteInvalidation = settings.remoteInvalidation && registrar.admitsRemoteInvalidation();
        } catch (final RuntimeException e) {
            arenas.close();
            throw e;
        }
        queues = new QueueSettings(
                device,
                arenas.domain(),
                loop,
                new Completions(POLL_BATCH),
                sendDepth + reverseCredits,
                receiveDepth(),
                1,
                null);
    }

    /**
     * Returns the maximum number of posted Receives for replies and reverse calls. This is also the number of buffers
     * per connection.
     */
    int receiveDepth() {
        return credits + reverseCredits + receiveBatch;
    }

    /** Returns the number of Receives to post together, which is a quarter of the credits, as in xprtrdma. */
    private static int batch(final int credits) {
        return Math.max(1, credits >> 2);
    }

    /** Returns the maximum number of credits for a receive queue. The queue must also hold one batch. */
    private static int mostCredits(final int receiveDepth) {
        // A batch is a quarter of the credits, so the credits can be at most about 4/5 of the depth.
        int most = Math.max(1, Math.min(receiveDepth - 1, receiveDepth / 5 * 4 + 4));
        while (most > 1 && most + batch(most) > receiveDepth) {
            most--;
        }
        return most;
    }

    void close() {
        if (reverse != null) {
            reverse.close();
        }
        registrar.close();
        arenas.close();
    }
}
