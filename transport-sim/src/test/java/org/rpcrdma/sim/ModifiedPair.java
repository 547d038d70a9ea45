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

import java.util.function.BiFunction;
import org.rpcrdma.rnic.RnicDevice;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.udp.UdpNetwork;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/** Two hosts whose queue pairs the test connects, with parameters that it chooses. */
final class ModifiedPair {
    static final int BUFFER = 64 * 1024;
    static final int MAX_INLINE = 64;
    static final int QKEY = 0x77;
    static final int FIRST_NUMBER = 0x11;

    private static final int DEPTH = 16;

    /** The simulation; null if the network is real. */
    final Simulation simulation;

    final Timeline timeline;
    /** The fabric; null if the network is real. */
    final Fabric fabric;

    private final BiFunction<String, DeviceConfiguration, RnicDevice> network;
    final Side client;
    final Side server;

    /** The initial PSN of both sides. A side can change its PSN before connecting. */
    int psn = 100;

    int timeout = 14;
    int rnrRetry = 7;
    int maxReadAtomic = 4;
    int maxDestinationReadAtomic = 4;

    ModifiedPair(final QueuePairType type) {
        this(type, 1);
    }

    ModifiedPair(final QueuePairType type, final long seed) {
        this(type, CostModel.defaults(), DeviceConfiguration.DEFAULT, false, seed);
    }

    ModifiedPair(final QueuePairType type, final DeviceConfiguration configuration) {
        this(type, CostModel.defaults(), configuration, false);
    }

    ModifiedPair(
            final QueuePairType type,
            final CostModel costs,
            final DeviceConfiguration configuration,
            final boolean signalsAll) {
        this(type, costs, configuration, signalsAll, 1);
    }

    private ModifiedPair(
            final QueuePairType type,
            final CostModel costs,
            final DeviceConfiguration configuration,
            final boolean signalsAll,
            final long seed) {
        simulation = new Simulation(seed);
        timeline = simulation;
        fabric = new Fabric(simulation, costs);
        network = (ipAddress, own) -> fabric.attach("sim" + ipAddress, ipAddress, own);
        client = new Side(type, "10.98.0.1", configuration, signalsAll);
        server = new Side(type, "10.98.0.2", configuration, signalsAll);
    }

    /** Creates two devices on a real network, at addresses of the loopback interface. */
    ModifiedPair(
            final QueuePairType type, final UdpNetwork udp, final String clientAddress, final String serverAddress) {
        simulation = null;
        timeline = udp.timeline();
        fabric = null;
        network = (ipAddress, own) -> udp.attach("udp" + ipAddress, ipAddress);
        client = new Side(type, clientAddress, DeviceConfiguration.DEFAULT, false);
        server = new Side(type, serverAddress, DeviceConfiguration.DEFAULT, false);
    }

    /** Adds a host. */
    Side newSide(final String ipAddress) {
        return new Side(client.type, ipAddress, DeviceConfiguration.DEFAULT, false);
    }

    ModifiedPair connect() {
        client.create();
        server.create();
        joinQueuePairs();
        return this;
    }

    private void joinQueuePairs() {
        client.toSend(server, server.queuePair.number());
        server.toSend(client, client.queuePair.number());
    }

    /** Resets and reconnects both queue pairs. */
    void reconnect() {
        client.toState(QueuePairState.RESET);
        server.toState(QueuePairState.RESET);
        joinQueuePairs();
    }

    /** One host with a buffer that is registered at its own address. */
    final class Side extends PairSide {
        final QueuePairType type;
        final GuardedBuffer buffer;
        final MemoryRegion region;
        final long address;
        int pathMtu = 1024;
        int rnrTimer = 1;
        int maxSendSge = 2;
        /** The access rights that the queue pair grants to its peer. */
        int access = Access.LOCAL_WRITE | Access.REMOTE;

        private final boolean signalsAll;

        Side(
                final QueuePairType type,
                final String ipAddress,
                final DeviceConfiguration configuration,
                final boolean signalsAll) {
            super(network.apply(ipAddress, configuration), 4 * DEPTH, DEPTH, 2);
            this.type = type;
            this.signalsAll = signalsAll;
            buffer = new GuardedBuffer(device, BUFFER);
            address = buffer.block().address() + GuardedBuffer.GUARD;
            region = domain.registerMemory(address, BUFFER, address, Access.LOCAL_WRITE | Access.REMOTE);
        }

        /** Creates the queue pair. The first queue pair of a simulated device has the number FIRST_NUMBER. */
        void create() {
            queuePair = domain.createQueuePair(new QueuePairAttributes(queue, queue, DEPTH, DEPTH, 2)
                    .withType(type)
                    .withCapabilities(new QueuePairCapabilities(DEPTH, DEPTH, maxSendSge, 2, MAX_INLINE))
                    .withSignalsAll(signalsAll));
        }

        void toSend(final Side peer, final int peerNumber) {
            toReceive(peer, peerNumber);
            final QueuePairParameters send =
                    new QueuePairParameters().state(RTS).set(SEND_PSN, psn);
            if (type.isReliable()) {
                send.set(TIMEOUT, timeout).set(RETRY_COUNT, 7).set(RNR_RETRY, rnrRetry);
                send.set(MAX_READ_ATOMIC, maxReadAtomic);
            }
            queuePair.modify(send);
        }

        void toReceive(final Side peer, final int peerNumber) {
            if (queuePair == null) {
                create();
            }
            final QueuePairParameters init =
                    new QueuePairParameters().state(INIT).set(PKEY_INDEX, 0).set(PORT, 1);
            final QueuePairParameters receive = new QueuePairParameters().state(RTR);
            if (type == QueuePairType.UD) {
                init.set(QueuePairParameter.QKEY, QKEY);
            } else {
                init.set(ACCESS_FLAGS, access);
                receive.addressVector(new AddressVector(peer.device.gid(1, 0), 0, 1))
                        .set(PATH_MTU, pathMtu)
                        .set(DESTINATION_NUMBER, peerNumber)
                        .set(RECEIVE_PSN, psn);
            }
            if (type.isReliable()) {
                receive.set(MAX_DESTINATION_READ_ATOMIC, maxDestinationReadAtomic)
                        .set(MIN_RNR_TIMER, rnrTimer);
            }
            queuePair.modify(init);
            queuePair.modify(receive);
        }

        void toState(final QueuePairState state) {
            queuePair.modify(new QueuePairParameters().state(state));
        }

        void post() {
            queuePair.postSend(sends);
        }

        /**
         * Adds an element to the most recently staged request, and posts the request. The element is a range of this
         * side's buffer.
         */
        void post(final int offset, final int length) {
            sge(offset, length);
            post();
        }

        /** Posts one signaled Send whose data is a range of this side's buffer. */
        void send(final long wrId, final int offset, final int length) {
            sends().send(wrId, SendRequests.SIGNALED);
            post(offset, length);
        }

        /** Adds an element to the most recently staged request. The element is a range of this side's buffer. */
        void sge(final int offset, final int length) {
            sends.sge(address + offset, length, region.lkey());
        }

        void receive(final long wrId, final int offset, final int length) {
            receives.clear();
            receives.receive(wrId, address + offset, length, region.lkey());
            queuePair.postReceive(receives);
        }
    }
}
