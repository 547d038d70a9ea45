// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.util.ArrayDeque;
import java.util.function.LongConsumer;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;

/**
 * The client side of a replay on one connection. Issues the workload's calls in order. Each call waits for all replies
 * that precede it in the capture, so that as many calls are in flight as in the capture. Compares replies with the
 * captured replies. Disconnects after the last reply.
 *
 * <pre>
 *   capture   c0  r0  c1  c2  r1  c3  r2  r3
 *   replay    c0  waits for r0, then c1 and c2 together, waits for r1, then c3
 * </pre>
 *
 * <p>Confined to its event loop. Owns its connection and chunk memory until closed.
 */
public class ReplayClient implements ClientListener, AutoCloseable {
    private final Workload workload;
    private final EventLoop loop;
    private final LongConsumer latency;
    private final RpcRdmaClient client;
    private final ChunkMemory memory;
    private final PayloadCheck check = new PayloadCheck();
    private final ArrayDeque<ReplayCall> idleCalls = new ArrayDeque<>();
    private final boolean[] arrived;
    private final Timer nextCalls;
    private ReplayPace pace = ReplayPace.AT_ONCE;
    private int issued;
    private int arrivedInOrder;
    private int replies;
    private long firstCallNanos;
    private long lastReplyNanos;
    private boolean hasLeft;
    private String failure;

    /**
     * Creates an unconnected client that marshals calls with the captured chunk lists.
     *
     * @param workload the calls to replay.
     * @param device   allocates the chunk memory.
     * @param loop     the clock for latencies.
     * @param context  the transport's settings, with the device and the loop; the constructor sets the listener.
     * @param latency  receives the nanoseconds from the start of each RPC to its reply.
     */
    @SuppressWarnings("this-escape") // the transport calls the listener only after it connects
    public ReplayClient(
            final Workload workload,
            final Device device,
            final EventLoop loop,
            final RpcRdmaClient.Context context,
            final LongConsumer latency) {
        this.workload = workload;
        this.loop = loop;
        this.latency = latency;
        this.memory = new ChunkMemory(device.memory());
        this.arrived = new boolean[workload.rpcs()];
        this.nextCalls = loop.newTimer(this::issue);
        this.client = new RpcRdmaClient(context.listener(this).tries(1));
    }

    /**
     * Sets the schedule for calls and disconnection. Call this method before {@link #start()}.
     *
     * @param value the pace; {@link ReplayPace#AT_ONCE} by default.
     */
    public void pace(final ReplayPace value) {
        pace = value;
    }

    /**
     * Allocates the regions for the captured chunk lists and connects. The replay begins when the connection is
     * established.
     */
    public void start() {
        workload.regionDemand().pin(client.regions());
        client.connect();
    }

    @Override
    public void onConnected() {
        pace.connected(this::begin);
    }

    private void begin() {
        firstCallNanos = loop.nanoTime();
        issueNext();
    }

    /** Issues calls, immediately or after a pause. */
    private void issueNext() {
        final long pause = pace.pauseNanos();
        if (pause == 0) {
            issue();
        } else if (!nextCalls.isArmed()) {
            nextCalls.arm(pause);
        }
    }

    @Override
    public void onDisconnected(final String reason) {
        hasLeft = true;
        if (replies < workload.rpcs()) {
            fail(reason);
        }
    }

    /** Issues all calls that do not wait for a reply. */
    private void issue() {
        while (issued < workload.rpcs()) {
            final Exchange exchange = workload.exchanges().get(issued);
            if (exchange.repliesAhead() > arrivedInOrder) {
                return;
            }
            issued++;
            final ReplayCall idle = idleCalls.poll();
            final ReplayCall call = idle == null ? newCall(memory, check) : idle;
            call.issue(exchange, client.newCall(), loop.nanoTime());
        }
    }

    /** Creates a call with the captured chunk lists. */
    ReplayCall newCall(final ChunkMemory chunks, final PayloadCheck payload) {
        return new CapturedMarshalling(this, chunks, payload);
    }

    /** Returns the pools of regions for chunk memory. */
    FrmrPools regions() {
        return client.regions();
    }

    void replied(final ReplayCall call, final Exchange exchange, final long issuedNanos) {
        lastReplyNanos = loop.nanoTime();
        latency.accept(lastReplyNanos - issuedNanos);
        replies++;
        arrived[exchange.replyIndex()] = true;
        while (arrivedInOrder < arrived.length && arrived[arrivedInOrder]) {
            arrivedInOrder++;
        }
        idleCalls.push(call);
        if (replies == workload.rpcs()) {
            pace.done(client::disconnect);
        } else {
            issueNext();
        }
    }

    void fail(final String reason) {
        if (failure == null) {
            failure = reason;
        }
    }

    /**
     * Returns the number of replies received.
     *
     * @return 0 to the number of the workload's RPCs.
     */
    public int replies() {
        return replies;
    }

    /**
     * Returns the time when the first call was issued.
     *
     * @return nanoseconds of the event loop's clock; 0 before the first call.
     */
    public long firstCallNanos() {
        return firstCallNanos;
    }

    /**
     * Returns the time when the last reply arrived.
     *
     * @return nanoseconds of the event loop's clock; 0 if no reply has arrived.
     */
    public long lastReplyNanos() {
        return lastReplyNanos;
    }

    /**
     * Returns the number of bytes in messages and chunks that were received and compared.
     *
     * @return 0 or more.
     */
    public long payloadBytes() {
        return check.bytes();
    }

    /**
     * Returns the number of messages and chunks that differed from the capture.
     *
     * @return 0 or more.
     */
    public long corruptions() {
        return check.corruptions();
    }

    /**
     * Returns the reason why the replay ended before its last reply.
     *
     * @return the first reason; null if the replay did not end early.
     */
    public String failure() {
        return failure;
    }

    /**
     * Returns true if the connection has ended.
     *
     * @return true if the client can now be closed.
     */
    public boolean hasLeft() {
        return hasLeft;
    }

    /** Releases all resources. */
    @Override
    public void close() {
        client.close();
        memory.close();
    }
}
