// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.Arrays;
import java.util.Locale;
import org.rpcrdma.arena.index.HandleBits;

/**
 * The level of detail at which an arena records the holders of its buffers. The levels have the same names as in Netty
 * (io.netty.util.ResourceLeakDetector). Because every arena tracks which buffers are in use, the level determines only
 * how much it records about each acquisition, such as the thread and the call site.
 *
 * <p>At every level, the arena rejects an invalid operation if the operation that it conflicts with has already
 * completed; the error identifies the buffer. {@link ReceiveArena#close()} always lists the buffers in use. The system
 * property {@value #PROPERTY} sets the default level.
 */
public enum LeakDetection {
    /** Records nothing, and does not detect unreachable objects. */
    DISABLED,
    /**
     * Records one in 128 acquisitions of each buffer, for up to about 4,000 buffers in use, without allocation. A
     * record contains the thread and, if the arena has a clock, the time. Reports arenas, and leases of recorded
     * acquisitions, that become unreachable before they are closed.
     */
    SIMPLE,
    /**
     * Like {@link #SIMPLE}, but each record also contains the stack traces of the acquisition and of the last four call
     * sites after it ({@link ReceiveArena#touch(long, Object)}). Also detects concurrent releases of the same buffer by
     * two threads.
     */
    ADVANCED,
    /**
     * Like {@link #ADVANCED}, but records every acquisition and every release. The error for a second release, or a use
     * after release, includes the call sites of the acquisition and the first release. The last four uses of each
     * buffer are recorded, which costs some kilobytes of heap per buffer. Free buffers are poisoned
     * ({@link ReceiveArena.Context#poisonReleased(boolean)}).
     */
    PARANOID;

    /** The system property for the default level: {@code -Drpcrdma.leakDetection=paranoid}. */
    public static final String PROPERTY = "rpcrdma.leakDetection";

    private static final int SAMPLING = 128;

    /** Returns the default level. */
    static LeakDetection preset() {
        final String name = System.getProperty(PROPERTY, SIMPLE.name());
        try {
            return valueOf(name.toUpperCase(Locale.ROOT));
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "unknown leak detection level: " + PROPERTY + "=" + name + " levels=" + Arrays.toString(values()),
                    e);
        }
    }

    /**
     * Returns the bits that are all set in the handle of a recorded acquisition. They are bits of the generation, so
     * that sampling needs no counter: they select every 128th acquisition of a buffer, or every acquisition. The sign
     * bit, which is never set in a handle, selects no acquisition.
     */
    long sampledHandles() {
        return switch (this) {
            case DISABLED -> Long.MIN_VALUE;
            case PARANOID -> 0;
            default -> HandleBits.ofGeneration(SAMPLING - 1);
        };
    }

    /**
     * Returns true if records contain stack traces and concurrent releases are detected. This costs one atomic
     * operation per release.
     */
    boolean tracesPlaces() {
        return compareTo(ADVANCED) >= 0;
    }
}
