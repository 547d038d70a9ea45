// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.REMOTE;
import static org.rpcrdma.verbs.QueuePairParameter.ACCESS_FLAGS;
import static org.rpcrdma.verbs.QueuePairParameter.DESTINATION_NUMBER;
import static org.rpcrdma.verbs.QueuePairParameter.MAX_DESTINATION_READ_ATOMIC;
import static org.rpcrdma.verbs.QueuePairParameter.MAX_READ_ATOMIC;
import static org.rpcrdma.verbs.QueuePairParameter.MIN_RNR_TIMER;
import static org.rpcrdma.verbs.QueuePairParameter.PATH_MTU;
import static org.rpcrdma.verbs.QueuePairParameter.PKEY_INDEX;
import static org.rpcrdma.verbs.QueuePairParameter.RECEIVE_PSN;
import static org.rpcrdma.verbs.QueuePairParameter.RETRY_COUNT;
import static org.rpcrdma.verbs.QueuePairParameter.RNR_RETRY;
import static org.rpcrdma.verbs.QueuePairParameter.SEND_PSN;
import static org.rpcrdma.verbs.QueuePairParameter.TIMEOUT;
import static org.rpcrdma.verbs.QueuePairState.INIT;
import static org.rpcrdma.verbs.QueuePairState.RESET;
import static org.rpcrdma.verbs.QueuePairState.RTR;
import static org.rpcrdma.verbs.QueuePairState.RTS;
import static org.rpcrdma.verbs.QueuePairType.RC;
import static org.rpcrdma.verbs.QueuePairType.UC;
import static org.rpcrdma.verbs.QueuePairType.UD;

import java.net.InetSocketAddress;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairType;

/** Two sides whose queue pairs are connected by moving them through their states. Used by the row's thread. */
public final class Pair {
    /** All rights that a queue pair can grant to its peer. */
    public static final int ALL_RIGHTS = LOCAL_WRITE | REMOTE;

    /** The client's first PSN. */
    public static final int CLIENT_PSN = 0x1234;

    /** The Q_Key of UD queue pairs. */
    public static final int QKEY = 0x11111111;

    private static final int SERVER_PSN = 0xfff0;
    private static final int TIMEOUT_67_MS = 14;
    private static final int RETRIES = 6;
    private static final int PORT = 20049;

    private final Endpoint client;
    private final Endpoint server;
    private final Testbed bed;
    private int access = ALL_RIGHTS;
    private int rnrRetries = 6;
    private int readAtomics = 4;
    private int destinationReadAtomics = 4;

    private Pair(final Testbed bed) {
        this.bed = bed;
        client = Endpoint.ofClient(bed);
        server = new Endpoint(bed, bed.server(), bed.serverLoop());
    }

    /**
     * Creates two sides with connected RC queue pairs.
     *
     * @param bed the testbed.
     * @return the pair.
     */
    public static Pair connected(final Testbed bed) {
        return connected(bed, ALL_RIGHTS);
    }

    /**
     * Creates two sides with connected RC queue pairs that grant rights to the peer.
     *
     * @param bed    the testbed.
     * @param rights {@link Access} rights.
     * @return the pair.
     */
    public static Pair connected(final Testbed bed, final int rights) {
        final Pair pair = unconnected(bed);
        pair.use(RC);
        pair.access = rights;
        pair.connect();
        return pair;
    }

    /**
     * Creates two sides with connected RC queue pairs that retry sends for which no Receive is posted.
     *
     * @param bed     the testbed.
     * @param retries the number of retries, 0 to 7, where 7 means infinite.
     * @return the pair.
     */
    public static Pair retrying(final Testbed bed, final int retries) {
        final Pair pair = unconnected(bed);
        pair.use(RC);
        pair.rnrRetries = retries;
        pair.connect();
        return pair;
    }

    /**
     * Creates two sides with connected RC queue pairs that limit RDMA READs and atomic operations.
     *
     * @param bed      the testbed.
     * @param asked    the maximum number of such requests that each side has outstanding.
     * @param answered the maximum number of such requests that each side accepts.
     * @return the pair.
     */
    public static Pair reading(final Testbed bed, final int asked, final int answered) {
        final Pair pair = unconnected(bed);
        pair.use(RC);
        pair.readAtomics = asked;
        pair.destinationReadAtomics = answered;
        pair.connect();
        return pair;
    }

    /**
     * Creates two sides with connected datagram queue pairs.
     *
     * @param bed the testbed.
     * @return the pair.
     */
    public static Pair ofDatagrams(final Testbed bed) {
        final Pair pair = unconnected(bed);
        pair.use(UD);
        pair.connect();
        return pair;
    }

