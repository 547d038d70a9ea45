// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.DeviceAttributes;

/**
 * The attributes that a completion queue is created with ({@code struct ibv_cq_init_attr_ex} and {@code struct
 * mlx5dv_cq_init_attr}).
 *
 * @param entries          room for completions, 1 to {@link DeviceAttributes#maxCqe()}.
 * @param completionVector which of the device's interrupts, below {@link DeviceAttributes#completionVectors()}.
 * @param entrySize        bytes of an entry, 64 or 128, which bounds the bytes of an inline Receive; 0 leaves it to the
 *                         device.
 */
public record CompletionQueueAttributes(int entries, int completionVector, int entrySize) {
    /**
     * Attributes of a plain queue.
     *
     * @param entries          room for completions.
     * @param completionVector which of the device's interrupts.
     */
    public CompletionQueueAttributes(final int entries, final int completionVector) {
        this(entries, completionVector, 0);
    }
}
