// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.Locale;
import org.rpcrdma.bench.console.Choice;

/** Where a server has the buffers from that its replies are sent from. */
public enum Sends {
    /** Each connection keeps as many as it ever needed at once until it ends, like svcrdma's send contexts. */
    KEPT,

    /** One bounded arena a processor lends them, and gives back buffers that have been idle for a while. */
    ARENA;

    /** Returns the name in options and JSON. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns it in words. */
    String words() {
        return this == KEPT ? "sends kept by connections" : "sends from an arena a processor";
    }

    /** All, for the command line. */
    static final class Names extends Choice<Sends> {
        Names() {
            super(values());
        }
    }
}
