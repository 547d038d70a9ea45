// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.DeviceAttributes;

/**
 * The attributes for creating a completion queue ({@code struct ibv_cq_init_attr_ex} and {@code struct
 * mlx5dv_cq_init_attr}).
 *
 * @param entries          number of completions that the queue can hold, 1 to {@link DeviceAttributes#maxCqe()}.
 * @param completionVector which of the device's interrupts, below {@link DeviceAttributes#completionVectors()}.
 * @param entrySize        bytes of an entry, 64 or 128, which bounds the bytes of an inline Receive; 0 leaves it to the
 *                         device.
 */
public record CompletionQueueAttributes(int entries, int completionVector, int entrySize) {
    /**
     * Creates the attributes of a plain queue.
     *
     * @param entries          number of completions that the queue can hold.
     * @param completionVector which of the device's interrupts.
     */
    public CompletionQueueAttributes(final int entries, final int completionVector) {
        this(entries, completionVector, 0);
    }
}
