// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.rnic.roce.ManagementLayout.ATTRIBUTE;
import static org.rpcrdma.rnic.roce.ManagementLayout.CONNECT_REJECT;
import static org.rpcrdma.rnic.roce.ManagementLayout.CONNECT_REPLY;
import static org.rpcrdma.rnic.roce.ManagementLayout.CONNECT_REQUEST;
import static org.rpcrdma.rnic.roce.ManagementLayout.DISCONNECT_REPLY;
import static org.rpcrdma.rnic.roce.ManagementLayout.DISCONNECT_REQUEST;
import static org.rpcrdma.rnic.roce.ManagementLayout.LOCAL_ID;
import static org.rpcrdma.rnic.roce.ManagementLayout.MESSAGE_RECEIPT;
import static org.rpcrdma.rnic.roce.ManagementLayout.READY_TO_USE;
import static org.rpcrdma.rnic.roce.ManagementLayout.RECEIPT_MESSAGE;
import static org.rpcrdma.rnic.roce.ManagementLayout.RECEIPT_SERVICE_TIME;
import static org.rpcrdma.rnic.roce.ManagementLayout.REMOTE_ID;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_MTU;
import static org.rpcrdma.rnic.roce.ManagementLayout.TRANSACTION;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.VerbsException;

/** Tests connections whose management datagrams are sometimes lost. */
class MadConnectionTest extends ManagedHostsTest {
    private static final int RETRIES = 15;

    private final ManagedHost.Side asking = client.new Side();
    private final ManagedHost.Side listening = server.new Side();
    private ConnectionRequest asked;
    private final long timeout = CostModel.defaults().nanos(CostParameter.CM_TIMEOUT);
    private final int timesOfRepeat = CostModel.defaults().count(CostParameter.CM_RETRIES);

    private static ConnectionParameters with(final byte... privateData) {
        return new ConnectionParameters(privateData, 4, 3, 2, 7);
    }

    private void listen(final ConnectionManager.ListenHandler handler) {
        server.connections.listen(PORT, server.loop, handler);
    }

    private void accept(final ConnectionRequest request) {
        listening.postReceive();
        listening.connection = listening.accept(request, new ConnectionParameters(new byte[] {4, 5}, 9, 2, 1, 6));
    }

    /** Listens for requests. Stores a request that arrives, but does not answer it. */
    private void listen() {
        listen(request -> asked = request);
    }

    private void connect() {
        asking.connection = asking.connect(new InetSocketAddress("10.98.0.2", PORT), with(new byte[] {1, 2, 3}));
    }

    /** Processes all events except the events of a server that has given up. */
    private void settle() {
        simulation.runUntil(simulation.nanoTime() + 4 * timeout);
    }

    private void connectAndSettle() {
        connect();
        settle();
    }

    private void establish() {
        listen(this::accept);
        connectAndSettle();
    }

    private void disconnect(final ManagedHost.Side side) {
        side.connection.disconnect();
        simulation.run();
    }

    private static Predicate<LossyDatagrams.Sent> kind(final int attribute) {
        return datagram -> datagram.attribute() == attribute;
    }

    private void assertEstablished() {
        assertEquals(List.of(ESTABLISHED, ESTABLISHED), List.of(asking.told, listening.told));
    }

    private void assertEnded() {
        assertEquals(List.of(ENDED, ENDED), List.of(asking.told, listening.told));
    }

    private void assertNothingIsLeft() {
        simulation.run();
        assertEquals(0, client.wires.size() + server.wires.size());
        assertEquals(0, server.wires.halfOpen());
    }

