// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

/**
 * The result of checking the signatures behind an indirect key ({@code mlx5dv_mkey_check(3)}).
 *
 * @param result   what was wrong first.
 * @param offset   start of the block among the data and signatures that came in, bytes from the key's address 0.
 * @param expected what the signature says.
 * @param actual   what the data, or the key's configuration, says.
 */
public record SignatureCheck(Result result, long offset, long expected, long actual) {
    /** Nothing was wrong. */
    public static final SignatureCheck GOOD = new SignatureCheck(Result.NO_ERROR, 0, 0, 0);

    /** The kinds of mismatch; of several in one block the first of these is named. */
    public enum Result {
        /** Nothing. */
        NO_ERROR,
        /** A guard is not that of its block. */
        BAD_GUARD,
        /** An application tag is not the one that was configured. */
        BAD_APPLICATION_TAG,
        /** A reference tag is not the one that was configured. */
        BAD_REFERENCE_TAG
    }
}
