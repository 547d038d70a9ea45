// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Selects whether short payloads arrive inside completions (scatter to CQE): up to 32 bytes in a 64-byte completion,
 * and up to 64 bytes in a 128-byte completion. When a completion of this kind is polled, the poll, rather than the
 * device, copies the payload to the buffer.
 */
public enum InlineReceive {
    /** The device's default: enabled for Receives, unless the driver's environment variables disable it. */
    DEFAULT,
    /** Disabled ({@code MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE}). */
    DISABLE,
    /** Enabled for Receives and for responses to this side's READs ({@code MLX5DV_QP_CREATE_ALLOW_SCATTER_TO_CQE}). */
    ALLOW
}