    @Test
    void shouldAgreeOnTheConnectionAndCarryData() {
        listen(request -> {
            asked = request;
            accept(request);
        });
        connectAndSettle();
        assertEstablished();
        assertArrayEquals(Arrays.copyOf(new byte[] {1, 2, 3}, 56), asked.privateData());
        assertArrayEquals(Arrays.copyOf(new byte[] {4, 5}, 196), asking.privateData);
        assertEquals("10.98.0.1", asked.remote().getAddress().getHostAddress());
        assertEquals(asking.connection.local(), listening.connection.remote());
        assertEquals(asking.connection.remote(), listening.connection.local());

        final QueuePairParameters here = asking.queuePair.query();
        final QueuePairParameters there = listening.queuePair.query();
        assertEquals(here.get(QueuePairParameter.SEND_PSN), there.get(QueuePairParameter.RECEIVE_PSN));
        assertEquals(here.get(QueuePairParameter.RECEIVE_PSN), there.get(QueuePairParameter.SEND_PSN));
        assertEquals(listening.queuePair.number(), here.get(QueuePairParameter.DESTINATION_NUMBER));
        assertEquals(2, here.get(QueuePairParameter.MAX_DESTINATION_READ_ATOMIC));
        assertEquals(3, here.get(QueuePairParameter.MAX_READ_ATOMIC));
        assertEquals(3, there.get(QueuePairParameter.MAX_DESTINATION_READ_ATOMIC));
        assertEquals(2, there.get(QueuePairParameter.MAX_READ_ATOMIC));
        assertEquals(List.of(2, 2), List.of(retries(here), retries(there)), "the asking side's count");
        assertEquals(6, here.get(QueuePairParameter.RNR_RETRY));
        assertEquals(7, there.get(QueuePairParameter.RNR_RETRY));

        asking.postSend();
        settle();
        assertEquals(List.of("2:SUCCESS"), client.completions());
        assertEquals(List.of("1:SUCCESS"), server.completions());
        assertEquals(3, network.sent.size());
    }

    private static int retries(final QueuePairParameters parameters) {
        return parameters.get(QueuePairParameter.RETRY_COUNT);
    }

    @ParameterizedTest
    @ValueSource(ints = {CONNECT_REQUEST, CONNECT_REPLY})
    void shouldRepeatTheRequestUntilTheReplyArrives(final int lost) {
        network.lose(2, kind(lost));
        establish();
        assertEstablished();
        assertEquals(3, network.count(CONNECT_REQUEST));
        assertTrue(network.count(server.gid) <= network.count(client.gid), "the server only answers");
    }

    @Test
    void shouldAcceptDataInPlaceOfALostReadyToUse() {
        network.lose(100, kind(READY_TO_USE));
        establish();
        assertEquals(ESTABLISHED, asking.told);
        assertEquals(List.of(), listening.told);
        asking.postSend();
        settle();
        assertEstablished();
        assertEquals(0, server.wires.halfOpen());
    }

    @Test
    void shouldAbandonASilentPeer() {
        network.lose(100, kind(READY_TO_USE));
        establish();
        simulation.run();
        assertEquals(List.of("the connection ended before it was established"), listening.told);
        assertEquals(0, server.wires.halfOpen());
    }

    @Test
    void shouldRepeatTheReplyToAKnownAddress() {
        establish();
        final ManagedHost.Side asking2 = client.new Side();
        final ManagedHost.Side listening2 = server.new Side();
        server.connections.listen(PORT + 1, server.loop, request -> listening2.accept(request, with()));
        network.lose(2, kind(READY_TO_USE));
        asking2.connect(new InetSocketAddress("10.98.0.2", PORT + 1), with());
        settle();
        settle();
        assertEquals(ESTABLISHED, listening2.told);
        assertEquals(4, network.count(CONNECT_REPLY));
    }

    @Test
    void shouldConnectByAddressesOfTheNewerProtocol() {
        final ManagedHost here = new ManagedHost(fabric, network, "sim2", "fd00::1");
        final ManagedHost there = new ManagedHost(fabric, network, "sim3", "fd00::2");
        final ManagedHost.Side side = here.new Side();
        final ManagedHost.Side other = there.new Side();
        final InetSocketAddress[] from = new InetSocketAddress[1];
        there.connections.listen(PORT, there.loop, request -> {
            from[0] = request.remote();
            other.accept(request, with());
        });
        side.connection = side.connect(new InetSocketAddress("fd00::2", PORT), with());
        settle();
        assertEquals(ESTABLISHED, side.told);
        assertEquals(ESTABLISHED, other.told);
        assertEquals(side.connection.local(), from[0]);
    }

