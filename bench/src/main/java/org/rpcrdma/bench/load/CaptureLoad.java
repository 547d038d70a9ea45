// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.util.function.LongConsumer;
import org.rpcrdma.replay.ReplayClient;
import org.rpcrdma.replay.ReplayService;
import org.rpcrdma.replay.Workload;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.EventLoop;

/**
 * A load that replays a capture on every connection.
 *
 * @param title    the capture's name.
 * @param workload the capture's contents.
 */
public record CaptureLoad(String title, Workload workload) implements Load {
    /** The workload's name on the command line. */
    public static final String LABEL = "capture";

    @Override
    public String label() {
        return LABEL;
    }

    /** Returns this load, because a capture does not depend on the seed. */
    @Override
    public Load ofSeed(final long seed) {
        return this;
    }

    /** Returns the shares of a connection's time during which 0, 1, 2 ... calls are in flight. */
    public double[] shareOfTimeInFlight() {
        return workload.inFlight().shareOfTime();
    }

    /** Returns the shares of calls that are issued with 0, 1, 2 ... calls in flight, including the new call. */
    public double[] shareOfCallsInFlight() {
        return workload.inFlight().shareOfCalls();
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
        return new Service(workload);
    }

    @Override
    public LoadClient newClient(
            final SimulatedDevice device,
            final EventLoop loop,
            final RpcRdmaClient.Context context,
            final int number,
            final LongConsumer latency) {
        return new Client(workload, device, loop, context, latency);
    }

    private static final class Service extends ReplayService implements LoadService {
        Service(final Workload workload) {
            super(workload);
        }

        @Override
        public RpcService service() {
            return this;
        }
    }

    private static final class Client extends ReplayClient implements LoadClient {
        Client(
                final Workload workload,
                final SimulatedDevice device,
                final EventLoop loop,
                final RpcRdmaClient.Context context,
                final LongConsumer latency) {
            super(workload, device, loop, context, latency);
        }
    }
}
