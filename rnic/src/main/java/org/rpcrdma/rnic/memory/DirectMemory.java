// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

/**
 * The direct memory that this JVM may have. When it is used up, {@link ByteBuffer#allocateDirect} has the collector run
 * and sleeps before it fails, which would hold up an event loop for seconds: ask here first.
 */
final class DirectMemory {
    private static final BufferPoolMXBean USED = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .findFirst()
            .orElseThrow();

    static final long LIMIT = limit();

    private DirectMemory() {}

    /** Returns the bytes of -XX:MaxDirectMemorySize; the default is the maximum heap size. */
    private static long limit() {
        final HotSpotDiagnosticMXBean options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        final long set = options == null
                ? 0
                : Long.parseLong(options.getVMOption("MaxDirectMemorySize").getValue());
        return set > 0 ? set : Runtime.getRuntime().maxMemory();
    }

    /** Returns the bytes that are left. */
    static long available() {
        return Math.max(0, LIMIT - USED.getTotalCapacity());
    }
}