    /**
     * Creates two sides without queue pairs.
     *
     * @param bed the testbed.
     * @return the pair.
     */
    public static Pair unconnected(final Testbed bed) {
        return new Pair(bed);
    }

    /**
     * Creates a queue pair on each side.
     *
     * @param type the queue pairs' transport.
     */
    public void use(final QueuePairType type) {
        client.use(client.domain().createQueuePair(client.attributes().withType(type)));
        server.use(server.domain().createQueuePair(server.attributes().withType(type)));
    }

    /** Creates a queue pair on each side for the connection manager. */
    public void useManaged() {
        client.use(client.device().connections().createQueuePair(client.domain(), client.attributes()));
        server.use(server.device().connections().createQueuePair(server.domain(), server.attributes()));
    }

    /**
     * Connects both queue pairs through the connection manager.
     *
     * @param bed the testbed.
     */
    public void connectManaged(final Testbed bed) {
        final ConnectionParameters parameters = new ConnectionParameters(new byte[0], readAtomics, RETRIES, rnrRetries);
        final ConnectionWatch watch = new ConnectionWatch();
        bed.own(server.device()
                .connections()
                .listen(
                        PORT,
                        server.loop(),
                        request -> request.accept(server.queuePair(), parameters, server.loop(), watch)));
        client.device()
                .connections()
                .connect(
                        new InetSocketAddress(bed.serverAddress(), PORT),
                        client.queuePair(),
                        parameters,
                        client.loop(),
                        watch);
        bed.settle();
        Expect.equal("sides notified of the connection", 2, watch.established());
    }

    /**
     * Returns the side that usually sends requests.
     *
     * @return the client.
     */
    public Endpoint client() {
        return client;
    }

    /**
     * Returns the side that usually responds.
     *
     * @return the server.
     */
    public Endpoint server() {
        return server;
    }

    /** Moves both queue pairs from RESET to RTS. */
    public void connect() {
        toInit(client);
        toInit(server);
        fromInitToSend();
    }

    /** Moves both queue pairs from INIT to RTS. */
    public void fromInitToSend() {
        toReceive(client, server, SERVER_PSN);
        toReceive(server, client, CLIENT_PSN);
        toSend(client, CLIENT_PSN);
        toSend(server, SERVER_PSN);
    }

    /** Moves both queue pairs to RESET, which drops posted requests, and then back to RTS. */
    public void restate() {
        client.moveTo(RESET);
        server.moveTo(RESET);
        connect();
    }

    /**
     * Moves one queue pair from RESET to INIT.
     *
     * @param side the queue pair's side.
     */
    public void toInit(final Endpoint side) {
        final QueuePairParameters parameters =
                new QueuePairParameters().state(INIT).set(PKEY_INDEX, 0).set(QueuePairParameter.PORT, 1);
        if (side.queuePair().type() == UD) {
            parameters.set(QueuePairParameter.QKEY, QKEY);
        } else {
            parameters.set(ACCESS_FLAGS, access);
        }
        side.queuePair().modify(parameters);
    }

    private void toReceive(final Endpoint side, final Endpoint peer, final int psn) {
        final QueuePairType type = side.queuePair().type();
        final QueuePairParameters parameters = new QueuePairParameters().state(RTR);
        if (type != UD) {
            parameters
                    .addressVector(way(side, peer))
                    .set(PATH_MTU, 1024)
                    .set(DESTINATION_NUMBER, peer.queuePair().number())
                    .set(RECEIVE_PSN, psn);
        }
        if (type == RC) {
            parameters.set(MAX_DESTINATION_READ_ATOMIC, destinationReadAtomics).set(MIN_RNR_TIMER, 12);
        }
        side.queuePair().modify(parameters);
    }

    private AddressVector way(final Endpoint from, final Endpoint to) {
        final int index = bed.gidIndex(to.device());
        return new AddressVector(to.device().gid(1, index), bed.gidIndex(from.device()), 1);
    }

    private void toSend(final Endpoint side, final int psn) {
        final QueuePairType type = side.queuePair().type();
        final QueuePairParameters parameters =
                new QueuePairParameters().state(RTS).set(SEND_PSN, psn);
        if (type != UD && type != UC) {
            parameters.set(TIMEOUT, TIMEOUT_67_MS);
        }
        if (type == RC) {
            parameters.set(RETRY_COUNT, RETRIES).set(RNR_RETRY, rnrRetries).set(MAX_READ_ATOMIC, readAtomics);
        }
        side.queuePair().modify(parameters);
    }
}
