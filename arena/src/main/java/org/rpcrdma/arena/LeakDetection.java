// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.Arrays;
import java.util.Locale;
import org.rpcrdma.arena.index.HandleBits;

/**
 * How closely an arena watches who holds its buffers. The levels are those that users of Netty know
 * (io.netty.util.ResourceLeakDetector); an arena knows of every buffer that is out, so here they choose the details
 * that are recorded: the thread that acquired it, and the place.
 *
 * <p>At every level each misuse that is ordered after the conflicting operation is refused with an error that names the
 * buffer, and {@link ReceiveArena#close()} names the buffers that are out. The system property {@value #PROPERTY} sets
 * the level of arenas whose context does not.
 */
public enum LeakDetection {
    /** Nothing is recorded, and nothing that becomes unreachable is noticed. */
    DISABLED,
    /**
     * One acquisition in 128 of each buffer is recorded, without making an object: its thread and, if the arena has a
     * clock, its time; no more than some 4,000 buffers that are out at once. Leases of recorded acquisitions that
     * become unreachable before they are closed are reported, and so is every arena.
     */
    SIMPLE,
    /**
     * As {@link #SIMPLE}, and each record has its stack trace, with those of the last four places that the buffer
     * passed since ({@link ReceiveArena#touch(long, Object)}). Threads that release one buffer at the same moment are
     * caught as well.
     */
    ADVANCED,
    /**
     * As {@link #ADVANCED}, but every acquisition is recorded, and every release: a second release, or a use after it,
     * tells where the buffer was acquired and where it was first released. Remembered are the last four uses of each
     * buffer: some kilobytes of heap a buffer. Free buffers are poisoned ({@link
     * ReceiveArena.Context#poisonReleased(boolean)}).
     */
    PARANOID;

    /**
     * The system property that has the level of arenas whose context sets none: {@code
     * -Drpcrdma.leakDetection=paranoid}.
     */
    public static final String PROPERTY = "rpcrdma.leakDetection";

    private static final int SAMPLING = 128;

    /** Returns the level of arenas that set none. */
    static LeakDetection preset() {
        final String name = System.getProperty(PROPERTY, SIMPLE.name());
        try {
            return valueOf(name.toUpperCase(Locale.ROOT));
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "no such level of leak detection: " + PROPERTY + "=" + name + " levels="
                            + Arrays.toString(values()),
                    e);
        }
    }

    /**
     * Returns the bits of a handle that are all set in one whose acquisition is recorded: of its generation, so that
     * it costs no count. Of every buffer it is each 128th acquisition, or each, or with the sign bit, none.
     */
    long sampledHandles() {
        return switch (this) {
            case DISABLED -> Long.MIN_VALUE;
            case PARANOID -> 0;
            default -> HandleBits.ofGeneration(SAMPLING - 1);
        };
    }

    /**
     * Returns true if records have their stack trace, and two releases at the same moment are told apart, at the cost
     * of an atomic operation each.
     */
    boolean tracesPlaces() {
        return compareTo(ADVANCED) >= 0;
    }
}
