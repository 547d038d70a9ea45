// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class AvailableMemoryTest {
    private static final long GB = 1L << 30;
    private static final List<String> HOST =
            List.of("MemTotal:       33554432 kB", "MemFree:         1048576 kB", "MemAvailable:   20971520 kB");

    @Test
    void shouldReturnTheHostsMemoryWithoutALimit() {
        assertEquals(20 * GB, MappedMemory.available(HOST, 32 * GB, GB), "free memory leaves out droppable caches");
    }

    /**
     * A server accepts connections until the memory that they need reaches this amount. With more connections, the
     * container would be killed.
     */
    @Test
    void shouldReturnTheRestOfAContainersLimit() {
        assertEquals(GB / 2, MappedMemory.available(HOST, 2 * GB, GB / 2));
        assertEquals(20 * GB, MappedMemory.available(HOST, 31 * GB, 30 * GB), "the host has less than the limit");
        assertEquals(0, MappedMemory.available(HOST, 2 * GB, -1));
    }

    @Test
    void shouldBeUnknownIfTheHostDoesNotReportIt() {
        assertEquals(Long.MAX_VALUE, MappedMemory.available(List.of("MemTotal: 33554432 kB"), 32 * GB, GB));
        assertTrue(new MappedMemory(-1).available() > 0);
    }
}
