// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.rpcrdma.verbs.QueuePairParameter.ACCESS_FLAGS;
import static org.rpcrdma.verbs.QueuePairParameter.DESTINATION_NUMBER;
import static org.rpcrdma.verbs.QueuePairParameter.MAX_DESTINATION_READ_ATOMIC;
import static org.rpcrdma.verbs.QueuePairParameter.MAX_READ_ATOMIC;
import static org.rpcrdma.verbs.QueuePairParameter.MIN_RNR_TIMER;
import static org.rpcrdma.verbs.QueuePairParameter.PATH_MTU;
import static org.rpcrdma.verbs.QueuePairParameter.PKEY_INDEX;
import static org.rpcrdma.verbs.QueuePairParameter.PORT;
import static org.rpcrdma.verbs.QueuePairParameter.RECEIVE_PSN;
import static org.rpcrdma.verbs.QueuePairParameter.RETRY_COUNT;
import static org.rpcrdma.verbs.QueuePairParameter.RNR_RETRY;
import static org.rpcrdma.verbs.QueuePairParameter.SEND_PSN;
import static org.rpcrdma.verbs.QueuePairParameter.TIMEOUT;
import static org.rpcrdma.verbs.QueuePairState.INIT;
import static org.rpcrdma.verbs.QueuePairState.RTR;
import static org.rpcrdma.verbs.QueuePairState.RTS;

import org.rpcrdma.rnic.endpoint.RnicQueuePair;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairParameters;

/** Brings two reliable queue pairs from RESET to RTS, with packets of 4 KB. */
final class ConnectedDirectly {
    private ConnectedDirectly() {}

    static void join(
            final SimulatedDevice one, final QueuePair here, final SimulatedDevice two, final QueuePair there) {
        toSend(here, two, there.number());
        toSend(there, one, here.number());
    }

    private static void toSend(final QueuePair queuePair, final SimulatedDevice peer, final int number) {
        queuePair.modify(new QueuePairParameters()
                .state(INIT)
                .set(PKEY_INDEX, 0)
                .set(PORT, 1)
                .set(ACCESS_FLAGS, Access.LOCAL_WRITE | Access.REMOTE));

        queuePair.modify(new QueuePairParameters()
                .state(RTR)
                .addressVector(new AddressVector(peer.gid(1, 0), 0, 1))
                .set(PATH_MTU, ((RnicQueuePair) queuePair).link().mtu())
                .set(DESTINATION_NUMBER, number)
                .set(RECEIVE_PSN, 0)
                .set(MAX_DESTINATION_READ_ATOMIC, 4)
                .set(MIN_RNR_TIMER, 1));
        queuePair.modify(new QueuePairParameters()
                .state(RTS)
                .set(SEND_PSN, 0)
                .set(TIMEOUT, 14)
                .set(RETRY_COUNT, 2)
                .set(RNR_RETRY, 7)
                .set(MAX_READ_ATOMIC, 4));
    }
}
