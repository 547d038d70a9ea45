// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

/** Memory that is pinned for a region and for all other regions that share this memory. */
final class ModelPin {
    private final ModelHost host;
    private final int pages;
    final boolean isReadOnly;
    private int holders;

    ModelPin(final ModelHost host, final int pages, final boolean isReadOnly) {
        this.host = host;
        this.pages = pages;
        this.isReadOnly = isReadOnly;
    }

    void hold() {
        if (holders++ == 0) {
            host.pinned += pages;
        }
    }

    void letGo() {
        if (--holders == 0) {
            host.pinned -= pages;
        }
    }
}
