// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/**
 * A client's credits (RFC 8166, section 3.3.1): one until the first reply, then what the last reply granted. A grant of none
 * counts as one, one of more than was asked for as what was asked for.
 */
final class Credits {
    private final int asked;
    private int granted = 1;
    private int used;

    Credits(final int asked) {
        this.asked = asked;
    }

    int asked() {
        return asked;
    }

    int granted() {
        return granted;
    }

    int used() {
        return used;
    }

    boolean hasOne() {
        return used < granted;
    }

    void use() {
        used++;
    }

    void release() {
        used--;
    }

    void grant(final long credits) {
        granted = (int) Math.max(1, Math.min(credits, asked));
    }
}
