// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.DeviceCapability.LOCAL_DMA_LKEY;
import static org.rpcrdma.verbs.DeviceCapability.MEMORY_WINDOW_TYPE_2B;

import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rpcrdma.rnic.DeviceResources;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.testkit.ManualClock;
import org.rpcrdma.transport.chunk.ChunkRegistrar;
import org.rpcrdma.transport.chunk.ChunkSegments;
import org.rpcrdma.transport.chunk.RegionLimits;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.SendRequests;

/** Tests devices with progressively fewer ways to register chunk memory. RPCs have the same results on all of them. */
class ChunkStrategyTest extends TransportTest {
    private static final int BYTES = 100_000;
    private static final int HALF = TransportFixture.MEMORY / 2;

    private enum Way {
        FAST_REGISTER,
        WINDOW,
        REGION;

        DeviceConfiguration configuration(final Personality personality) {
            final DeviceConfiguration all = DeviceConfiguration.DEFAULT.withPersonality(personality);
            return switch (this) {
                case FAST_REGISTER -> all;
                case WINDOW -> all.inUserSpace();
                case REGION -> all.without(DeviceCapability.FAST_REGISTER, LOCAL_DMA_LKEY, MEMORY_WINDOW_TYPE_2B);
            };
        }

        /** Returns the number of regions that exist while a call with two segments is served. */
        int regions(final boolean kept) {
            return this == REGION || this == WINDOW && !kept ? 2 : 0;
        }

        int windows() {
            return this == WINDOW ? 2 : 0;
        }
    }

    static Stream<Arguments> devices() {
        return Stream.of(Way.values())
                .flatMap(way -> Stream.of(Personality.SPEC, Personality.RXE, Personality.MLX5)
                        .flatMap(personality -> Stream.of(
                                Arguments.of(way, personality, false), Arguments.of(way, personality, true))));
    }

    private TransportFixture start(final Way way, final Personality personality, final RpcService service) {
        return fixture.open(
                service, UnaryOperator.identity(), UnaryOperator.identity(), way.configuration(personality));
    }

    /** Answers a call by copying its Read chunk to its Write chunk. */
    private static void mirror(final RpcCall call) {
        final int length = call.readLength(0);
        call.writeChunk(0, length).putBytes(0, call.readPayload(), call.readPayloadOffset(0), length);
        TransportFixture.echo(call);
    }

    private KeptMemory keep(final boolean keeps) {
        return keeps ? fixture.client.keepRegistered(fixture.block) : () -> {};
    }

    private Outcome exchange(final int xid) {
        fixture.fill(0, BYTES, xid);
        final ClientCall call = fixture.stage(xid, 64);
        call.readSegment(48, fixture.address(0), BYTES);
        TransportFixture.writeChunk(call, fixture.address(HALF), BYTES);
        final Outcome outcome = new Outcome(1);
        call.send(64, outcome);
        return outcome;
    }

