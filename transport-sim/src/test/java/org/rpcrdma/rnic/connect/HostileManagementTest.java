// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.rnic.roce.ManagementLayout.ATTRIBUTE;
import static org.rpcrdma.rnic.roce.ManagementLayout.ATTRIBUTE_MODIFIER;
import static org.rpcrdma.rnic.roce.ManagementLayout.BASE_VERSION;
import static org.rpcrdma.rnic.roce.ManagementLayout.BASE_VERSION_FIELD;
import static org.rpcrdma.rnic.roce.ManagementLayout.CLASS_FIELD;
import static org.rpcrdma.rnic.roce.ManagementLayout.CLASS_VERSION;
import static org.rpcrdma.rnic.roce.ManagementLayout.CLASS_VERSION_FIELD;
import static org.rpcrdma.rnic.roce.ManagementLayout.CONNECTION_MANAGEMENT;
import static org.rpcrdma.rnic.roce.ManagementLayout.CONNECT_REJECT;
import static org.rpcrdma.rnic.roce.ManagementLayout.CONNECT_REPLY;
import static org.rpcrdma.rnic.roce.ManagementLayout.DISCONNECT_REPLY;
import static org.rpcrdma.rnic.roce.ManagementLayout.IP_DESTINATION;
import static org.rpcrdma.rnic.roce.ManagementLayout.IP_SOURCE;
import static org.rpcrdma.rnic.roce.ManagementLayout.IP_TCP_SERVICE;
import static org.rpcrdma.rnic.roce.ManagementLayout.IP_VERSION;
import static org.rpcrdma.rnic.roce.ManagementLayout.LOCAL_ID;
import static org.rpcrdma.rnic.roce.ManagementLayout.METHOD_FIELD;
import static org.rpcrdma.rnic.roce.ManagementLayout.METHOD_SEND;
import static org.rpcrdma.rnic.roce.ManagementLayout.REJECT_REASON;
import static org.rpcrdma.rnic.roce.ManagementLayout.REMOTE_ID;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_EXTENDED_TRANSPORT;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_LOCAL_GID;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_MTU;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_PARTITION_KEY;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_PSN;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_QUEUE_PAIR;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_REMOTE_GID;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_SERVICE_ID;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_TRANSPORT;
import static org.rpcrdma.rnic.roce.ManagementLayout.SERVICE_REPLY;
import static org.rpcrdma.rnic.roce.ManagementLayout.SERVICE_REPLY_SERVICE_ID;
import static org.rpcrdma.rnic.roce.ManagementLayout.SERVICE_REPLY_STATUS;
import static org.rpcrdma.rnic.roce.ManagementLayout.SERVICE_REQUEST;
import static org.rpcrdma.rnic.roce.ManagementLayout.SERVICE_REQUEST_ID;
import static org.rpcrdma.rnic.roce.ManagementLayout.SERVICE_REQUEST_SERVICE_ID;
import static org.rpcrdma.rnic.roce.ManagementLayout.STATUS;
import static org.rpcrdma.rnic.roce.ManagementLayout.TRANSACTION;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.rnic.roce.Field;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.host.EngineSettings;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.Gid;

/**
 * Tests datagrams from unrelated senders. These datagrams must not harm a connection, cause more than one answer, or
 * leave state behind.
 */
class HostileManagementTest extends ManagedHostsTest {
    private static final InetSocketAddress SERVER = new InetSocketAddress("10.98.0.2", PORT);

    /** Parameters that allow one READ in each direction at a time, and no retries. */
    private static final ConnectionParameters ONE_READ = new ConnectionParameters(new byte[0], 1, 1, 1);

    private final SeededRandom random = new SeededRandom(7);
    private final List<ConnectionRequest> asked = new ArrayList<>();
    private long injected;

    private void run(final long millis) {
        simulation.runUntil(simulation.nanoTime() + millis * 1_000_000);
    }

    /** Delivers a datagram to the server immediately. */
    private void inject(final Gid source, final UnsafeBuffer datagram, final int length) {
        injected++;
        server.wires.receive(source, datagram, 0, length);
    }

    private static InetSocketAddress host(final int number) {
        return new InetSocketAddress("10.98." + (1 + (number >> 8)) + "." + (number & 0xff), 1024);
    }

    private void attachFlood(final int hosts) {
        for (int i = 0; i < hosts; i++) {
            new ManagedHost(fabric, network, "flood" + i, host(i).getAddress().getHostAddress()).new Side();
        }
    }

    private UnsafeBuffer request(final InetSocketAddress from, final int id) {
        final UnsafeBuffer datagram = newDatagram();
        final ConnectionParameters parameters = new ConnectionParameters(new byte[0], 1, 1, 1, 1);
        final Offer offer = new Offer(new NumberedSink(17), 1024, 5, 6, parameters);
        final MadTimes times = new MadTimes(EngineSettings.protocol(CostModel.defaults()));
        new MessageWriter(Gid.of(from.getAddress()))
                .to(datagram)
                .request(id, id, offer, from, SERVER, ConnectionPath.of(5, 6, 14), times);
        return datagram;
    }

