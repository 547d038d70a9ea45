// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.util.function.LongConsumer;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.EventLoop;

/** The calls that each connection makes in a comparison, and the server's replies to them. */
public interface Load {
    /** Returns the workload's name on the command line. */
    String label();

    /** Returns a description for the heading of the report. */
    String title();

    /** Returns this load with a different seed. */
    Load ofSeed(long seed);

    /** Returns the number of RPCs per connection. */
    int rpcs();

    /** Returns the size of the largest Send in bytes. It must fit into a Receive buffer. */
    int largestSend();

    /** Returns the size of the largest segment in bytes; 0 if calls have no chunks. */
    int largestSegment();

    /** Returns the maximum number of bytes in a call's chunks. The server's limit must allow this number. */
    int largestChunk();

    /** Creates the service that answers a run's calls. */
    LoadService newService();

    /**
     * Creates the client that makes one connection's calls.
     *
     * @param device  the client host's device.
     * @param loop    the event loop on the client host's processor.
     * @param context the transport's settings, complete except for the listener.
     * @param number  the connection's number, from 0.
     * @param latency receives the nanoseconds from the start of each RPC to its reply.
     */
    LoadClient newClient(
            SimulatedDevice device, EventLoop loop, RpcRdmaClient.Context context, int number, LongConsumer latency);
}
