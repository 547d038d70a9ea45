// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.net.InetSocketAddress;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.EventLoop;

class ContextTest {
    private final SimulatedDevice device =
            new Fabric(new Simulation(1), CostModel.defaults()).attach("sim0", TransportFixture.SERVER_IP);
    private final EventLoop loop = device.newEventLoop();

    private static Stream<Arguments> serverRefusals() {
        return Stream.of(
                refusal(
                        "buffersPerConnection must not be less than credits: buffersPerConnection=127 credits=128",
                        server -> server.buffersPerConnection(127)),
                refusal(
                        "buffersPerConnection must not be less than credits: buffersPerConnection=-1 credits=128",
                        server -> server.buffersPerConnection(-1)),
                refusal(
                        "buffersPerConnection must be 0 to 65536: buffersPerConnection=65537",
                        server -> server.buffersPerConnection(65_537)),
                refusal(
                        "sendMemory must be at least one shard: sendMemory=65535 limit=65536",
                        server -> server.sendMemory(65_535)),
                refusal(
                        "sendMemory must be at least one shard: sendMemory=65536 limit=262144",
                        server -> server.bufferSize(262_144).shardSize(262_144).sendMemory(65_536)),
                refusal("credits must be 1 to 16384: credits=0", server -> server.credits(0)),
                refusal("bufferSize must be a multiple of 1024: bufferSize=1500", server -> server.bufferSize(1500)),
                refusal(
                        "buffer size must be a multiple of 64 up to the shard size: bufferSize=8192 shardSize=4096",
                        server -> server.bufferSize(8192).shardSize(4096)),
                refusal(
                        "reverseCallTimeout must be 0 or more: reverseCallTimeout=-1",
                        server -> server.reverseCallTimeout(-1)),
                refusal("service is required", server -> server.service(null)));
    }

    private static Arguments refusal(final String message, final UnaryOperator<RpcRdmaServer.Context> settings) {
        return Arguments.of(message, settings);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("serverRefusals")
    void shouldRefuseAServer(final String message, final UnaryOperator<RpcRdmaServer.Context> settings) {
        final RpcRdmaServer.Context context = settings.apply(
                new RpcRdmaServer.Context().device(device).eventLoop(loop).service(RpcCall::drop));
        assertRefused(message, () -> new RpcRdmaServer(context));
    }

    @Test
    void shouldRefuseAClient() {
        assertClientRefused("tries must be 1 to 1000: tries=0", client -> client.tries(0));
        assertClientRefused("callTimeout must be 0 or more: callTimeout=-1", client -> client.callTimeout(-1));
        assertClientRefused("remote address is required", client -> client.remote(null));
    }

    private void assertClientRefused(final String message, final UnaryOperator<RpcRdmaClient.Context> settings) {
        final RpcRdmaClient.Context context = settings.apply(new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(loop)
                .remote(new InetSocketAddress(TransportFixture.SERVER_IP, 1))
                .listener(TransportFixture.listener(() -> {}, reason -> {})));
        assertRefused(message, () -> new RpcRdmaClient(context));
    }

    /** Asserts that the call is rejected and leaks no resources. */
    private void assertRefused(final String message, final Executable call) {
        assertMessage(IllegalArgumentException.class, message, call);
        assertEquals("", device.resources().toString());
    }
}
