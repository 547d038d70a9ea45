// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class CaptureAllocationTest {
    private static final int REPETITIONS = 20;
    /**
     * The maximum number of bytes that may be allocated for all additional packets in the longer file. Connection
     * events may allocate memory, but packets may not.
     */
    private static final long ALLOWED = 64 * 1024;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private long allocatedBy(final byte[] file) throws IOException {
        final CaptureListener nobody = message -> {};
        final long before = threads.getCurrentThreadAllocatedBytes();
        CaptureFile.read(file, nobody);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void shouldNotAllocatePerPacket() throws IOException {
        final CaptureFile once = CaptureFile.sample("nfs41");
        final CaptureFile often = new CaptureFile();
        for (int i = 0; i < REPETITIONS; i++) {
            often.frames.addAll(once.frames);
        }
        final byte[] shortFile = once.pcap();
        final byte[] longFile = often.pcap();
        allocatedBy(longFile);
        final long more = allocatedBy(longFile) - allocatedBy(shortFile);
        assertTrue(
                more < ALLOWED,
                "bytes allocated for " + (often.frames.size() - once.frames.size()) + " packets: " + more);
    }
}