    @Test
    void shouldConfirmARepeatedReply() {
        establish();
        final LossyDatagrams.Sent reply = network.first(CONNECT_REPLY);
        network.send(server.gid, client.gid, reply.bytes());
        settle();
        assertEquals(2, network.count(READY_TO_USE));
        assertEstablished();
    }

    @Test
    void shouldCreateOneConnectionForALateRequest() {
        network.copies = datagram -> 2;
        establish();
        assertEstablished();
        final LossyDatagrams.Sent request = network.first(CONNECT_REQUEST);
        asking.connection.disconnect();
        simulation.runUntil(simulation.nanoTime() + timeout / 2);
        network.send(client.gid, server.gid, request.bytes());
        settle();
        assertEquals(ENDED, listening.told);
        assertNothingIsLeft();
    }

    @Test
    void shouldReportARejectionWithItsData() {
        listen(request -> request.reject(new byte[] {'n', 'o'}));
        network.lose(1, kind(CONNECT_REJECT));
        connectAndSettle();
        assertEquals(List.of("the peer refused: reason=28 data=no"), asking.told);
        assertNothingIsLeft();
    }

    @Test
    void shouldReportAPortWithoutListener() {
        connectAndSettle();
        assertEquals(List.of("no listener: address=/10.98.0.2:20049"), asking.told);
        assertNothingIsLeft();
    }

    /**
     * Rejects the latest REQ, as a peer with a smaller MTU does. If {@code mtu} is 0, the peer does not report its MTU.
     */
    private void rejectMtu(final int mtu) {
        final LossyDatagrams.Sent request = network.sent.get(network.sent.size() - 1);
        assertEquals(CONNECT_REQUEST, request.attribute());
        final UnsafeBuffer rejection = newDatagram();
        final MessageWriter writer = new MessageWriter(server.gid).to(rejection);
        final long transaction = TRANSACTION.getLong(request.bytes(), 0);
        writer.reject(
                transaction, 0, request.get(LOCAL_ID), MessageWriter.REQUEST, RejectReason.INVALID_MTU, new byte[0]);
        if (mtu != 0) {
            writer.addMtu(mtu);
        }
        network.send(server.gid, client.gid, rejection);
        simulation.runUntil(simulation.nanoTime() + 3 * LossyDatagrams.DELAY);
    }

    private int requestedMtu() {
        return ManagementLayout.mtu(network.sent.get(network.sent.size() - 1).get(REQUEST_MTU));
    }

    /** Connects to a peer that the test itself plays, because the server's connection manager receives nothing. */
    private void connectToScript() {
        network.copies = datagram -> datagram.destination().equals(server.gid) ? 0 : 1;
        connect();
        assertEquals(4096, requestedMtu());
    }

    @Test
    void shouldRetryWithTheMtuThatThePeerAccepts() {
        connectToScript();
        final long first = network.sent.get(0).bytes().getLong(8);
        rejectMtu(1024);
        assertEquals(1024, requestedMtu());
        assertEquals(List.of(), asking.told);
        final UnsafeBuffer again = network.sent.get(network.sent.size() - 1).bytes();
        assertNotEquals(first, again.getLong(8), "an answer to the first request no longer fits");
        network.copies = datagram -> 1;
        listen(this::accept);
        network.send(client.gid, server.gid, again);
        settle();
        assertEstablished();
        for (final ManagedHost.Side side : List.of(asking, listening)) {
            assertEquals(1024, side.queuePair.query().get(QueuePairParameter.PATH_MTU));
        }
    }

