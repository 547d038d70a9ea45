// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Thrown when a driver fails to destroy some or all of the handles in an array. The remaining handles are at the
 * beginning of the array.
 */
public final class FrmrDestroyException extends VerbsException {
    private static final long serialVersionUID = 1L;

    private final int left;

    /**
     * Creates an exception.
     *
     * @param cause the reason why the first remaining handle was not destroyed; reported as EIO unless it is a
     *              {@link VerbsException}.
     * @param left  the number of remaining handles, at least 1; the driver has moved them to the beginning of its
     *              argument array.
     */
    public FrmrDestroyException(final Throwable cause, final int left) {
        super(
                cause instanceof VerbsException refusal ? refusal.errno() : Errno.EIO,
                "handles could not be destroyed: left=" + left + " first failure: " + cause.getMessage());
        initCause(cause);
        this.left = left;
    }

    /**
     * Returns the number of handles that were not destroyed.
     *
     * @return the number, at least 1.
     */
    public int left() {
        return left;
    }
}
