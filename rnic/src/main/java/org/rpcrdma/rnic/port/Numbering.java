// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * Generates the numbers of a device's keys and queue pairs, which peers can see. In a simulation, numbers are
 * consecutive. On a real network, they must be unpredictable.
 */
public final class Numbering {
    /** Consecutive numbering. */
    public static final Numbering IN_ORDER = new Numbering(null);

    /**
     * The number of random bytes to draw at a time. Drawing many bytes at a time is faster, because each draw acquires
     * a lock and allocates.
     */
    private static final int DRAWN = 4096;

    /** The source of random numbers, or null for consecutive numbering. */
    private final SecureRandom source;

    private final byte[] bytes = new byte[DRAWN];
    private final ByteBuffer drawn = ByteBuffer.wrap(bytes).position(DRAWN);

    private Numbering(final SecureRandom source) {
        this.source = source;
    }

    /** Returns a numbering that uses the system's secure random source. Confined to one thread. */
    public static Numbering unpredictable() {
        return new Numbering(new SecureRandom());
    }

    /** Returns true if numbers come from {@link #random()}. */
    public boolean isRandom() {
        return source != null;
    }

    /**
     * Returns 32 random bits.
     *
     * @throws IllegalStateException if the numbering is consecutive.
     */
    public int random() {
        if (source == null) {
            throw new IllegalStateException("the numbering is consecutive");
        }
        if (!drawn.hasRemaining()) {
            source.nextBytes(bytes);
            drawn.clear();
        }
        return drawn.getInt();
    }
}
