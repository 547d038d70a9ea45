// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

/**
 * The credits that the peer grants to a caller (RFC 8166, section 3.3.1). The caller has one credit until the first
 * reply arrives. After that, it has the number of credits in the last reply, clamped to the range from 1 to the number
 * requested.
 */
public final class CallerCredits {
    private final int asked;
    private int granted = 1;
    private int used;

    public CallerCredits(final int asked) {
        this.asked = asked;
    }

    /** Returns the number of credits that each call requests. */
    public int asked() {
        return asked;
    }

    /** Returns the number of credits that the peer last granted. */
    public int granted() {
        return granted;
    }

    /** Returns the number of calls that are using a credit. */
    public int used() {
        return used;
    }

    public boolean hasOne() {
        return used < granted;
    }

    public void use() {
        used++;
    }

    public void release() {
        used--;
    }

    /** Sets the number of credits to the number that a reply grants. */
    public void onGrant(final long credits) {
        granted = (int) Math.max(1, Math.min(credits, asked));
    }
}
