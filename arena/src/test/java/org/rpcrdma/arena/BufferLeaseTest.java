// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class BufferLeaseTest {
    private final FakeDevice device = new FakeDevice();
    private final ReceiveArena arena = new ReceiveArena(device.context());

    @Test
    void shouldBeItsBuffer() {
        final BufferLease lease = arena.lease();
        assertEquals(arena.address(lease.handle()), lease.address());
        assertEquals(arena.iova(lease.handle()), lease.iova());
        assertEquals(FakeDevice.LKEY, lease.lkey());
        assertEquals(4096, lease.length());
        lease.syncForCpu(10);
        assertEquals(List.of("iova=" + lease.iova() + " length=10 FROM_DEVICE"), device.syncs);
        assertTrue(lease.toString().contains("shard=0 slot=0"), lease.toString());
        lease.close();
        assertEquals(0, arena.figures().buffersInUse());
    }
}
