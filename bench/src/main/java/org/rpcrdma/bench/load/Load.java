// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.util.function.LongConsumer;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.EventLoop;

/** The calls of each connection of a comparison, and the server's answers. */
public interface Load {
    /** Returns the workload's name on the command line. */
    String label();

    /** Returns a description for the report's heading. */
    String title();

    /** Returns this load with another seed. */
    Load ofSeed(long seed);

    /** Returns the RPCs per connection. */
    int rpcs();

    /** Returns the bytes of the largest Send, which a Receive buffer must hold. */
    int largestSend();

    /** Returns the bytes of the largest segment; 0 if calls have no chunks. */
    int largestSegment();

    /** Returns the maximum number of bytes in a call's chunks. The server's limit must allow them. */
    int largestChunk();

    /** Creates the service that answers the calls of a run. */
    LoadService newService();

    /**
     * Creates the client that makes the calls of one connection.
     *
     * @param device the client host's device.
     * @param loop the client host's processor.
     * @param context the transport's settings, complete but for the listener.
     * @param number the connection's number, from 0.
     * @param latency receives the nanoseconds of each RPC, from its issue to its reply.
     */
    LoadClient newClient(
            SimulatedDevice device, EventLoop loop, RpcRdmaClient.Context context, int number, LongConsumer latency);
}
