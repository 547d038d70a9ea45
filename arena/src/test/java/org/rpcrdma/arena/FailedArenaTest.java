// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.arena.mapper.DmaShardMapper;

/** Tests that an arena rejects every use with the same message after an internal error. */
class FailedArenaTest {
    private final FakeDevice device = new FakeDevice();
    private Error error;

    private ReceiveArena arena(final int stripeSize, final LeakDetection level) {
        final DmaShardMapper mapper = new DmaShardMapper(device.domain());
        return new ReceiveArena(device.context()
                .mapper(shard -> {
                    if (error != null) {
                        throw error;
                    }
                    return mapper.map(shard);
                })
                .stripeSize(stripeSize)
                .leakDetection(level)
                .leakListener(leak -> {})
                .maxShards(3));
    }

    private static void assertRefused(final Executable use, final Error cause) {
        final IllegalStateException refusal = assertThrows(IllegalStateException.class, use);
        assertTrue(refusal.getMessage().startsWith("arena failed because of an internal error"), refusal::getMessage);
        assertSame(cause, refusal.getCause());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 128})
    void shouldRefuseEveryUseAfterAnErrorOfItsMapper(final int stripeSize) {
        final ReceiveArena arena = arena(stripeSize, LeakDetection.SIMPLE);
        final ArenaEndpoint endpoint = arena.newEndpoint(stripeSize, 20);
        final ArenaEndpoint other = arena.newEndpoint(stripeSize, 20);
        final long[] held = new long[16];
        held[0] = endpoint.acquire();
        final long ofOther = other.acquire();
        error = new AssertionError("by the test");
        assertSame(error, assertThrows(AssertionError.class, () -> arena.tryAcquire(new long[32], 0, 32)));
        final Error cause = error;
        error = null;
        assertRefused(arena::acquire, cause);
        assertRefused(arena::tryAcquireNow, cause);
        assertRefused(() -> arena.tryAcquire(held, 1, 2), cause);
        assertRefused(endpoint::acquire, cause);
        assertRefused(endpoint::tryAcquireNow, cause);
        assertRefused(() -> other.tryAcquire(held, 1, 2), cause);
        assertRefused(() -> arena.release(ofOther), cause);
        assertRefused(arena::trim, cause);
        assertRefused(() -> arena.newEndpoint(0, 1), cause);
        assertRefused(arena::retain, cause);
        assertRefused(arena::close, cause);
        assertRefused(arena::closeWhenReturned, cause);
        assertTrue(arena.address(held[0]) != 0, "what is held can be read");
        assertFalse(device.blocks.isEmpty(), "the device may still write to it");
    }

    @Test
    void shouldRefuseBatchesAlsoWhileBuffersAreFree() {
        final HookedClock clock = new HookedClock();
        final ReceiveArena arena = new ReceiveArena(device.context().clock(clock));
        final AssertionError cause = new AssertionError("by the test");
        final long handle = arena.acquire();
        clock.onArm = () -> {
            throw cause;
        };
        assertSame(cause, assertThrows(AssertionError.class, () -> arena.release(handle)));
        assertRefused(() -> arena.tryAcquire(new long[2], 0, 2), cause);
    }
}
