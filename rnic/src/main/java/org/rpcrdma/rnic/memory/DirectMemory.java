// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

/**
 * The limit on this JVM's direct memory, and its current use. At the limit, {@link ByteBuffer#allocateDirect} runs the
 * garbage collector and sleeps before it fails. This would block an event loop for seconds, so check
 * {@link #available()} first.
 */
final class DirectMemory {
    private static final BufferPoolMXBean USED = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .findFirst()
            .orElseThrow();

    static final long LIMIT = limit();

    private DirectMemory() {}

    /** Returns -XX:MaxDirectMemorySize in bytes, which defaults to the maximum heap size. */
    private static long limit() {
        final HotSpotDiagnosticMXBean options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        final long set = options == null
                ? 0
                : Long.parseLong(options.getVMOption("MaxDirectMemorySize").getValue());
        return set > 0 ? set : Runtime.getRuntime().maxMemory();
    }

    /** Returns the number of bytes that can still be allocated. */
    static long available() {
        return Math.max(0, LIMIT - USED.getTotalCapacity());
    }
}
