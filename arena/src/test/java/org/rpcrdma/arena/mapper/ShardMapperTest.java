// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.FakeDevice;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

class ShardMapperTest {
    private final FakeDevice device = new FakeDevice();

    private ShardMapper perBuffer(final int bufferSize) {
        return new PerBufferShardMapper(new DmaShardMapper(device.domain()), bufferSize);
    }

    @Test
    void shouldMapAShardOnce() {
        final MemoryBlock shard = device.allocate(65_536, 65_536);
        final ShardMapping mapping = new DmaShardMapper(device.domain()).map(shard);
        assertEquals(1, mapping.mappings());
        assertEquals(16, mapping.pages());
        assertEquals(65_536, mapping.bytes());
        assertEquals(shard.address(), device.addressOf(mapping.iova(0)));
        assertEquals(mapping.iova(0) + 5000, mapping.iova(5000));
        assertEquals(FakeDevice.LKEY, mapping.lkey(5000));
        mapping.syncForCpu(4096, 17);
        assertEquals(List.of("iova=" + (mapping.iova(0) + 4096) + " length=17 FROM_DEVICE"), device.syncs);
        mapping.close();
        mapping.close();
        assertTrue(device.mappings.isEmpty());
    }

    @Test
    void shouldMapBuffersSeparately() {
        final MemoryBlock shard = device.allocate(16_384, 16_384);
        final ShardMapping mapping = perBuffer(6144).map(shard);
        assertEquals(2, mapping.mappings());
        assertEquals(12_288, mapping.bytes());
        // Bytes 0 to 6143 are in pages 0 and 1, and bytes 6144 to 12287 in pages 1 and 2. Each mapping counts its
        // pages.
        assertEquals(4, mapping.pages());
        for (final int offset : new int[] {0, 6143, 6144, 12_287}) {
            assertEquals(shard.address() + offset, device.addressOf(mapping.iova(offset)));
        }
        assertEquals(FakeDevice.LKEY, mapping.lkey(6144));
        mapping.syncForCpu(6144, 9);
        assertEquals(List.of("iova=" + mapping.iova(6144) + " length=9 FROM_DEVICE"), device.syncs);
        mapping.close();
        assertTrue(device.mappings.isEmpty());
        mapping.close();
    }

    @Test
    void shouldUnmapWhatItMappedIfALaterBufferFails() {
        final MemoryBlock shard = device.allocate(65_536, 65_536);
        final ShardMapper mapper = perBuffer(4096);
        for (int works = 0; works < 16; works++) {
            device.mappingsLeft = works;
            assertEquals(
                    Errno.ENOMEM,
                    assertThrows(VerbsException.class, () -> mapper.map(shard)).errno());
            assertTrue(device.mappings.isEmpty());
        }
    }

    @Test
    void shouldUnmapTheOthersIfOneFails() {
        final MemoryBlock shard = device.allocate(65_536, 65_536);
        final ShardMapping mapping = perBuffer(4096).map(shard);
        device.stuckIova = mapping.iova(5 * 4096);
        assertThrows(VerbsException.class, mapping::close);
        assertEquals(1, device.mappings.size());
        device.stuckIova = null;
        mapping.close();
        assertTrue(device.mappings.isEmpty());
    }

    @Test
    void shouldRefuseABufferThatTheShardCannotHold() {
        final ShardMapper mapper = perBuffer(8192);
        final MemoryBlock shard = device.allocate(4096, 4096);
        assertThrows(IllegalArgumentException.class, () -> mapper.map(shard));
        assertThrows(IllegalArgumentException.class, () -> perBuffer(0));
    }
}
