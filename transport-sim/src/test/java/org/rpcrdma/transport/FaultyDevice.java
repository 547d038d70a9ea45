// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** A device that refuses mappings: one, counted from the first, or the next ones. */
final class FaultyDevice extends MappingDevice {
    private static final int NEVER = -1;

    final boolean isServer;
    private final int failing;
    private int mappings;
    private int refusals;

    private FaultyDevice(final boolean isServer, final int failing) {
        this.isServer = isServer;
        this.failing = failing;
    }

    static FaultyDevice server(final int failing) {
        return new FaultyDevice(true, failing);
    }

    static FaultyDevice client(final int failing) {
        return new FaultyDevice(false, failing);
    }

    /** A server's device that works until {@link #refuseNext}. */
    static FaultyDevice server() {
        return server(NEVER);
    }

    /** Refuses the next mappings. */
    void refuseNext(final int count) {
        refusals = count;
    }

    /** Returns true if all mappings that were to be refused have been. */
    boolean hasFailed() {
        return refusals == 0 && mappings > failing;
    }

    @Override
    void onMap(final DmaDirection direction) {
        if (refusals > 0) {
            refusals--;
            throw noIova();
        }
        if (mappings++ == failing) {
            throw noIova();
        }
    }

    private static VerbsException noIova() {
        return new VerbsException(Errno.ENOMEM, "no iova left");
    }
}
