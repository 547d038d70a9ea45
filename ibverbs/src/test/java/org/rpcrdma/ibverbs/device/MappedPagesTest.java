// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

class MappedPagesTest {
    private static final int MEGA = 1 << 20;
    private static final int HUGE = 2 * MEGA;

    private final MappedMemory memory = new MappedMemory(-1);

    @AfterEach
    void close() {
        memory.close();
    }

    /** Returns the line with the given name in the block's entry in /proc/self/smaps. */
    private static String described(final MemoryBlock block, final String name) throws IOException {
        final List<String> lines = Files.readAllLines(Path.of("/proc/self/smaps"));
        final String begin = Long.toHexString(block.address()) + "-";
        int line = 0;
        while (!lines.get(line).startsWith(begin)) {
            line++;
        }
        while (!lines.get(line).startsWith(name)) {
            line++;
        }
        return lines.get(line);
    }

    @Test
    void shouldNotUseHugePagesForMemoryIn4KilobytePages() throws IOException {
        final MemoryBlock block = memory.allocatePages(8 * MEGA, 4096);
        for (int i = 0; i < 8 * MEGA; i += 4096) {
            block.buffer().put(i, (byte) 1);
        }

        assertTrue(described(block, "VmFlags").contains(" nh"), "no huge pages");
        assertTrue(described(block, "AnonHugePages").matches("AnonHugePages: +0 kB"));
    }

    @Test
    void shouldRequestHugePages() throws IOException {
        assumeFalse(
                Files.readString(Path.of("/sys/kernel/mm/transparent_hugepage/enabled"))
                        .contains("[never]"),
                "needs transparent huge pages");
        final MemoryBlock block = memory.allocatePages(8 * MEGA, HUGE);

        assertEquals(0, block.address() % HUGE);
        assertTrue(described(block, "VmFlags").contains(" hg"), "huge pages");
    }

    @Test
    void shouldRejectUnavailablePageSizes() {
        assertRefused(Errno.EOPNOTSUPP, 8 * MEGA, 64 << 10);
        assertRefused(Errno.EINVAL, 4095, 4096);
        assertRefused(Errno.EINVAL, -1, 4096);
    }

    private void assertRefused(final Errno errno, final long length, final int pageSize) {
        assertEquals(
                errno,
                assertThrows(VerbsException.class, () -> memory.allocatePages(length, pageSize))
                        .errno());
    }
}
