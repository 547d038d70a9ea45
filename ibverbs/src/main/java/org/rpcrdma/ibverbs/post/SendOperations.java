// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.post;

import org.rpcrdma.ibverbs.layout.SendLayout;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.QueuePairType;

/**
 * The operations for which a queue pair is created ({@code enum ibv_qp_create_send_ops_flags}). A device rejects
 * operations that it does not know.
 */
public final class SendOperations {
    private static final int RDMA_WRITE = 1;
    private static final int RDMA_WRITE_WITH_IMM = 1 << 1;
    private static final int SEND = 1 << 2;
    private static final int SEND_WITH_IMM = 1 << 3;
    private static final int RDMA_READ = 1 << 4;
    private static final int ATOMICS = 1 << 5 | 1 << 6;
    private static final int INVALIDATIONS = 1 << 7 | 1 << 9;
    private static final int BIND_MW = 1 << 8;
    private static final int FLUSH = 1 << 11;
    private static final int ATOMIC_WRITE = 1 << 12;
    private static final int DATAGRAM = SEND | SEND_WITH_IMM;
    private static final int UNRELIABLE = DATAGRAM | RDMA_WRITE | RDMA_WRITE_WITH_IMM;

    /** The operations that libraries older than rdma-core 46 do not support, although the kernel may support them. */
    public static final int LATER = FLUSH | ATOMIC_WRITE;

    private SendOperations() {}

    /** Returns all operations that a device supports for queue pairs of the given type. */
    public static int of(final QueuePairType type, final DeviceAttributes device) {
        return switch (type) {
            case UD -> DATAGRAM;
            case UC -> UNRELIABLE;
            case RC -> reliable(device) | later(device);
        };
    }

    private static int reliable(final DeviceAttributes device) {
        return UNRELIABLE
                | RDMA_READ
                | (device.has(DeviceCapability.ATOMICS) ? ATOMICS : 0)
                | (device.has(DeviceCapability.SEND_WITH_INVALIDATE) ? INVALIDATIONS : 0)
                | (device.has(DeviceCapability.MEMORY_WINDOW_TYPE_2B) ? BIND_MW : 0);
    }

    private static int later(final DeviceAttributes device) {
        return (device.has(DeviceCapability.FLUSH) ? FLUSH : 0)
                | (device.has(DeviceCapability.ATOMIC_WRITE) ? ATOMIC_WRITE : 0);
    }

    /** Returns the bit of an opcode. Up to SEND_WITH_INV, the bits have the same order as the opcodes. */
    public static int bit(final int opcode) {
        return switch (opcode) {
            case SendLayout.OP_FLUSH -> FLUSH;
            case SendLayout.OP_ATOMIC_WRITE -> ATOMIC_WRITE;
            default -> 1 << opcode;
        };
    }
}
