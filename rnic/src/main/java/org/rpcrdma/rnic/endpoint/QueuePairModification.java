// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.endpoint;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.VerbsException;

/** Checks changes to a queue pair without applying them. */
final class QueuePairModification {
    static final int NUMBERS = 1 << 24;

    private static final int MAX_CODE = 31;
    private static final int MAX_RETRIES = 7;
    private static final int LEAST_MTU = 256;
    private static final int RIGHTS =
            Access.LOCAL_WRITE | Access.REMOTE | Access.FLUSH_GLOBAL | Access.FLUSH_PERSISTENT;

    private final DeviceAttributes limits;
    private final int mtu;
    private final QueuePairTransitions transitions;

    QueuePairModification(final DeviceAttributes limits, final int mtu, final QueuePairType type) {
        this.limits = limits;
        this.mtu = mtu;
        transitions = QueuePairTransitions.of(type);
    }

    /** Returns the new state.
     *
     * @throws VerbsException EINVAL if the transition or a parameter is not allowed. */
    QueuePairState check(final QueuePairState from, final QueuePairParameters parameters) {
        final QueuePairState to = parameters.has(QueuePairParameter.STATE) ? parameters.state() : from;
        if (to == null || !transitions.isPossible(from, to)) {
            throw new VerbsException(Errno.EINVAL, "invalid transition: from=" + from + " to=" + to);
        }
        final int mask = parameters.mask();
        final int missing = transitions.missing(from, to, mask);
        final int unwanted = transitions.unwanted(from, to, mask);
        if (missing != 0 || unwanted != 0) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "parameters do not match the transition: from=" + from + " to=" + to + " missing=0x"
                            + Integer.toHexString(missing) + " unwanted=0x" + Integer.toHexString(unwanted));
        }
        for (final QueuePairParameter parameter : QueuePairParameter.values()) {
            if (parameters.has(parameter) && !isInRange(parameter, parameters, from)) {
                throw new VerbsException(
                        Errno.EINVAL,
                        "parameter is out of range: parameter=" + parameter + " value=" + parameters.get(parameter));
            }
        }
        return to;
    }

    private boolean isInRange(
            final QueuePairParameter parameter, final QueuePairParameters parameters, final QueuePairState from) {
        final int value = parameters.get(parameter);
        return switch (parameter) {
            case STATE, QKEY -> true;
            case CURRENT_STATE -> value == from.ordinal();
            case SQ_DRAINED_NOTIFICATION -> value == 0 || value == 1;
            case ACCESS_FLAGS -> (value & ~RIGHTS) == 0;
            case PKEY_INDEX -> value == 0;
            case PORT -> value == 1;
            case ADDRESS_VECTOR ->
                parameters.addressVector() != null
                        && parameters.addressVector().port() == 1
                        && parameters.addressVector().sourceGidIndex() == 0;
            case PATH_MTU -> value >= LEAST_MTU && value <= mtu && Integer.bitCount(value) == 1;
            case TIMEOUT, MIN_RNR_TIMER -> value >= 0 && value <= MAX_CODE;
            case RETRY_COUNT, RNR_RETRY -> value >= 0 && value <= MAX_RETRIES;
            case SEND_PSN, RECEIVE_PSN, DESTINATION_NUMBER -> value >= 0 && value < NUMBERS;
            case MAX_READ_ATOMIC, MAX_DESTINATION_READ_ATOMIC -> value >= 0 && value <= limits.maxReadAtomic();
        };
    }
}
