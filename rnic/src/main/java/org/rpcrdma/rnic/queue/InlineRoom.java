// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.InlineReceive;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairType;

/**
 * Determines the maximum payload inside a queue pair's completions (scatter to CQE) in the same way as the mlx5 driver:
 *
 * <pre>
 *                           Receives           responses to READs and atomics
 * DISABLE                   no                 no
 * ALLOW                     yes                yes
 * DEFAULT                   by the variable    by the variable, if every send is signaled
 *
 * variable MLX5_SCATTER_TO_CQE: no if it is 0
 * entries of 64 bytes: 32 bytes; of 128 bytes: 64 bytes
 * </pre>
 */
public final class InlineRoom {
    private static final String VARIABLE = "MLX5_SCATTER_TO_CQE";

    private InlineRoom() {}

    /**
     * Returns the maximum length, in bytes, of a message inside a Receive's completion, or 0 if messages are never
     * delivered there.
     */
    public static int ofReceives(final DeviceProfile device, final QueuePairAttributes attributes) {
        return isWanted(device, attributes) ? roomOf((RnicCompletionQueue) attributes.receiveQueue()) : 0;
    }

    /**
     * Returns the maximum length, in bytes, of a response inside the completion of a READ or an atomic, or 0 if
     * responses are never delivered there.
     */
    public static int ofAnswers(final DeviceProfile device, final QueuePairAttributes attributes) {
        final boolean isForAnswers = attributes.signalsAll() || attributes.inlineReceive() == InlineReceive.ALLOW;
        return isForAnswers && isWanted(device, attributes) ? roomOf((RnicCompletionQueue) attributes.sendQueue()) : 0;
    }

    private static boolean isWanted(final DeviceProfile device, final QueuePairAttributes attributes) {
        final boolean isPossible = device.attributes().has(DeviceCapability.INLINE_RECEIVE)
                && (attributes.type() == QueuePairType.RC || attributes.type() == QueuePairType.UC);
        return isPossible
                && switch (attributes.inlineReceive()) {
                    case DISABLE -> false;
                    case ALLOW -> true;
                    case DEFAULT -> !"0".equals(device.environment().get(VARIABLE));
                };
    }

    private static int roomOf(final RnicCompletionQueue queue) {
        return queue.entrySize() / 2;
    }
}
