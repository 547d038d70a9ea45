// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import org.rpcrdma.rnic.endpoint.RnicQueuePair;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;

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
                .state(QueuePairState.INIT)
                .set(QueuePairParameter.PKEY_INDEX, 0)
                .set(QueuePairParameter.PORT, 1)
                .set(QueuePairParameter.ACCESS_FLAGS, Access.LOCAL_WRITE | Access.REMOTE));
        final int mtu = queuePairMtu(queuePair);
        queuePair.modify(new QueuePairParameters()
                .state(QueuePairState.RTR)
                .addressVector(new AddressVector(peer.gid(1, 0), 0, 1))
                .set(QueuePairParameter.PATH_MTU, mtu)
                .set(QueuePairParameter.DESTINATION_NUMBER, number)
                .set(QueuePairParameter.RECEIVE_PSN, 0)
                .set(QueuePairParameter.MAX_DESTINATION_READ_ATOMIC, 4)
                .set(QueuePairParameter.MIN_RNR_TIMER, 1));
        queuePair.modify(new QueuePairParameters()
                .state(QueuePairState.RTS)
                .set(QueuePairParameter.SEND_PSN, 0)
                .set(QueuePairParameter.TIMEOUT, 14)
                .set(QueuePairParameter.RETRY_COUNT, 2)
                .set(QueuePairParameter.RNR_RETRY, 7)
                .set(QueuePairParameter.MAX_READ_ATOMIC, 4));
    }

    private static int queuePairMtu(final QueuePair queuePair) {
        return ((RnicQueuePair) queuePair).link().mtu();
    }
}
