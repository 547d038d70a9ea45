// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

/**
 * The signatures of the blocks behind an indirect key ({@code mlx5dv_wr_set_mkey_sig_block(3)}): what there is among
 * the data in memory, and what among the data on the wire. The device adds, checks and strips what it takes to get from
 * one to the other, in either direction. If the same signature is on both sides it goes through as it is.
 *
 * <pre>
 * memory   | block 0 | s | block 1 | s |        checked as it is read, generated as it is written
 *               |             |
 * wire     | block 0    | t | block 1    | t |  generated as it is sent, checked as it arrives
 * </pre>
 *
 * <p>Masks have a bit for each byte of a signature:
 *
 * <pre>
 * bit          7         6         5        4        3        2        1        0
 * T10-DIF    | guard 1 | guard 0 | app. 1 | app. 0 | ref. 3 | ref. 2 | ref. 1 | ref. 0 |
 * CRC32(C)   |    3    |    2    |   1    |   0    |        |        |        |        |
 * CRC64      |    7    |    6    |   5    |   4    |   3    |   2    |   1    |   0    |
 * </pre>
 *
 * @param memory    the signatures in memory, or null for none.
 * @param wire      those on the wire, or null for none.
 * @param checkMask which bytes of what comes in are checked.
 * @param copyMask  which bytes of what comes in go out as they are, of signatures that are of one type and one block
 *                  size on both sides; {@link #EQUAL_PARTS} if the device finds out.
 */
public record BlockSignature(SignatureDomain memory, SignatureDomain wire, int checkMask, int copyMask) {
    /** The guard of T10-DIF. */
    public static final int T10_DIF_GUARD = 0xc0;

    /** The application tag of T10-DIF. */
    public static final int T10_DIF_APPLICATION_TAG = 0x30;

    /** The reference tag of T10-DIF. */
    public static final int T10_DIF_REFERENCE_TAG = 0x0f;

    /** A CRC of 32 bits. */
    public static final int CRC32 = 0xf0;

    /** A CRC of 64 bits. */
    public static final int CRC64 = 0xff;

    /** A copy mask: those parts that are described alike on both sides. */
    public static final int EQUAL_PARTS = -1;

    /**
     * Signatures that are copied if they are alike on both sides.
     *
     * @param memory    the signatures in memory, or null for none.
     * @param wire      those on the wire, or null for none.
     * @param checkMask which bytes of what comes in are checked.
     */
    public BlockSignature(final SignatureDomain memory, final SignatureDomain wire, final int checkMask) {
        this(memory, wire, checkMask, EQUAL_PARTS);
    }
}
