// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.nfs41;

/** Reports that an operation's status is not NFS4_OK. */
final class Nfs41Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    final int status;

    Nfs41Failure(final int operation, final int status) {
        super("operation failed: operation=" + operation + " status=" + status);
        this.status = status;
    }
}
