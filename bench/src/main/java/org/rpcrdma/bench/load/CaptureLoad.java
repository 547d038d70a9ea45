// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.util.function.LongConsumer;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.replay.ReplayClient;
import org.rpcrdma.replay.ReplayPace;
import org.rpcrdma.replay.ReplayService;
import org.rpcrdma.replay.Workload;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.EventLoop;

/**
 * A capture that is replayed on every connection.
 *
 * @param title    the capture's name.
 * @param workload the capture's contents.
 */
public record CaptureLoad(String title, Workload workload) implements Load {
    static final String LABEL = "capture";

    @Override
    public String label() {
        return LABEL;
    }

    /** Returns this: a capture is the same with every seed. */
    @Override
    public Load ofSeed(final long seed) {
        return this;
    }

    @Override
    public int rpcs() {
        return workload.rpcs();
    }

    @Override
    public int largestSend() {
        return workload.largestSend();
    }

    @Override
    public int largestSegment() {
        return workload.largestSegment();
    }

    @Override
    public int largestChunk() {
        return Workload.mostChunkBytes();
    }

    @Override
    public LoadService newService() {
        return new Service(new ReplayService(workload));
    }

    @Override
    public LoadClient newClient(
            final SimulatedDevice device,
            final EventLoop loop,
            final RpcRdmaClient.Context context,
            final int number,
            final LongConsumer latency) {
        return new Client(new ReplayClient(workload, device, loop, context, latency));
    }

    private record Service(ReplayService replay) implements LoadService {
        @Override
        public RpcService service() {
            return replay;
        }

        @Override
        public long calls() {
            return replay.calls();
        }

        @Override
        public long payloadBytes() {
            return replay.payloadBytes();
        }

        @Override
        public long corruptions() {
            return replay.corruptions();
        }
    }

    private record Client(ReplayClient replay) implements LoadClient {
        @Override
        public void pace(final ReplayPace pace) {
            replay.pace(pace);
        }

        @Override
        public void start() {
            replay.start();
        }

        @Override
        public int replies() {
            return replay.replies();
        }

        @Override
        public long firstCallNanos() {
            return replay.firstCallNanos();
        }

        @Override
        public long lastReplyNanos() {
            return replay.lastReplyNanos();
        }

        @Override
        public long payloadBytes() {
            return replay.payloadBytes();
        }

        @Override
        public long corruptions() {
            return replay.corruptions();
        }

        @Override
        public String failure() {
            return replay.failure();
        }

        @Override
        public boolean hasLeft() {
            return replay.hasLeft();
        }

        @Override
        public void close() {
            replay.close();
        }
    }
}
