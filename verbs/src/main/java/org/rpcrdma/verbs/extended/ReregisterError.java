// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

/** How a re-registration failed, and the region's state after it ({@code enum ibv_rereg_mr_err_code}). */
public enum ReregisterError {
    /** The arguments do not fit; nothing was touched. */
    INPUT(-1, true),
    /** The new memory could not be kept from child processes; nothing was touched. */
    DONT_FORK_NEW(-2, true),
    /** The change is made, but the old memory is still kept from child processes. */
    DO_FORK_OLD(-3, true),
    /** The device refused the change: the region must not be used, only closed. */
    CMD(-4, false),
    /** The device refused the change, and the new memory is still kept from child processes. */
    CMD_AND_DO_FORK_NEW(-5, false);

    private final int code;
    private final boolean leavesRegionValid;

    ReregisterError(final int code, final boolean leavesRegionValid) {
        this.code = code;
        this.leavesRegionValid = leavesRegionValid;
    }

    /**
     * Returns the return value of {@code ibv_rereg_mr(3)}.
     *
     * @return -1 to -5.
     */
    public int code() {
        return code;
    }

    /**
     * Returns true if the region is usable: with its old registration, or, after {@link #DO_FORK_OLD}, with the new
     * one.
     *
     * @return false if it can only be closed.
     */
    public boolean leavesRegionValid() {
        return leavesRegionValid;
    }
}
