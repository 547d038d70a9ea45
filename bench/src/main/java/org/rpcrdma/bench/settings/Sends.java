// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

import java.util.Locale;

/** The source of a server's reply buffers. */
public enum Sends {
    /** Like svcrdma's send contexts, each connection keeps its peak number of buffers until it ends. */
    KEPT,

    /** One bounded arena per processor lends buffers, and frees buffers that have been idle for some time. */
    ARENA;

    /**
     * Returns the source's name in options and JSON.
     *
     * @return kept or arena.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
