// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.endpoint;

import static org.rpcrdma.verbs.QueuePairParameter.ACCESS_FLAGS;
import static org.rpcrdma.verbs.QueuePairParameter.ADDRESS_VECTOR;
import static org.rpcrdma.verbs.QueuePairParameter.CURRENT_STATE;
import static org.rpcrdma.verbs.QueuePairParameter.DESTINATION_NUMBER;
import static org.rpcrdma.verbs.QueuePairParameter.MAX_DESTINATION_READ_ATOMIC;
import static org.rpcrdma.verbs.QueuePairParameter.MAX_READ_ATOMIC;
import static org.rpcrdma.verbs.QueuePairParameter.MIN_RNR_TIMER;
import static org.rpcrdma.verbs.QueuePairParameter.PATH_MTU;
import static org.rpcrdma.verbs.QueuePairParameter.PKEY_INDEX;
import static org.rpcrdma.verbs.QueuePairParameter.PORT;
import static org.rpcrdma.verbs.QueuePairParameter.QKEY;
import static org.rpcrdma.verbs.QueuePairParameter.RECEIVE_PSN;
import static org.rpcrdma.verbs.QueuePairParameter.RETRY_COUNT;
import static org.rpcrdma.verbs.QueuePairParameter.RNR_RETRY;
import static org.rpcrdma.verbs.QueuePairParameter.SEND_PSN;
import static org.rpcrdma.verbs.QueuePairParameter.SQ_DRAINED_NOTIFICATION;
import static org.rpcrdma.verbs.QueuePairParameter.STATE;
import static org.rpcrdma.verbs.QueuePairParameter.TIMEOUT;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;

/**
 * The required and optional parameters of each queue pair transition, from ibv_modify_qp(3) and table 91 of the
 * InfiniBand specification. Transitions to RESET and ERR are allowed from every state and require no parameter except
 * the state.
 */
final class QueuePairTransitions {
    private static final int NOWHERE = -1;
    private static final Map<QueuePairType, QueuePairTransitions> BY_TYPE = new EnumMap<>(QueuePairType.class);

    private final int[][] required = new int[QueuePairState.values().length][QueuePairState.values().length];
    private final int[][] optional = new int[QueuePairState.values().length][QueuePairState.values().length];

    static {
        for (final QueuePairType type : QueuePairType.values()) {
            BY_TYPE.put(type, new QueuePairTransitions(type));
        }
    }

    private QueuePairTransitions(final QueuePairType type) {
        for (int from = 0; from < required.length; from++) {
            Arrays.fill(required[from], NOWHERE);
            allow(QueuePairState.values()[from], QueuePairState.RESET, 0, 0);
            allow(QueuePairState.values()[from], QueuePairState.ERR, 0, 0);
        }
        final int rights = rights(type);
        final int initial = mask(PKEY_INDEX, PORT) | rights;
        final int running = rights | mask(CURRENT_STATE) | (type == QueuePairType.RC ? mask(MIN_RNR_TIMER) : 0);
        allow(QueuePairState.RESET, QueuePairState.INIT, initial, 0);
        allow(QueuePairState.INIT, QueuePairState.INIT, 0, initial);
        allow(QueuePairState.INIT, QueuePairState.RTR, toReceive(type), rights | mask(PKEY_INDEX));
        allow(QueuePairState.RTR, QueuePairState.RTS, toSend(type), running);
        allow(QueuePairState.RTS, QueuePairState.RTS, 0, running);
        allow(QueuePairState.RTS, QueuePairState.SQD, 0, mask(SQ_DRAINED_NOTIFICATION));
        allow(QueuePairState.SQD, QueuePairState.SQD, 0, running | initial | toSend(type) & ~mask(SEND_PSN));
        allow(QueuePairState.SQD, QueuePairState.RTS, 0, running);
        if (type == QueuePairType.UC || type == QueuePairType.UD) {
            allow(QueuePairState.SQE, QueuePairState.RTS, 0, running);
        }
    }

    /** Returns the transitions for a type of queue pair. */
    static QueuePairTransitions of(final QueuePairType type) {
        return BY_TYPE.get(type);
    }

    boolean isPossible(final QueuePairState from, final QueuePairState to) {
        return required[from.ordinal()][to.ordinal()] != NOWHERE;
    }

    /** Returns the parameters that a transition requires but a mask lacks. */
    int missing(final QueuePairState from, final QueuePairState to, final int mask) {
        return required[from.ordinal()][to.ordinal()] & ~mask;
    }

    /** Returns the parameters in a mask that a transition does not allow. */
    int unwanted(final QueuePairState from, final QueuePairState to, final int mask) {
        final int taken = required[from.ordinal()][to.ordinal()] | optional[from.ordinal()][to.ordinal()] | mask(STATE);
        return mask & ~taken;
    }

    private void allow(final QueuePairState from, final QueuePairState to, final int needed, final int taken) {
        required[from.ordinal()][to.ordinal()] = needed;
        optional[from.ordinal()][to.ordinal()] = taken;
    }

    /** Returns the parameter that sets the access rights of peers. */
    private static int rights(final QueuePairType type) {
        return type == QueuePairType.UD ? mask(QKEY) : mask(ACCESS_FLAGS);
    }

    private static int toReceive(final QueuePairType type) {
        if (type == QueuePairType.UD) {
            return 0;
        }
        return mask(ADDRESS_VECTOR, PATH_MTU, DESTINATION_NUMBER, RECEIVE_PSN)
                | (type == QueuePairType.RC ? mask(MAX_DESTINATION_READ_ATOMIC, MIN_RNR_TIMER) : 0);
    }

    private static int toSend(final QueuePairType type) {
        return type == QueuePairType.RC
                ? mask(SEND_PSN, TIMEOUT, RETRY_COUNT, RNR_RETRY, MAX_READ_ATOMIC)
                : mask(SEND_PSN);
    }

    private static int mask(final QueuePairParameter... parameters) {
        int mask = 0;
        for (final QueuePairParameter parameter : parameters) {
            mask |= parameter.mask();
        }
        return mask;
    }
}
