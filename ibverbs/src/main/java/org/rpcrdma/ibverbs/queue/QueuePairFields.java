// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.queue;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.device.AddressVectors;
import org.rpcrdma.ibverbs.device.PortAddresses;
import org.rpcrdma.ibverbs.layout.QueuePairLayout;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.VerbsException;

/**
 * Converts a queue pair's parameters to and from a {@code struct ibv_qp_attr}. The mask uses the same bits as the verbs
 * contract.
 */
final class QueuePairFields {
    private static final int SMALLEST_MTU = 256;
    private static final int LARGEST_MTU = 4096;
    private static final int MTU_CODE_0 = 128;
    private static final QueuePairParameter[] PARAMETERS = QueuePairParameter.values();
    private static final QueuePairState[] STATES = QueuePairState.values();

    private QueuePairFields() {}

    /**
     * Writes the parameters that are set.
     *
     * @param ports the device's ports.
     */
    static void write(final MemorySegment target, final QueuePairParameters source, final PortAddresses ports) {
        for (final QueuePairParameter parameter : PARAMETERS) {
            if (source.has(parameter)) {
                write(target, source, parameter, ports);
            }
        }
    }

    private static void write(
            final MemorySegment target,
            final QueuePairParameters source,
            final QueuePairParameter parameter,
            final PortAddresses ports) {
        final int value = source.get(parameter);
        switch (parameter) {
            case STATE ->
                target.set(JAVA_INT, QueuePairLayout.STATE, source.state().ordinal());
            case ADDRESS_VECTOR -> AddressVectors.write(target, QueuePairLayout.ADDRESS, source.addressVector(), ports);
            case PATH_MTU -> target.set(JAVA_INT, QueuePairLayout.PATH_MTU, mtuCode(value));
            case PKEY_INDEX -> target.set(JAVA_SHORT, QueuePairLayout.PKEY_INDEX, (short) value);
            default -> writeNumber(target, parameter, value);
        }
    }

    private static void writeNumber(final MemorySegment target, final QueuePairParameter parameter, final int value) {
        final long field = field(parameter);
        if (field < QueuePairLayout.PKEY_INDEX) {
            target.set(JAVA_INT, field, value);
        } else {
            target.set(JAVA_BYTE, field, (byte) value);
        }
    }

    private static long field(final QueuePairParameter parameter) {
        return switch (parameter) {
            case STATE -> QueuePairLayout.STATE;
            case CURRENT_STATE -> QueuePairLayout.CURRENT_STATE;
            case SQ_DRAINED_NOTIFICATION -> QueuePairLayout.EN_SQD_NOTIFY;
            case ACCESS_FLAGS -> QueuePairLayout.ACCESS;
            case PKEY_INDEX -> QueuePairLayout.PKEY_INDEX;
            case PORT -> QueuePairLayout.PORT;
            case QKEY -> QueuePairLayout.QKEY;
            case ADDRESS_VECTOR -> QueuePairLayout.ADDRESS;
            case PATH_MTU -> QueuePairLayout.PATH_MTU;
            case TIMEOUT -> QueuePairLayout.TIMEOUT;
            case RETRY_COUNT -> QueuePairLayout.RETRY_COUNT;
            case RNR_RETRY -> QueuePairLayout.RNR_RETRY;
            case RECEIVE_PSN -> QueuePairLayout.RQ_PSN;
            case MAX_READ_ATOMIC -> QueuePairLayout.MAX_RD_ATOMIC;
            case MIN_RNR_TIMER -> QueuePairLayout.MIN_RNR_TIMER;
            case SEND_PSN -> QueuePairLayout.SQ_PSN;
            case MAX_DESTINATION_READ_ATOMIC -> QueuePairLayout.MAX_DEST_RD_ATOMIC;
            case DESTINATION_NUMBER -> QueuePairLayout.DEST_QP_NUM;
        };
    }

    /** Reads the parameters that a mask selects. */
    static QueuePairParameters read(final MemorySegment source, final int mask) {
        final QueuePairParameters read = new QueuePairParameters();
        for (final QueuePairParameter parameter : PARAMETERS) {
            if ((mask & parameter.mask()) != 0) {
                read(source, parameter, read);
            }
        }
        return read;
    }

    private static void read(
            final MemorySegment source, final QueuePairParameter parameter, final QueuePairParameters target) {
        switch (parameter) {
            case STATE -> target.state(state(source));
            case ADDRESS_VECTOR -> target.addressVector(AddressVectors.read(source, QueuePairLayout.ADDRESS));
            case PATH_MTU -> target.set(parameter, MTU_CODE_0 << source.get(JAVA_INT, QueuePairLayout.PATH_MTU));
            case PKEY_INDEX ->
                target.set(parameter, Short.toUnsignedInt(source.get(JAVA_SHORT, QueuePairLayout.PKEY_INDEX)));
            default -> target.set(parameter, number(source, parameter));
        }
    }

    private static int number(final MemorySegment source, final QueuePairParameter parameter) {
        final long field = field(parameter);
        return field < QueuePairLayout.PKEY_INDEX
                ? source.get(JAVA_INT, field)
                : Byte.toUnsignedInt(source.get(JAVA_BYTE, field));
    }

    static QueuePairState state(final MemorySegment source) {
        return STATES[source.get(JAVA_INT, QueuePairLayout.STATE)];
    }

    /** Converts an MTU in bytes to {@code enum ibv_mtu}, which ranges from 1 for 256 bytes to 5 for 4096. */
    private static int mtuCode(final int bytes) {
        if (bytes < SMALLEST_MTU || bytes > LARGEST_MTU || Integer.bitCount(bytes) != 1) {
            throw new VerbsException(Errno.EINVAL, "invalid path MTU: bytes=" + bytes);
        }
        return Integer.numberOfTrailingZeros(bytes / MTU_CODE_0);
    }
}
