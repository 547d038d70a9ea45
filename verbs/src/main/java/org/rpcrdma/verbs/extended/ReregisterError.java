// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

/**
 * The ways in which a re-registration can fail, each of which leaves the region in a different state
 * ({@code enum ibv_rereg_mr_err_code}).
 */
public enum ReregisterError {
    /** The arguments are invalid; nothing has changed. */
    INPUT(-1, true),
    /** The new memory could not be excluded from forks; nothing has changed. */
    DONT_FORK_NEW(-2, true),
    /** The region has changed, but the old memory is still excluded from forks. */
    DO_FORK_OLD(-3, true),
    /** The device rejected the change. The region is unusable; close it. */
    CMD(-4, false),
    /**
     * The device rejected the change, and the new memory is still excluded from forks. The region is unusable; close
     * it.
     */
    CMD_AND_DO_FORK_NEW(-5, false);

    private final int code;
    private final boolean leavesRegionValid;

    ReregisterError(final int code, final boolean leavesRegionValid) {
        this.code = code;
        this.leavesRegionValid = leavesRegionValid;
    }

    /**
     * Returns the result code of {@code ibv_rereg_mr(3)}.
     *
     * @return the code, -1 to -5.
     */
    public int code() {
        return code;
    }

    /**
     * Returns true if the region is still usable. After {@link #DO_FORK_OLD}, it has the new registration, otherwise
     * the old registration.
     *
     * @return false if the only permitted operation is to close the region.
     */
    public boolean leavesRegionValid() {
        return leavesRegionValid;
    }
}
