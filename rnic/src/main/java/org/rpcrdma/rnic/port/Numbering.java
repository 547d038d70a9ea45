// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * Assigns the numbers of a device's keys and queue pairs that peers use. In a simulation they are consecutive; on a
 * real wire they must be unpredictable.
 */
public final class Numbering {
    /** Numbers follow each other. */
    public static final Numbering IN_ORDER = new Numbering(null);

    /** Bytes per draw: a draw takes a lock and allocates. */
    private static final int DRAWN = 4096;

    /** Null if numbers follow each other. */
    private final SecureRandom source;

    private final byte[] bytes = new byte[DRAWN];
    private final ByteBuffer drawn = ByteBuffer.wrap(bytes).position(DRAWN);

    private Numbering(final SecureRandom source) {
        this.source = source;
    }

    /** Returns one whose numbers are as random as the system has them. It belongs to one thread. */
    public static Numbering unpredictable() {
        return new Numbering(new SecureRandom());
    }

    /** Returns true if numbers are {@link #random()}. */
    public boolean isRandom() {
        return source != null;
    }

    /**
     * Returns 32 random bits.
     *
     * @throws IllegalStateException if numbers follow each other.
     */
    public int random() {
        if (source == null) {
            throw new IllegalStateException("numbers follow each other");
        }
        if (!drawn.hasRemaining()) {
            source.nextBytes(bytes);
            drawn.clear();
        }
        return drawn.getInt();
    }
}
