// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import java.util.function.Predicate;

/** An on-demand fault that waits for its packet. */
public final class ArmedFault {
    public enum Kind {
        LOSE,
        DUPLICATE,
        DELAY,
        FLIP
    }

    final Kind kind;
    /** The delay in ns, or the index of the byte to flip. */
    final long argument;

    private final Predicate<Packet> which;
    private int left;

    public ArmedFault(final Kind kind, final Predicate<Packet> which, final int nth, final long argument) {
        this.kind = kind;
        this.which = which;
        this.argument = argument;
        left = nth;
    }

    /** Counts a sent packet. Returns true if the fault applies to it. */
    boolean isFor(final Packet packet) {
        final boolean isCounted = which.test(packet) && (kind != Kind.FLIP || packet.payload.length() != 0);
        return isCounted && --left == 0;
    }
}
