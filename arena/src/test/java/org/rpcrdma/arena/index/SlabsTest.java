// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.arena.FakeDevice;
import org.rpcrdma.arena.ReceiveArena;

class SlabsTest {
    private static final int SHARD = 65_536;
    private static final int SHARDS = 600;

    private final FakeDevice device = new FakeDevice();
    private final ReceiveArena arena =
            new ReceiveArena(device.context().bufferSize(SHARD).maxShards(2000));

    /** Slabs of 64 shards begin at shard 512. */
    @ParameterizedTest
    @ValueSource(ints = {0, 512, 530, 575, 576})
    void shouldCutWhatIsNotToBeHadAgainInOnePiece(final int kept) {
        final long[] handles = fill();
        for (int shard = 0; shard < SHARDS; shard++) {
            if (shard != kept) {
                arena.release(handles[shard]);
            }
        }
        arena.trim();
        arena.release(handles[kept]);
        arena.trim();
        device.mostBytes = SHARD;
        final long[] again = fill();
        for (int shard = 1; shard < SHARDS; shard++) {
            assertEquals(0, arena.address(again[shard]) % SHARD);
        }
        assertEquals((long) SHARDS * SHARD, arena.figures().allocatedBytes());
        arena.release(again, 0, SHARDS);
        device.mostBytes = Long.MAX_VALUE;
        device.closeWholly(arena);
    }

    /** Such as a baseline that stands for code which allocates buffer by buffer. */
    @Test
    void shouldAllocateEachShardByItselfWhenAskedTo() {
        final List<Long> lengths = new ArrayList<>();
        final ReceiveArena single = new ReceiveArena(device.context()
                .memory((length, alignment) -> {
                    lengths.add(length);
                    return device.allocate(length, alignment);
                })
                .bufferSize(SHARD)
                .maxShards(2000)
                .shardsAllocatedAtOnce(1));
        final long[] handles = new long[2000];
        assertEquals(2000, single.tryAcquire(handles, 0, 2000));
        assertEquals(Collections.nCopies(2000, (long) SHARD), lengths);
        single.release(handles, 0, 2000);
        single.close();
        device.assertNothingLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65})
    void shouldRefuseANumberOfShardsThatNoAllocationHas(final int shards) {
        assertEquals(
                "shards allocated at once must be 1 to 64: shardsAllocatedAtOnce=" + shards,
                assertThrows(
                                IllegalArgumentException.class,
                                () -> device.context()
                                        .shardsAllocatedAtOnce(shards)
                                        .conclude())
                        .getMessage());
    }

    private long[] fill() {
        final long[] handles = new long[SHARDS];
        assertEquals(SHARDS, arena.tryAcquire(handles, 0, SHARDS));
        return handles;
    }
}
