// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.EventLoop;

/** One connection that makes echo RPCs. */
final class RpcLane implements Sender, ClientListener, AutoCloseable {
    private static final int ALIGNMENT = 4096;

    private final RpcRunner runner;
    private final int number;
    private final RpcRdmaClient client;
    private final List<RpcSlot> slots = new ArrayList<>();
    private final RpcSlot[] free;
    private int freeCount;
    private int xid;
    private boolean isConnected;
    private boolean hasLeft;

    /**
     * Connects.
     *
     * @param runner receives the replies.
     * @param number the lane's number.
     * @param server the address of the RPC server.
     */
    RpcLane(
            final RpcRunner runner,
            final int number,
            final Device device,
            final EventLoop loop,
            final InetSocketAddress server,
            final PerfPlan plan) {
        this.runner = runner;
        this.number = number;
        client = new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(loop)
                .remote(server)
                .credits(plan.txDepth())
                .tries(1)
                .listener(this));
        free = new RpcSlot[plan.txDepth()];
        while (freeCount < free.length) {
            final RpcSlot slot =
                    new RpcSlot(this, plan.bytes(), size -> device.memory().allocate(size, ALIGNMENT));
            slots.add(slot);
            free[freeCount++] = slot;
            if (!device.attributes().has(DeviceCapability.FAST_REGISTER)) {
                client.keepRegistered(slot.memory());
            }
        }
        client.connect();
    }

    boolean isConnected() {
        return isConnected;
    }

    @Override
    public void send(final int messages, final int completing) {
        free[--freeCount].call(client, ++xid);
    }

    void answered(final RpcSlot slot) {
        free[freeCount++] = slot;
        runner.answered(number);
    }

    void failed(final String reason) {
        runner.failed(reason);
    }

    @Override
    public void onConnected() {
        isConnected = true;
    }

    @Override
    public void onDisconnected(final String reason) {
        hasLeft = true;
        runner.failed(reason);
    }

    void disconnect() {
        client.disconnect();
    }

    boolean hasLeft() {
        return hasLeft;
    }

    @Override
    public void close() {
        client.close();
        CloseHelper.closeAll(slots);
    }
}
