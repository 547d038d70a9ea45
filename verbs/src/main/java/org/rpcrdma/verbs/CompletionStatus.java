// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The status of a work completion (the values of {@code enum ibv_wc_status}), which is the second of the three error
 * domains. The data path uses the {@code int}; {@link #name(int)} is for messages.
 */
public final class CompletionStatus {
    /** The work request succeeded. */
    public static final int SUCCESS = 0;

    /** A message was longer than the buffers of its Receive. */
    public static final int LOC_LEN_ERR = 1;

    /** An internal consistency error of the local queue pair. */
    public static final int LOC_QP_OP_ERR = 2;

    /** A local buffer's lkey, protection domain, range or access right is invalid. */
    public static final int LOC_PROT_ERR = 4;

    /** The queue pair failed or was closed before it executed this request. */
    public static final int WR_FLUSH_ERR = 5;

    /** A memory window could not be bound: its key, domain, range or access right is invalid. */
    public static final int MW_BIND_ERR = 6;

    /** The peer's response was invalid. */
    public static final int BAD_RESP_ERR = 7;

    /** A protection error occurred on a local buffer while an RDMA WRITE with immediate data was being received. */
    public static final int LOC_ACCESS_ERR = 8;

    /** The peer rejected the request as invalid. */
    public static final int REM_INV_REQ_ERR = 9;

    /** The peer's rkey, range or access right is invalid. */
    public static final int REM_ACCESS_ERR = 10;

    /** The peer could not complete the operation. */
    public static final int REM_OP_ERR = 11;

    /** The peer did not answer within the retry limit. */
    public static final int RETRY_EXC_ERR = 12;

    /** The peer posted no Receive within the receiver-not-ready retry limit. */
    public static final int RNR_RETRY_EXC_ERR = 13;

    /** The driver or a device reset aborted the operation. */
    public static final int REM_ABORT_ERR = 16;

    /** The device failed. */
    public static final int FATAL_ERR = 19;

    /** The response timed out. */
    public static final int RESP_TIMEOUT_ERR = 20;

    /** Any other error. */
    public static final int GENERAL_ERR = 21;

    private static final String[] NAMES = {
        "SUCCESS",
        "LOC_LEN_ERR",
        "LOC_QP_OP_ERR",
        "LOC_EEC_OP_ERR",
        "LOC_PROT_ERR",
        "WR_FLUSH_ERR",
        "MW_BIND_ERR",
        "BAD_RESP_ERR",
        "LOC_ACCESS_ERR",
        "REM_INV_REQ_ERR",
        "REM_ACCESS_ERR",
        "REM_OP_ERR",
        "RETRY_EXC_ERR",
        "RNR_RETRY_EXC_ERR",
        "LOC_RDD_VIOL_ERR",
        "REM_INV_RD_REQ_ERR",
        "REM_ABORT_ERR",
        "INV_EECN_ERR",
        "INV_EEC_STATE_ERR",
        "FATAL_ERR",
        "RESP_TIMEOUT_ERR",
        "GENERAL_ERR",
        "TM_ERR",
        "TM_RNDV_INCOMPLETE"
    };

    private CompletionStatus() {}

    /**
     * Returns the name of a status, for messages.
     *
     * @param status a completion's status.
     * @return the name without the prefix {@code IBV_WC_}, or the number if the status is unknown.
     */
    public static String name(final int status) {
        return status >= 0 && status < NAMES.length ? NAMES[status] : Integer.toString(status);
    }
}