    private void injectRequest(final InetSocketAddress from, final int id, final Field field, final long value) {
        final UnsafeBuffer datagram = request(from, id);
        field.set(datagram, 0, value);
        inject(Gid.of(from.getAddress()), datagram, ManagementLayout.LENGTH);
    }

    @ParameterizedTest
    @CsvSource({"1, 64", "100, 256"})
    void shouldLimitHalfOpenConnections(final int hosts, final int bound) {
        // The server looks up its peers' queue pairs, so the flooding hosts have to exist.
        attachFlood(hosts);
        server.connections.listen(PORT, server.loop, asked::add);
        network.copies = datagram -> 0;
        for (int i = 0; i < 20_000; i++) {
            injectRequest(host(i % hosts), i + 1, REQUEST_QUEUE_PAIR, 17);
        }
        assertTrue(server.wires.halfOpen() <= bound, "halfOpen=" + server.wires.halfOpen());
        assertTrue(network.sent.size() <= injected);
        run(200_000);
        assertEquals(0, server.wires.halfOpen());
        assertEquals(0, server.wires.size());
    }

    @Test
    void shouldServeKnownAddressesDuringAFloodOfRequests() {
        final ManagedHost.Side listening = server.new Side();
        final boolean[] accepts = {true};
        server.connections.listen(PORT, server.loop, request -> {
            if (request.remote().getAddress().getHostAddress().equals("10.98.0.1") && accepts[0]) {
                accepts[0] = false;
                listening.accept(request, ONE_READ);
            }
        });
        final ManagedHost.Side first = client.new Side();
        connect(first);
        run(1);
        assertEquals(ESTABLISHED, first.told);
        attachFlood(4);
        network.copies = datagram -> datagram.source().equals(client.gid) ? 1 : 0;
        for (int i = 0; i < 2000; i++) {
            injectRequest(host(i % 4), i + 1, REQUEST_QUEUE_PAIR, 17);
        }
        assertEquals(Dialogs.HALF_OPEN_OF_STRANGERS, server.wires.halfOpen());
        connect(client.new Side());
        run(1);
        assertEquals(Dialogs.HALF_OPEN_OF_STRANGERS + 1, server.wires.halfOpen());
    }

    /** Another host sends requests from a connected host's address, and does not answer. */
    @Test
    void shouldServeAConnectedHostWhileOthersUseItsAddress() {
        acceptFirst();
        connect(client.new Side());
        run(1);
        network.copies = datagram -> 0;
        for (int i = 0; i < 3 * Dialogs.HALF_OPEN_OF_ONE; i++) {
            injectRequest(client(), i + 1, REQUEST_QUEUE_PAIR, 17);
        }
        assertEquals(Dialogs.HALF_OPEN_OF_ONE, server.wires.halfOpen());
        run(1);
        network.copies = datagram -> 1;
        final int before = asked.size();
        connect(client.new Side());
        run(1);
        assertEquals(before + 1, asked.size());
        assertEquals(Dialogs.HALF_OPEN_OF_ONE, server.wires.halfOpen());
    }

    @Test
    void shouldLimitRepeatsByTheHostsLastConnection() {
        server.connections.listen(PORT, server.loop, request -> {
            server.new Side().accept(request, ONE_READ);
        });
        connect(client.new Side());
        run(1);
        network.copies = datagram -> 0;
        for (int i = 0; i < 20; i++) {
            injectRequest(client(), i + 1, REQUEST_QUEUE_PAIR, 17);
        }
        run(200_000);
        assertEquals(1 + 20 + Dialogs.REPEATS, network.count(CONNECT_REPLY));
    }

    private static InetSocketAddress client() {
        return new InetSocketAddress("10.98.0.1", 1024);
    }

    /**
     * A request with the same number is not a repetition if any other field differs. The request is served after the
     * first dialog has ended.
     */
    @Test
    void shouldRecognizeARepeatByTransactionQueuePairAndPsnToo() {
        server.connections.listen(PORT, server.loop, asked::add);
        client.new Side();
        client.new Side();
        injectRequest(client(), 44, REQUEST_QUEUE_PAIR, 17);
        injectRequest(client(), 44, REQUEST_QUEUE_PAIR, 17);
        run(1);
        assertEquals(1, server.wires.counters().repeats());
        for (final Field field : List.of(TRANSACTION, REQUEST_QUEUE_PAIR, REQUEST_PSN)) {
            assertRejected(RejectReason.DUPLICATE_ID, field, 18);
        }
        asked.remove(0).reject(new byte[0]);
        injectRequest(client(), 44, REQUEST_QUEUE_PAIR, 18);
        run(1);
        assertEquals(1, asked.size());
    }

