// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

import java.util.Locale;

/** The source of a server's buffers for replies. */
public enum Sends {
    /** Each connection keeps its peak number of buffers until it ends, like svcrdma's send contexts. */
    KEPT,

    /** One bounded arena per processor lends buffers, and frees buffers that have been idle for a while. */
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
