// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.ArenaMetrics;
import org.rpcrdma.frmr.FrmrDriver;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.testkit.StillClock;
import org.rpcrdma.transport.client.ClientFigures;
import org.rpcrdma.transport.server.ServerFigures;

/** Every figure has a meter, which reads it when it is asked. */
class MetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @AfterEach
    void close() {
        registry.close();
    }

    /** The meters' values by their names without a prefix. */
    private TreeMap<String, Integer> values(final String prefix) {
        final TreeMap<String, Integer> values = new TreeMap<>();
        for (final Meter meter : registry.getMeters()) {
            assertEquals(
                    List.of("a"),
                    meter.getId().getTags().stream().map(tag -> tag.getValue()).toList());
            values.put(meter.getId().getName().substring(prefix.length()), (int)
                    meter.measure().iterator().next().getValue());
        }
        return values;
    }

    @Test
    void shouldMeterAServer() {
        new ServerMeters(() -> new ServerFigures(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13), Tags.of("server", "a"))
                .bindTo(registry);
        assertEquals(
                "{calls.waiting=5, connections=1, connections.accepted=2, connections.rejected=3, credits=4,"
                        + " errors.sent=8, messages.dropped=9, messages.received=6, payload.memory=11, replies.sent=7,"
                        + " send.buffers=12, send.memory=13, service.failures=10}",
                values("rpcrdma.server.").toString());
    }

    @Test
    void shouldMeterAClientWithItsPresentFigures() {
        final AtomicInteger answered = new AtomicInteger();
        new ClientMeters(() -> figures(answered.incrementAndGet()), Tags.of("client", "a")).bindTo(registry);
        final int before = values("rpcrdma.client.").get("calls.answered");
        assertEquals(
                "{calls.failed=6, calls.outstanding=3, calls.queued=4, connections=1, credits=2, replies.unknown=8,"
                        + " retransmissions=7}",
                without(values("rpcrdma.client."), "calls.answered").toString());
        assertTrue(before < values("rpcrdma.client.").get("calls.answered"));
    }

    private static TreeMap<String, Integer> without(final TreeMap<String, Integer> values, final String name) {
        values.remove(name);
        return values;
    }

    @Test
    void shouldGoOnWhenNobodyElseKeepsTheSource() {
        final AtomicInteger readings = new AtomicInteger();
        new ClientMeters(() -> figures(readings.incrementAndGet()), Tags.of("client", "a")).bindTo(registry);
        for (int i = 0; i < 3; i++) {
            System.gc();
            final int before = readings.get();
            registry.get("rpcrdma.client.calls.answered").functionCounter().count();
            registry.get("rpcrdma.client.credits").gauge().value();
            assertEquals(before + 2, readings.get());
        }
    }

    private static ClientFigures figures(final int answered) {
        return new ClientFigures(1, 2, 3, 4, answered, 6, 7, 8);
    }

    @Test
    void shouldMeterAnArena() {
        final ArenaMetrics metrics = (ArenaMetrics) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ArenaMetrics.class}, (proxy, method, arguments) -> {
                    final int length = method.getName().length();
                    return method.getReturnType() == int.class ? (Object) length : (Object) (long) length;
                });
        new ArenaMeters(metrics, Tags.of("arena", "a")).bindTo(registry);
        assertEquals(
                "{allocated=14, buffers=7, buffers.cached=13, buffers.in.use=12, high.water=9, iova.pages=9,"
                        + " mapped=11, mappings=8, shards=6, shards.given.back=15, shards.stuck=11, wasted=11}",
                values("rpcrdma.arena.").toString());
    }

    @Test
    void shouldMeterPools() {
        final AtomicInteger made = new AtomicInteger();
        final FrmrDriver driver = new FrmrDriver() {
            @Override
            public void create(final FrmrKey key, final int[] handles, final int count) {
                for (int i = 0; i < count; i++) {
                    handles[i] = made.incrementAndGet();
                }
            }

            @Override
            public void destroy(final int[] handles, final int count) {}
        };
        try (FrmrPools pools = new FrmrPools(driver, new StillClock())) {
            new FrmrMeters(pools, Tags.of("device", "a")).bindTo(registry);
            final int first = pools.pop(FrmrKey.of(1, 8));
            final int second = pools.pop(FrmrKey.of(1, 16));
            pools.push(FrmrKey.of(1, 16), second);
            assertEquals(
                    "{handles.in.use=1, handles.queued=1, pools=2}",
                    values("rpcrdma.frmr.").toString());
            pools.push(FrmrKey.of(1, 8), first);
        }
    }

    @Test
    void shouldTakeItsOwnMetersAwayWhenItIsClosed() {
        final ClientMeters first = new ClientMeters(() -> figures(5), Tags.of("client", "a"));
        final ClientMeters second = new ClientMeters(() -> figures(50), Tags.of("client", "a"));
        first.bindTo(registry);
        second.bindTo(registry);
        second.close();
        assertEquals(5, values("rpcrdma.client.").get("calls.answered"));
        first.close();
        assertEquals(List.of(), registry.getMeters());
        second.bindTo(registry);
        assertEquals(50, values("rpcrdma.client.").get("calls.answered"));
    }

    @Test
    void shouldNameWhatIsMissing() {
        assertThrows(IllegalArgumentException.class, () -> new ServerMeters(null, Tags.empty()));
        assertThrows(IllegalArgumentException.class, () -> new ArenaMeters(null, Tags.empty()));
        assertThrows(IllegalArgumentException.class, () -> new ClientMeters(() -> null, null));
        assertThrows(IllegalArgumentException.class, () -> new FrmrMeters(null, Tags.empty()));
    }
}
