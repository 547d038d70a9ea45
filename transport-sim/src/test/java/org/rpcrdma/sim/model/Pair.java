// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import static org.rpcrdma.sim.model.ModelRequester.MAX_INLINE;
import static org.rpcrdma.sim.model.ModelRequester.MAX_SGE;
import static org.rpcrdma.sim.model.ModelRequester.MTU;

import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.InlineReceive;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.extended.AddressHandle;

/** Two queue pairs that are connected to each other. Datagram queue pairs can send to any destination. */
final class Pair {
    static final int SEND_DEPTH = 12;
    static final int RECEIVE_DEPTH = 8;
    static final int QKEY = 0x1234;
    private static final int READS = 4;
    private static final int FIRST_PSN = 0xfffff0;
    private static final int TIMEOUT_CODE = 10;

    final QueuePairType type;
    final End[] ends = new End[2];

    /** One side of the pair. */
    static final class End {
        final Host host;
        final QueuePair real;
        final ModelQueuePair model;
        Pair pair;
        /** The route to the other side, which is used for datagrams. */
        AddressHandle way;

        End(
                final Host host,
                final int domain,
                final QueuePairType type,
                final int rights,
                final boolean isShared,
                final int queues) {
            this.host = host;
            final QueuePairCapabilities sizes = new QueuePairCapabilities(
                    SEND_DEPTH, isShared ? 0 : RECEIVE_DEPTH, MAX_SGE, ReceiveSteps.MAX_SGE, MAX_INLINE);
            real = host.domains[domain].createQueuePair(
                    new QueuePairAttributes(host.queues[queues], host.queues[queues == 0 ? 1 : queues], 1, 1, 1)
                            .withType(type)
                            .withCapabilities(sizes)
                            .withSharedReceiveQueue(isShared ? host.shared : null)
                            .withInlineReceive(InlineReceive.DISABLE));
            model = new ModelQueuePair(
                    host.model,
                    domain,
                    type,
                    real.number(),
                    rights,
                    QKEY,
                    SEND_DEPTH,
                    isShared ? host.modelShared : new ModelQueuePair.ReceiveQueue(RECEIVE_DEPTH),
                    isShared);
            host.ends.put(real.number(), this);
        }

        void close() {
            real.close();
            if (way != null) {
                way.close();
            }
        }

        End peer() {
            return pair.ends[0] == this ? pair.ends[1] : pair.ends[0];
        }
    }

    Pair(final QueuePairType type, final End first, final End second) {
        this.type = type;
        ends[0] = first;
        ends[1] = second;
        first.pair = this;
        second.pair = this;
        first.model.peer = second.model;
        second.model.peer = first.model;
        if (type == QueuePairType.UD) {
            first.way = wayTo(first, second);
            second.way = wayTo(second, first);
        }
    }

    private static AddressHandle wayTo(final End from, final End to) {
        return from.host.domains[from.model.domain].createAddressHandle(
                new AddressVector(to.host.device.gid(1, 0), 0, 1));
    }

    static void reset(final End end) {
        end.real.modify(new QueuePairParameters().state(QueuePairState.RESET));
        end.model.reset();
    }

    static void initialize(final End end) {
        final QueuePairParameters parameters = new QueuePairParameters()
                .state(QueuePairState.INIT)
                .set(QueuePairParameter.PKEY_INDEX, 0)
                .set(QueuePairParameter.PORT, 1);
        if (end.model.type == QueuePairType.UD) {
            parameters.set(QueuePairParameter.QKEY, QKEY);
        } else {
            parameters.set(QueuePairParameter.ACCESS_FLAGS, end.model.rights);
        }
        end.real.modify(parameters);
        end.model.state = QueuePairState.INIT;
    }

    static void run(final End end) {
        final QueuePairParameters receive = new QueuePairParameters().state(QueuePairState.RTR);
        final QueuePairParameters send =
                new QueuePairParameters().state(QueuePairState.RTS).set(QueuePairParameter.SEND_PSN, FIRST_PSN);
        if (end.model.type != QueuePairType.UD) {
            receive.addressVector(new AddressVector(end.peer().host.device.gid(1, 0), 0, 1))
                    .set(QueuePairParameter.PATH_MTU, MTU)
                    .set(QueuePairParameter.DESTINATION_NUMBER, end.peer().real.number())
                    .set(QueuePairParameter.RECEIVE_PSN, FIRST_PSN);
        }
        if (end.model.type == QueuePairType.RC) {
            receive.set(QueuePairParameter.MAX_DESTINATION_READ_ATOMIC, READS).set(QueuePairParameter.MIN_RNR_TIMER, 1);
            send.set(QueuePairParameter.TIMEOUT, TIMEOUT_CODE)
                    .set(QueuePairParameter.RETRY_COUNT, 1)
                    .set(QueuePairParameter.RNR_RETRY, 1)
                    .set(QueuePairParameter.MAX_READ_ATOMIC, READS);
        }
        end.real.modify(receive);
        end.real.modify(send);
        end.model.state = QueuePairState.RTS;
    }
}
