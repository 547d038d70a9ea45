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

    /** Returns its description for the report's heading. */
    String title();

    /** Returns the same with another seed. */
    Load ofSeed(long seed);

    /** Returns the RPCs of a connection. */
    int rpcs();

    /** Returns the bytes of its largest Send, which a Receive buffer must hold. */
    int largestSend();

    /** Returns the bytes of its largest segment; 0 if its calls have no chunks. */
    int largestSegment();

    /** Returns the bytes that the chunks of a call may move: the server's required limit. */
    int largestChunk();

    /** Returns the service that answers the calls of a run. */
    LoadService newService();

    /** Returns the client that makes the calls of one connection.
     *
     * @param device  its host's.
     * @param loop    its processor.
     * @param context its transport's, with everything but a listener.
     * @param number  of the connection: 0 for the first.
     * @param latency takes the nanoseconds of each RPC, from its issue to its reply.
     */
    LoadClient newClient(
            SimulatedDevice device, EventLoop loop, RpcRdmaClient.Context context, int number, LongConsumer latency);
}