    @Test
    void shouldRequestAShorterMtuOnce() {
        connectToScript();
        rejectMtu(2048);
        rejectMtu(1024);
        settle();
        assertEquals(2, network.count(CONNECT_REQUEST));
        assertEquals(List.of("the peer refused: reason=26"), asking.told);
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4096, 8192, 128})
    void shouldNotRetryWithAnMtuThatIsNotShorter(final int mtu) {
        connectToScript();
        rejectMtu(mtu);
        settle();
        assertEquals(1, network.count(CONNECT_REQUEST));
        assertEquals(List.of("the peer refused: reason=26"), asking.told);
        assertNothingIsLeft();
    }

    @Test
    void shouldReportAPeerThatDoesNotAnswer() {
        network.copies = datagram -> 0;
        connect();
        simulation.run();
        assertEquals(List.of("the host does not answer: address=/10.98.0.2:20049"), asking.told);
        assertEquals(1 + RETRIES, network.count(CONNECT_REQUEST));
        assertEquals((1 + RETRIES) * timeout, simulation.nanoTime(), LossyDatagrams.DELAY);
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"::1", "nowhere.invalid"})
    void shouldReportAnAddressThatItCannotSendTo(final String host) {
        final InetSocketAddress remote =
                host.startsWith(":") ? new InetSocketAddress(host, PORT) : InetSocketAddress.createUnresolved(host, 1);
        asking.connect(remote, with());
        settle();
        assertEquals(List.of("no such host: address=" + remote), asking.told);
        assertEquals(0, network.sent.size());
        assertNothingIsLeft();
    }

    @Test
    void shouldSendMraWhileAListenerHasNotAnswered() {
        listen();
        connectAndSettle();
        assertEquals(1, network.count(MESSAGE_RECEIPT));
        assertEquals(2, network.count(CONNECT_REQUEST), "the first MRA silences it");
        accept(asked);
        settle();
        assertEstablished();
    }

    /** Linux sends an MRA if its program has not yet accepted the reply. */
    @Test
    void shouldWaitLongerForAPeerThatSendsMra() {
        network.lose(100, kind(READY_TO_USE));
        establish();
        final LossyDatagrams.Sent ready = network.first(READY_TO_USE);
        final UnsafeBuffer receipt = new UnsafeBuffer(ready.bytes().byteArray().clone());
        ATTRIBUTE.set(receipt, 0, MESSAGE_RECEIPT);
        RECEIPT_MESSAGE.set(receipt, 0, MessageWriter.REPLY);
        RECEIPT_SERVICE_TIME.set(receipt, 0, 31);
        network.send(client.gid, server.gid, receipt);
        network.send(client.gid, server.gid, receipt);
        simulation.runUntil(30 * timeout);
        assertEquals(List.of(), listening.told);
        network.copies = datagram -> 1;
        network.send(client.gid, server.gid, ready.bytes());
        simulation.runUntil(31 * timeout);
        assertEstablished();
    }

    @Test
    void shouldCloseAConnectionThatThePeerRejectsAfterAll() {
        establish();
        final LossyDatagrams.Sent ready = network.first(READY_TO_USE);
        final UnsafeBuffer rejection = newDatagram();
        final long transaction = TRANSACTION.getLong(ready.bytes(), 0);
        new MessageWriter(client.gid)
                .to(rejection)
                .reject(transaction, ready.get(LOCAL_ID), ready.get(REMOTE_ID), MessageWriter.REPLY, 28, new byte[0]);
        network.send(client.gid, server.gid, rejection);
        settle();
        assertEquals(ENDED, listening.told);
    }

    @Test
    void shouldWithdrawARequestThatThePeerAbandoned() {
        listen();
        connect();
        simulation.runUntil(timeout / 2);
        disconnect(asking);
        assertThrows(VerbsException.class, () -> accept(asked));
        asked.reject(new byte[0]);
        assertEquals(0, network.count(server.gid));
        assertNothingIsLeft();
    }

    @Test
    void shouldRejectAReplyToAnAbandonedRequest() {
        network.lose(1, kind(CONNECT_REJECT));
        listen();
        connect();
        simulation.runUntil(timeout / 2);
        asking.connection.disconnect();
        simulation.runUntil(timeout / 2 + 10 * LossyDatagrams.DELAY);
        accept(asked);
        settle();
        assertEquals(List.of("the connection ended before it was established"), listening.told);
        assertEquals(List.of("the connection ended before it was established"), asking.told);
        assertNothingIsLeft();
    }

    @Test
    void shouldCloseAConnectionThatTheServerAbandonedBeforeReadyToUse() {
        listen(request -> {
            accept(request);
            listening.connection.disconnect();
        });
        connectAndSettle();
        assertEquals(ENDED, asking.told);
        assertTrue(network.count(server.gid) <= network.count(client.gid));
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, DISCONNECT_REQUEST, DISCONNECT_REPLY})
    void shouldEndBothSidesInAnyCase(final int lost) {
        establish();
        network.lose(3, kind(lost));
        disconnect(listening);
        assertEnded();
        assertEquals(lost == 0 ? 1 : 4, network.count(DISCONNECT_REQUEST));
        assertNothingIsLeft();
    }

    @Test
    void shouldEndOnceIfBothSidesDisconnectSimultaneously() {
        establish();
        listening.connection.disconnect();
        disconnect(asking);
        assertEnded();
        assertNothingIsLeft();
    }

    @Test
    void shouldCloseThePeersSideWithTheQueuePair() {
        establish();
        asking.queuePair.close();
        settle();
        assertEquals(ENDED, listening.told);
        assertNothingIsLeft();
    }

    /** Returns a request, with another number, from a queue pair that is already connected. */
    private UnsafeBuffer secondRequest() {
        final UnsafeBuffer request = network.first(CONNECT_REQUEST).bytes();
        LOCAL_ID.set(request, 0, 77);
        network.sent.clear();
        return request;
    }

    private ManagedHost.Side acceptOther() {
        final ManagedHost.Side other = server.new Side();
        listen(request -> {
            if (listening.connection == null) {
                accept(request);
            } else {
                other.accept(request, with());
            }
        });
        return other;
    }

    @Test
    void shouldKeepAConnectionIfItsQueuePairRequestsUnderAnotherNumber() {
        final ManagedHost.Side other = acceptOther();
        connectAndSettle();
        network.send(client.gid, server.gid, secondRequest());
        settle();
        assertEquals(1, network.count(CONNECT_REPLY));
        assertEquals(List.of("the connection ended before it was established"), other.told, "the peer knows nothing");
        asking.postSend();
        settle();
        assertEquals(List.of("2:SUCCESS"), client.completions());
        assertEstablished();
    }

    /**
     * Several hosts may share an address, so another host's queue pair may have the same 24-bit number. This is no
     * reason to disconnect.
     */
    @Test
    void shouldKeepAConnectionWithTheSameQueuePairNumberAsAnother() {
        final ManagedHost.Side other = acceptOther();
        connectAndSettle();
        network.copies = datagram -> datagram.destination().equals(client.gid) ? 0 : 1;
        final UnsafeBuffer ready = network.first(READY_TO_USE).bytes();
        network.send(client.gid, server.gid, secondRequest());
        settle();
        LOCAL_ID.set(ready, 0, 77);
        REMOTE_ID.set(ready, 0, network.first(CONNECT_REPLY).get(LOCAL_ID));
        network.send(client.gid, server.gid, ready);
        settle();
        assertEquals(ESTABLISHED, other.told);
        assertEquals(ESTABLISHED, listening.told);
    }

    /** The numbers of both sides are correct, but the transaction is that of another message. */
    @ParameterizedTest
    @ValueSource(ints = {READY_TO_USE, DISCONNECT_REPLY})
    void shouldAcceptAConfirmationOfItsTransactionOnly(final int kind) {
        network.copies = datagram -> {
            if (datagram.attribute() == kind) {
                TRANSACTION.set(datagram.bytes(), 0, 1);
            }
            return 1;
        };
        establish();
        assertEquals(kind == READY_TO_USE ? List.of() : ESTABLISHED, listening.told);
        if (kind == DISCONNECT_REPLY) {
            disconnect(listening);
            assertEquals(1 + timesOfRepeat, network.count(DISCONNECT_REQUEST));
        }
    }
}
