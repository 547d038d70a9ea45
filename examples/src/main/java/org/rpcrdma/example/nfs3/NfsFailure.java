// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

/** A procedure that ends with another status than OK. */
final class NfsFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The status for the client. */
    final int status;

    /**
     * Makes a failure; it has no stack trace, since clients cause them at will.
     *
     * @param status an nfsstat3 other than OK.
     */
    NfsFailure(final int status) {
        super("nfsstat3=" + status, null, false, false);
        this.status = status;
    }

    /** Fails unless something holds. */
    static void unless(final boolean holds, final int status) {
        if (!holds) {
            throw new NfsFailure(status);
        }
    }
}
