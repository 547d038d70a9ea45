// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetSocketAddress;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.Fabric;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.EventLoop;

class ContextTest {
    private final SimulatedDevice device =
            new Fabric(new Simulation(1), CostModel.defaults()).attach("sim0", TransportFixture.SERVER_IP);
    private final EventLoop loop = device.newEventLoop();

    private void assertServerRefuses(final String message, final UnaryOperator<RpcRdmaServer.Context> settings) {
        final RpcRdmaServer.Context context = settings.apply(
                new RpcRdmaServer.Context().device(device).eventLoop(loop).service(RpcCall::drop));
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> new RpcRdmaServer(context))
                        .getMessage());
        device.close();
    }

    private void assertClientRefuses(final String message, final UnaryOperator<RpcRdmaClient.Context> settings) {
        final RpcRdmaClient.Context context = settings.apply(new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(loop)
                .remote(new InetSocketAddress(TransportFixture.SERVER_IP, 1))
                .listener(new ClientListener() {
                    @Override
                    public void onConnected() {}

                    @Override
                    public void onDisconnected(final String reason) {}
                }));
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> new RpcRdmaClient(context))
                        .getMessage());
        device.close();
    }

    @Test
    void shouldRefuseFewerBuffersThanCredits() {
        assertServerRefuses(
                "buffersPerConnection must be at least the credits: buffersPerConnection=127 credits=128",
                server -> server.buffersPerConnection(127));
    }

    @Test
    void shouldRefuseNegativeBuffers() {
        assertServerRefuses(
                "buffersPerConnection must be at least the credits: buffersPerConnection=-1 credits=128",
                server -> server.buffersPerConnection(-1));
    }

    @Test
    void shouldRefuseMoreBuffersThanAnArenaHas() {
        assertServerRefuses(
                "buffersPerConnection must be 0 to 65536: buffersPerConnection=65537",
                server -> server.buffersPerConnection(65_537));
    }

    @Test
    void shouldRefuseSendMemoryThatHoldsNoShard() {
        assertServerRefuses(
                "sendMemory must hold a shard: sendMemory=65535 limit=65536", server -> server.sendMemory(65_535));
    }

    @Test
    void shouldRefuseSendMemoryThatHoldsNoBuffer() {
        assertServerRefuses(
                "sendMemory must hold a shard: sendMemory=65536 limit=262144",
                server -> server.bufferSize(262_144).shardSize(262_144).sendMemory(65_536));
    }

    @Test
    void shouldRefuseNoCredits() {
        assertServerRefuses("credits must be 1 to 16384: credits=0", server -> server.credits(0));
    }

    @Test
    void shouldRefuseABufferSizeThatPrivateDataCannotSay() {
        assertServerRefuses(
                "bufferSize must be a multiple of 1024: bufferSize=1500", server -> server.bufferSize(1500));
    }

    @Test
    void shouldRefuseABufferLargerThanAShard() {
        assertServerRefuses(
                "buffer size must be a multiple of 64 up to the shard size: bufferSize=8192 shardSize=4096",
                server -> server.bufferSize(8192).shardSize(4096));
    }

    @Test
    void shouldRefuseAServerWithoutService() {
        assertServerRefuses("service is required", server -> server.service(null));
    }

    @Test
    void shouldRefuseNoTries() {
        assertClientRefuses("tries must be 1 to 1000: tries=0", client -> client.tries(0));
    }

    @Test
    void shouldRefuseATimeoutInThePast() {
        assertClientRefuses("callTimeout must be 0 or more: callTimeout=-1", client -> client.callTimeout(-1));
    }

    @Test
    void shouldRefuseATimeoutInThePastOfReverseCalls() {
        assertServerRefuses(
                "reverseCallTimeout must be 0 or more: reverseCallTimeout=-1", server -> server.reverseCallTimeout(-1));
    }

    @Test
    void shouldRefuseAClientWithoutAddress() {
        assertClientRefuses("remote address is required", client -> client.remote(null));
    }
}
