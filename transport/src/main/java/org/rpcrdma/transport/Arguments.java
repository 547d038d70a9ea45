// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.wire.CmPrivateData;

/** Checks of what endpoints are configured with. */
final class Arguments {
    private Arguments() {}

    static void required(final String name, final Object value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " is required");
        }
    }

    static void range(final String name, final int value, final int lowest, final int highest) {
        if (value < lowest || value > highest) {
            throw new IllegalArgumentException(
                    name + " must be " + lowest + " to " + highest + ": " + name + "=" + value);
        }
    }

    static void notNegative(final String name, final long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " must be 0 or more: " + name + "=" + value);
        }
    }

    /** Sizes that RFC 8797 private data can say. */
    static void inlineSize(final String name, final int value) {
        range(name, value, CmPrivateData.UNIT, CmPrivateData.MAX_INLINE_THRESHOLD);
        if (value % CmPrivateData.UNIT != 0) {
            throw new IllegalArgumentException(
                    name + " must be a multiple of " + CmPrivateData.UNIT + ": " + name + "=" + value);
        }
    }

    /** An arena that connections share and its protection domain: both or neither. */
    static void sharedArena(final ReceiveArena arena, final ProtectionDomain domain, final int bufferSize) {
        if ((arena == null) != (domain == null)) {
            throw new IllegalArgumentException(
                    "a shared arena needs its protection domain: arena=" + arena + " domain=" + domain);
        }
        if (arena != null && arena.bufferSize() < bufferSize) {
            throw new IllegalArgumentException("the shared arena's buffers are smaller: bufferSize=" + bufferSize
                    + " limit=" + arena.bufferSize());
        }
    }
}
