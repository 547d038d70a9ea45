// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

/**
 * The credits of a caller, which a peer grants (RFC 8166, section 3.3.1): one until the first reply, then as many as
 * the last reply granted. A grant of none counts as one, a grant of more than was asked for as that.
 */
public final class CallerCredits {
    private final int asked;
    private int granted = 1;
    private int used;

    public CallerCredits(final int asked) {
        this.asked = asked;
    }

    /** Returns the credits that each call asks for. */
    public int asked() {
        return asked;
    }

    /** Returns the credits that the peer granted last. */
    public int granted() {
        return granted;
    }

    /** Returns the calls that use a credit. */
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

    /** Takes the grant of a reply. */
    public void onGrant(final long credits) {
        granted = (int) Math.max(1, Math.min(credits, asked));
    }
}