    private void assertMirrored(final int xid) {
        for (int i = 0; i < BYTES; i++) {
            assertEquals(TransportFixture.pattern(xid, i), fixture.memory.getByte(HALF + i), "at=" + i);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void shouldMoveChunksAndLeaveNothingRegistered(final Way way, final Personality personality, final boolean keeps) {
        final int[] served = new int[2];
        final RpcService service = call -> {
            final DeviceResources resources = fixture.clientDevice.resources();
            served[0] = resources.memoryRegions();
            served[1] = resources.memoryWindows();
            mirror(call);
        };
        start(way, personality, service).connect();
        final KeptMemory kept = keep(keeps);
        exchange(1);
        fixture.run();
        final DeviceResources before = fixture.clientDevice.resources();
        for (int xid = 2; xid < 6; xid++) {
            final Outcome outcome = exchange(xid);
            fixture.run();
            assertTrue(outcome.isReply(), outcome.failure);
            assertMirrored(xid);
            assertEquals(before, fixture.clientDevice.resources());
        }
        assertEquals(way.regions(keeps), served[0] - before.memoryRegions(), "regions while served");
        assertEquals(way.windows(), served[1], "windows while served");
        kept.close();
    }

    /** The peer may invalidate the client's key only if there is a single key and the strategy allows it. */
    @ParameterizedTest
    @MethodSource("devices")
    void shouldOfferInvalidationIfKeysCanBeInvalidated(
            final Way way, final Personality personality, final boolean inReplyChunk) {
        final RpcService service = call -> {
            if (!inReplyChunk) {
                TransportFixture.fillPattern(call.writeChunk(0, 100), 100, 1);
            }
            TransportFixture.echo(call);
        };
        start(way, personality, service).connect();
        final ClientCall call = fixture.stage(1, 64);
        if (inReplyChunk) {
            call.replySegment(fixture.address(0), 4096);
        } else {
            TransportFixture.writeChunk(call, fixture.address(0), 100);
        }
        fixture.send(call, 64, inReplyChunk ? 0 : 1).answered();
        assertEquals(way == Way.REGION ? 0 : 1, fixture.metrics().invalidationsSent());
    }

    /**
     * When a connection is lost, windows that may still be bound are destroyed, and the next connection uses other
     * windows.
     */
    @ParameterizedTest
    @MethodSource("devices")
    void shouldDestroyRegionsThatMayStillBeValid(final Way way, final Personality personality, final boolean keeps) {
        final RpcCall[] held = new RpcCall[1];
        start(way, personality, call -> held[0] = call).connect();
        final KeptMemory kept = keep(keeps);
        final Outcome outcome = exchange(1);
        fixture.run();
        fixture.disconnect();
        assertEquals(1, outcome.calls);
        assertEquals("the client disconnected", outcome.failure);
        assertEquals(0, fixture.clientDevice.resources().memoryWindows());
        assertEquals(0, way == Way.FAST_REGISTER ? fixture.regionsInUse() : 0);
        kept.close();
        held[0].drop();
        fixture.run();
    }

    /** Soft-RoCE does not destroy a queue pair while windows are bound to it. */
    @Test
    void shouldCloseWindowsBeforeTheirQueuePair() {
        final WindowsAtEnd device = new WindowsAtEnd();
        fixture.open(
                        call -> device.windows = device.resources().memoryWindows(),
                        UnaryOperator.identity(),
                        context -> context.device(device.over(TransportFixture.device(context))),
                        Way.WINDOW.configuration(Personality.RXE))
                .connect();
        exchange(1);
        fixture.run();
        assertEquals(2, device.windows, "windows while served");
        fixture.disconnect();
        assertEquals(0, device.windows, "windows when the queue pair was closed");
    }

    @ParameterizedTest
    @MethodSource("devices")
    void shouldReportWhatTheDeviceLacks(final Way way, final Personality personality, final boolean ignored) {
        start(way, personality, TransportFixture::echo);
        if (way == Way.FAST_REGISTER) {
            assertEquals(List.of(), fixture.client.regions().pools());
        } else {
            assertErrno(Errno.EOPNOTSUPP, fixture.client::regions);
            assertErrno(Errno.EOPNOTSUPP, fixture.clientDevice::dma);
        }
    }

    /** The failures that occur if a chain is full or memory is exhausted. */
    static Stream<Arguments> failures() {
        return Stream.of(Way.FAST_REGISTER, Way.WINDOW)
                .flatMap(way -> Stream.of(new IndexOutOfBoundsException(), new OutOfMemoryError())
                        .map(failure -> Arguments.of(way, failure)));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void shouldLeaveNoneRegisteredIfASegmentCannotBeStaged(final Way way, final Throwable failure) {
        start(way, Personality.SPEC, TransportFixture::echo);
        final DeviceResources before = fixture.clientDevice.resources();
        final ProtectionDomain domain = fixture.clientDevice.allocateProtectionDomain();
        final RegionLimits limits = RegionLimits.of(BYTES, fixture.clientDevice.attributes());
        final ChunkRegistrar registrar = ChunkRegistrar.of(fixture.clientDevice, domain, new ManualClock(), limits);
        final ChunkSegments segments = new ChunkSegments(limits);
        segments.addRead(48, fixture.address(0), BYTES);
        segments.addReply(fixture.address(HALF), BYTES);
        for (int nth = 0; nth < segments.count(); nth++) {
            final SendRequests chain = chainThatFails(nth, failure);
            assertThrows(failure.getClass(), () -> registrar.register(segments, 1, chain, 1));
            assertEquals(0, segments.validCount());
        }
        registrar.register(segments, 1, chainThatFails(segments.count(), failure), 1);
        assertEquals(way.windows(), fixture.clientDevice.resources().memoryWindows(), "windows are used again");
        segments.allInvalidated();
        registrar.release(segments);
        registrar.close();
        domain.close();
        assertEquals(before, fixture.clientDevice.resources());
    }

    /** Returns a chain that does nothing except fail at its n-th request. */
    private static SendRequests chainThatFails(final int nth, final Throwable failure) {
        final int[] staged = {0};
        return (SendRequests) Proxy.newProxyInstance(
                SendRequests.class.getClassLoader(), new Class<?>[] {SendRequests.class}, (self, method, arguments) -> {
                    if (staged[0]++ == nth) {
                        throw failure;
                    }
                    return null;
                });
    }

    /** Counts the windows that still exist when a queue pair is closed. */
    private static final class WindowsAtEnd extends ForwardingDevice {
        private QueuePair actual;
        private int windows;

        DeviceResources resources() {
            return ((SimulatedDevice) device).resources();
        }

        public QueuePair createQueuePair(final ProtectionDomain domain, final QueuePairAttributes attributes) {
            actual = device.connections().createQueuePair(domain, attributes);
            return (QueuePair) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {QueuePair.class}, (self, method, arguments) -> {
                        if (method.getName().equals("close")) {
                            windows = resources().memoryWindows();
                        }
                        return method.invoke(actual, arguments);
                    });
        }

        public Connection connect(
                final InetSocketAddress remote,
                final QueuePair watched,
                final ConnectionParameters parameters,
                final EventLoop loop,
                final ConnectionHandler handler) {
            return device.connections().connect(remote, actual, parameters, loop, handler);
        }
    }
}