    private void acceptFirst() {
        final ManagedHost.Side listening = server.new Side();
        server.connections.listen(PORT, server.loop, request -> {
            asked.add(request);
            if (asked.size() == 1) {
                listening.accept(request, ONE_READ);
            }
        });
    }

    private void connect(final ManagedHost.Side side) {
        side.connect(SERVER, ONE_READ);
    }

    @Test
    void shouldRejectRequestsBeyondTheLimitAndAcceptThemLater() {
        server.connections.listen(PORT, server.loop, asked::add);

        for (int i = 0; i < Dialogs.HALF_OPEN_OF_ONE_STRANGER + 10; i++) {
            connect(client.new Side());
        }
        run(1000);
        assertEquals(Dialogs.HALF_OPEN_OF_ONE_STRANGER, server.wires.halfOpen());
        assertEquals(10, server.wires.counters().refused());
        asked.subList(0, 10).forEach(request -> request.reject(new byte[0]));
        run(10_000);
        assertEquals(Dialogs.HALF_OPEN_OF_ONE_STRANGER + 10, asked.size(), "asked again");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldSurviveAnyDatagram(final long seed) {
        final SeededRandom by = new SeededRandom(seed);
        server.connections.listen(PORT, server.loop, request -> request.reject(new byte[0]));
        final Gid source = Gid.of(host(0).getAddress());
        final UnsafeBuffer datagram = newDatagram();
        for (int i = 0; i < 20_000; i++) {
            for (int at = 0; at < ManagementLayout.LENGTH; at += Long.BYTES) {
                datagram.putLong(at, by.nextLong());
            }
            if (by.nextInt(16) > 0) {
                BASE_VERSION_FIELD.set(datagram, 0, BASE_VERSION);
                CLASS_FIELD.set(datagram, 0, CONNECTION_MANAGEMENT);
                CLASS_VERSION_FIELD.set(datagram, 0, CLASS_VERSION);
                METHOD_FIELD.set(datagram, 0, METHOD_SEND);
                ATTRIBUTE.set(datagram, 0, 0x10 + by.nextInt(12));
            }
            inject(source, datagram, by.nextInt(16) == 0 ? by.nextInt(ManagementLayout.LENGTH) : 256);
        }
        run(1);
        assertTrue(network.count(server.gid) <= injected);
        assertEquals(0, server.wires.size());
    }

    /**
     * Each message of a dialog arrives a second time at the same side, from the correct address but with one bit
     * changed.
     */
    @Test
    void shouldSurviveEveryMessageWithAnyBitChanged() {
        final ManagedHost.Side asking = client.new Side();
        final ManagedHost.Side listening = server.new Side();
        server.connections.listen(PORT, server.loop, request -> {
            if (listening.connection != null) {
                asked.add(request);
                return;
            }
            listening.postReceive();
            listening.connection = listening.accept(request, ONE_READ);
        });
        asking.connection = asking.connect(SERVER, ONE_READ);
        run(1000);
        final List<LossyDatagrams.Sent> conversation = List.copyOf(network.sent);
        assertEquals(3, conversation.size());
        network.copies = datagram -> 0;
        for (final LossyDatagrams.Sent message : conversation) {
            final MadWires to = message.destination().equals(server.gid) ? server.wires : client.wires;
            // If all numbers are correct, a REP in which one bit is changed to that of a REJ is a valid REJ.
            for (int bit = 8 * 18; bit < 8 * ManagementLayout.LENGTH; bit++) {
                final UnsafeBuffer changed =
                        new UnsafeBuffer(message.bytes().byteArray().clone());
                changed.putByte(bit >> 3, (byte) (changed.getByte(bit >> 3) ^ 1 << (bit & 7)));
                final long before = network.sent.size();
                to.receive(message.source(), changed, 0, ManagementLayout.LENGTH);
                assertTrue(network.sent.size() <= before + 1, "bit=" + bit);
            }
        }
        run(1000);
        assertEquals(32, asked.size(), "a request for each bit of the peer's number");
        assertEquals(ESTABLISHED, asking.told);
        assertEquals(ESTABLISHED, listening.told);
        asking.postSend();
        run(1000);
        assertEquals(List.of("2:SUCCESS"), client.completions());
    }

    @Test
    void shouldKeepAConnectionIfAnAttackerKnowsOnlyAddressesAndQueuePairs() {
        final ManagedHost.Side asking = client.new Side();
        final ManagedHost.Side listening = server.new Side();
        server.connections.listen(PORT, server.loop, request -> listening.accept(request, ONE_READ));
        connect(asking);
        run(1000);
        final UnsafeBuffer datagram = newDatagram();
        final MessageWriter writer = new MessageWriter(client.gid).to(datagram);
        for (int i = 0; i < 50_000; i++) {
            final int id = (int) random.nextLong();
            final int peerId = i % 3 == 0 ? 0 : (int) random.nextLong();
            if (i % 2 == 0) {
                writer.disconnect(id, id, peerId, listening.queuePair.number());
            } else {
                writer.reject(id, id, peerId, MessageWriter.REQUEST, RejectReason.TIMEOUT, new byte[0]);
            }
            inject(client.gid, datagram, ManagementLayout.LENGTH);
        }
        run(1000);
        assertEquals(ESTABLISHED, listening.told);
        assertEquals(ESTABLISHED, asking.told);
    }

    @Test
    void shouldRefuseInvalidRequests() {
        assertEquals(17, client.new Side().queuePair.number());
        server.connections.listen(PORT, server.loop, asked::add);
        assertRejected(RejectReason.INVALID_TRANSPORT, REQUEST_TRANSPORT, 1);
        assertRejected(RejectReason.INVALID_TRANSPORT, REQUEST_EXTENDED_TRANSPORT, 1);
        assertRejected(RejectReason.INVALID_GID, REQUEST_REMOTE_GID, 1);
        assertRejected(RejectReason.INVALID_MTU, REQUEST_MTU, 0);
        assertRejected(RejectReason.INVALID_MTU, REQUEST_MTU, 6);
        assertRejected(8, REQUEST_SERVICE_ID, 0x0111_0000L | PORT);
        assertRejected(8, REQUEST_SERVICE_ID, IP_TCP_SERVICE | 1);
        assertRejected(RejectReason.UNSUPPORTED_REQUEST, IP_VERSION, 6);
        assertRejected(RejectReason.UNSUPPORTED_REQUEST, IP_SOURCE, 1);
        assertRejected(RejectReason.UNSUPPORTED_REQUEST, REQUEST_PARTITION_KEY, 0x8001);
        assertRejected(RejectReason.UNSUPPORTED_REQUEST, IP_DESTINATION, 1);
        assertEquals(0, server.wires.size());
    }

    private void assertRejected(final int reason, final Field field, final long value) {
        network.sent.clear();
        injectRequest(new InetSocketAddress("10.98.0.1", 9), 44, field, value);
        final LossyDatagrams.Sent answer = network.sent.get(0);
        assertEquals(CONNECT_REJECT, answer.attribute());
        assertEquals(reason, answer.get(REJECT_REASON));
        assertEquals(44, answer.get(REMOTE_ID));
        assertEquals(client.gid, answer.destination());
    }

    @Test
    void shouldNotAnswerARequestThatClaimsAnotherAddress() {
        client.new Side();
        server.connections.listen(PORT, server.loop, asked::add);
        final long other = Gid.of(host(3).getAddress()).interfaceId();
        injectRequest(client(), 44, REQUEST_LOCAL_GID, other);
        injectRequest(client(), 45, REQUEST_QUEUE_PAIR, 1);
        injectRequest(client(), 46, STATUS, 0x0c);
        injectRequest(client(), 47, ATTRIBUTE_MODIFIER, 1);
        assertEquals(List.of(), network.sent);
        assertEquals(4, server.wires.counters().malformed());
    }

    @Test
    void shouldConfirmTheEndOfAnUnknownConnection() {
        final UnsafeBuffer datagram = newDatagram();
        new MessageWriter(client.gid).to(datagram).disconnect(9, 10, 11, 12);
        inject(client.gid, datagram, ManagementLayout.LENGTH);
        final LossyDatagrams.Sent answer = network.sent.get(0);
        assertEquals(DISCONNECT_REPLY, answer.attribute());
        assertEquals(11, answer.get(LOCAL_ID));
        assertEquals(10, answer.get(REMOTE_ID));
    }

    @Test
    void shouldReportThatThereIsNoServiceForDatagrams() {
        final UnsafeBuffer datagram = newDatagram();
        ManagementLayout.begin(datagram, 0, SERVICE_REQUEST, 5);
        SERVICE_REQUEST_ID.set(datagram, 0, 6);
        SERVICE_REQUEST_SERVICE_ID.set(datagram, 0, 0x0111_4e51L);
        inject(client.gid, datagram, ManagementLayout.LENGTH);
        final LossyDatagrams.Sent answer = network.sent.get(0);
        assertEquals(SERVICE_REPLY, answer.attribute());
        assertEquals(6, answer.get(SERVICE_REQUEST_ID));
        assertNotEquals(0, answer.get(SERVICE_REPLY_STATUS));
        assertEquals(0x0111_4e51L, SERVICE_REPLY_SERVICE_ID.getLong(answer.bytes(), 0));
    }
}
