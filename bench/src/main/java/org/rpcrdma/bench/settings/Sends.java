// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

import java.util.Locale;

/** Where the buffers come from that a server sends its replies from. */
public enum Sends {
    /** Each connection keeps as many as it ever needed at once until it ends, like svcrdma's send contexts. */
    KEPT,

    /** One bounded arena a processor lends them, and gives back buffers that have been idle for a while. */
    ARENA;

    /**
     * Returns the name in options and JSON.
     *
     * @return kept or arena.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
