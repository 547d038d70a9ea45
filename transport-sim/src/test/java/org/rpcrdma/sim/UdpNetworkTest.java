// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.sim.ModifiedPair.BUFFER;
import static org.rpcrdma.sim.ModifiedPair.QKEY;
import static org.rpcrdma.verbs.QueuePairType.RC;
import static org.rpcrdma.verbs.QueuePairType.UC;
import static org.rpcrdma.verbs.QueuePairType.UD;
import static org.rpcrdma.verbs.SendRequests.FLUSH_GLOBAL;
import static org.rpcrdma.verbs.SendRequests.SIGNALED;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.rnic.FaultPlan;
import org.rpcrdma.rnic.PacketFilter;
import org.rpcrdma.rnic.PacketKind;
import org.rpcrdma.rnic.link.Psn;
import org.rpcrdma.sim.ModifiedPair.Side;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.testkit.Inside;
import org.rpcrdma.testkit.Patience;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.udp.UdpNetwork;
import org.rpcrdma.udp.wire.UdpLink;
import org.rpcrdma.udp.wire.WireCounters;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.RemoteKey;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;

/** Tests two local devices on UDP sockets, in real time. */
class UdpNetworkTest extends UdpTest {
    private static final int REQUESTS = 1000;
    private static final int ROUNDS = 100;
    private static final int PAGES = 16;
    /** The number of times that a queue pair retransmits a request. */
    private static final int RETRIES = 7;

    private ModifiedPair pair;

    private ModifiedPair newPair(final QueuePairType type) {
        pair = new ModifiedPair(type, network, UdpAddresses.address(1), UdpAddresses.address(2));
        return pair;
    }

    private void connect(final QueuePairType type) {
        newPair(type).connect();
    }

    private void expect(final Side side, final String... completions) {
        final List<String> found = new ArrayList<>();
        await(() -> {
            found.addAll(side.completions());
            return found.size() >= completions.length;
        });
        assertEquals(List.of(completions), found);
    }

    private void fill(final Side side, final int length) {
        side.buffer.fill(5);
        for (int i = length; i < BUFFER; i++) {
            UnsafeApi.putByte(side.address + i, (byte) 0);
        }
    }

    @Test
    void shouldSendAMessageInPackets() {
        connect(RC);
        fill(pair.client, 5001);
        pair.server.receive(7, 100, 6000);
        pair.client.send(1, 0, 5001);
        expect(pair.client, "1:SUCCESS");
        expect(pair.server, "7:SUCCESS");
        pair.server.buffer.assertHolds(5, 100, 0, 5001);
    }

    /** If the host pauses between the two steps, an acknowledgement is sent first. */
    @Test
    void shouldSendResponsesToAMessageBeforeItsAcknowledgement() {
        connect(RC);
        final Gid server = pair.server.device.gid(1, 0);
        final List<PacketKind> sent = new ArrayList<>();
        network.setTap(new PacketTap(packet -> {
            if (packet.source().equals(server)) {
                sent.add(packet.kind());
            }
        }));
        int inOrder = 0;
        for (int round = 0; round < ROUNDS; round++) {
            sent.clear();
            sendAndAnswer();
            inOrder += sent.equals(List.of(PacketKind.SEND, PacketKind.ACK)) ? 1 : 0;
        }
        assertTrue(inOrder > ROUNDS / 2, "rounds=" + ROUNDS + " inOrder=" + inOrder);
    }

    @Test
    void shouldReportThatAHandlerWasCalledThoughTheTimeWasOver() {
        connect(RC);
        final EventLoop loop = pair.client.device.newEventLoop();
        final boolean[] wasCalled = new boolean[1];
        loop.newTimer(() -> wasCalled[0] = true).arm(1);
        final boolean[] said = new boolean[1];
        Patience.await(() -> wasCalled[0], () -> said[0] = loop.runOnce(0), () -> "no handler is called");
        assertTrue(said[0]);
    }

    /**
     * A message that answers the previous message immediately also acknowledges it. If the answer comes later, an
     * acknowledgement must be sent first.
     */
    @Test
    void shouldNotAcknowledgeAMessageThatIsAnsweredImmediately() {
        connect(RC);
        final int[] acknowledgements = new int[1];
        network.setTap(new PacketTap(packet -> acknowledgements[0] += packet.kind() == PacketKind.ACK ? 1 : 0));
        int early = 0;
        for (int round = 0; round < REQUESTS; round++) {
            pair.client.receive(8, 0, 10);
            pair.server.receive(7, 0, 10);
            final long begun = network.timeline().nanoTime();
            final int before = acknowledgements[0];
            final List<String> done = new ArrayList<>();
            pass(pair.client, pair.server, "7:SUCCESS", done);
            pass(pair.server, pair.client, "8:SUCCESS", done);
            early += (network.timeline().nanoTime() - begun < 20_000) ? acknowledgements[0] - before : 0;
            // When both requests have completed, all messages have been acknowledged.
            await(() -> {
                done.addAll(pair.client.completions());
                done.addAll(pair.server.completions());
                return done.size() == 4;
            });
        }
        assertEquals(0, early);
    }

    private void pass(final Side from, final Side to, final String received, final List<String> done) {
        from.sends().send(1, SIGNALED);
        from.post();
        await(() -> {
            done.addAll(to.completions());
            return done.contains(received);
        });
    }

    private void sendAndAnswer() {
        pair.client.receive(8, 0, 10);
        pair.server.receive(7, 0, 10);
        pair.client.sends().send(1, SIGNALED);
        pair.client.post();
        expect(pair.server, "7:SUCCESS");
        pair.server.sends().send(2, SIGNALED);
        pair.server.post();
        expect(pair.server, "2:SUCCESS");
        await(() -> pair.client.completions().stream().anyMatch("1:SUCCESS"::equals));
    }

    /**
     * Even if a handler is slow or a program does not run its loop, the peer must not conclude that the host is lost.
     */
    @Test
    void shouldAcknowledgeAMessageThoughTheLoopDoesNotRun() {
        newPair(RC);
        try (UdpNetwork other = new UdpNetwork()) {
            final Side server = new ModifiedPair(RC, other, UdpAddresses.address(3), UdpAddresses.address(4)).server;
            server.create();
            pair.client.toSend(server, server.queuePair.number());
            server.toSend(pair.client, pair.client.queuePair.number());
            server.receive(7, 0, 10);
            pair.client.sends().send(1, SIGNALED);
            pair.client.post();
            await(() -> {
                other.timeline().stepUntil(other.timeline().nanoTime());
                return server.completions().equals(List.of("7:SUCCESS"));
            });
            expect(pair.client, "1:SUCCESS");
        }
    }

    @Test
    void shouldConnectAQueuePairToItself() {
        newPair(RC).client.create();
        pair.client.queuePair.connectToItself();
        fill(pair.client, 3000);
        pair.client.receive(7, 3000, 3000);
        pair.client.send(1, 0, 3000);
        final List<String> found = new ArrayList<>();
        await(() -> {
            found.addAll(pair.client.completions());
            return found.size() == 2;
        });
        assertTrue(found.containsAll(List.of("1:SUCCESS", "7:SUCCESS")), found.toString());
        for (int i = 0; i < 3000; i++) {
            assertEquals(UnsafeApi.getByte(pair.client.address + i), UnsafeApi.getByte(pair.client.address + 3000 + i));
        }
    }

    @Test
    void shouldReceiveThroughARegionThatAnotherQueuePairRegistered() {
        connect(RC);
        final Side server = pair.server;
        final CompletionQueue registered = server.device.createCompletionQueue(4, server.loop, ready -> {});
        final QueuePair registering =
                server.domain.createQueuePair(new QueuePairAttributes(registered, registered, 4, 1, 1));
        registering.connectToItself();
        final GuardedBuffer memory = new GuardedBuffer(server.device, BUFFER);
        final FastRegisterRegion region = server.domain.allocateFastRegisterRegion(PAGES);
        region.setPages(new long[] {memory.iova}, new int[] {memory.length}, 1, memory.iova);
        server.sends().registerMemory(3, SIGNALED, region, RemoteKey.increment(region.key()), Access.LOCAL_WRITE);
        registering.postSend(server.sends);
        await(() -> registered.poll(server.batch) == 1);
        assertEquals(CompletionStatus.SUCCESS, server.batch.status(0));
        final ReceiveRequests receives = server.device.newReceiveRequests(1);
        receives.receive(9, memory.iova, memory.length, region.key());
        server.queuePair.postReceive(receives);
        fill(pair.client, 3000);
        pair.client.send(1, 0, 3000);
        expect(pair.client, "1:SUCCESS");
        expect(server, "9:SUCCESS");
    }

    @Test
    void shouldWriteAndReadMoreThanTheWindow() {
        connectWithSmallPackets();
        writeAndRead();
    }

    @Test
    void shouldWriteAndReadMoreThanTheWindowOnALossyLink() {
        connectWithSmallPackets();
        disturb();
        for (int i = 0; i < 10; i++) {
            writeAndRead();
        }
        assertTrue(pair.client.device.faults().statistics().lost() > 0);
        assertTrue(pair.server.device.faults().statistics().lost() > 0);
    }

    private void connectWithSmallPackets() {
        newPair(RC).timeout = 10;
        pair.psn = Psn.MASK - 200;
        pair.client.pathMtu = TorturePeer.MTU;
        pair.server.pathMtu = TorturePeer.MTU;
        pair.connect();
    }

    private void disturb() {
        final FaultPlan plan =
                FaultPlan.NONE.withLoss(0.03).withDuplication(0.05).withReordering(0.05, 50_000);
        pair.client.device.faults().follow(plan);
        pair.server.device.faults().follow(plan);
    }

    private void writeAndRead() {
        fill(pair.server, 0);
        fill(pair.client, 30_000);
        pair.client.sends().rdmaWrite(1, SIGNALED, pair.server.address + 30_000, pair.server.region.rkey());
        pair.client.post(0, 30_000);
        expect(pair.client, "1:SUCCESS");
        pair.server.buffer.assertHolds(5, 30_000, 0, 30_000);
        fill(pair.client, 0);
        pair.client.sends().rdmaRead(2, SIGNALED, pair.server.address + 30_007, pair.server.region.rkey());
        pair.client.post(11, 29_993);
        expect(pair.client, "2:SUCCESS");
        pair.client.buffer.assertHolds(5, 11, 7, 29_993);
    }

    @Test
    void shouldExecuteAtomics() {
        connect(RC);
        UnsafeApi.putLong(pair.server.address + 8, 40);
        pair.client.sends().fetchAndAdd(1, SIGNALED, pair.server.address + 8, pair.server.region.rkey(), 2);
        pair.client.sge(0, Long.BYTES);
        pair.client.sends.compareAndSwap(2, SIGNALED, pair.server.address + 8, pair.server.region.rkey(), 42, -7);
        pair.client.post(8, Long.BYTES);
        expect(pair.client, "1:SUCCESS", "2:SUCCESS");
        assertEquals(40, UnsafeApi.getLong(pair.client.address));
        assertEquals(42, UnsafeApi.getLong(pair.client.address + 8));
        assertEquals(-7, UnsafeApi.getLong(pair.server.address + 8));
    }

    @Test
    void shouldRetryUntilAReceiveIsPosted() {
        connect(RC);
        pair.client.send(1, 0, 10);
        pass(2 * SLICE);
        assertEquals(List.of(), pair.client.completions());
        pair.server.receive(7, 0, 10);
        expect(pair.client, "1:SUCCESS");
        expect(pair.server, "7:SUCCESS");
    }

    private void pass(final long nanos) {
        final long end = System.nanoTime() + nanos;
        await(() -> System.nanoTime() > end);
    }

    @Test
    void shouldRejectAccessThatAKeyDoesNotAllow() {
        connect(RC);
        pair.client.sends().rdmaWrite(1, SIGNALED, pair.server.address, pair.server.region.rkey() + 1);
        pair.client.post(0, 10);
        expect(pair.client, "1:REM_ACCESS_ERR");
        assertEquals(QueuePairState.ERR, pair.server.queuePair.state());
    }

    /**
     * If each key were the successor of the previous key, it could be guessed. A random key is the successor of the
     * previous one in only one of 10 million runs.
     */
    @Test
    void shouldGiveEveryRegistrationAnUnguessableKey() {
        connect(RC);
        int last = pair.server.region.rkey();
        for (int i = 0; i < 200; i++) {
            try (MemoryRegion region = pair.server.domain.registerMemory(
                    pair.server.address, 4096, pair.server.address, Access.LOCAL_WRITE | Access.REMOTE)) {
                assertTrue(Math.abs(region.rkey() - last) > 1, "follows the last: key=" + last);
                last = region.rkey();
            }
        }
        pair.client.sends().rdmaWrite(1, SIGNALED, pair.server.address, last);
        pair.client.post(0, 10);
        expect(pair.client, "1:REM_ACCESS_ERR");
    }

    @Test
    void shouldAssignUnguessableQueuePairNumbers() {
        connect(RC);
        int last = pair.server.queuePair.number();
        for (int i = 0; i < 20; i++) {
            pair.server.create();
            assertTrue(Math.abs(pair.server.queuePair.number() - last) > 1, "follows the last: number=" + last);
            last = pair.server.queuePair.number();
        }
    }

    @Test
    void shouldGiveUpOnAPeerThatDoesNotAnswer() {
        newPair(RC).timeout = 8;
        pair.connect();
        pair.server.device.faults().linkDown();
        pair.client.send(1, 0, 10);
        expect(pair.client, "1:RETRY_EXC_ERR");
    }

    @Test
    void shouldCarryDatagramsWithTheirRoute() {
        connect(UD);
        fill(pair.client, 300);
        pair.server.receive(7, 0, 340);
        pair.client.sends().send(1, SIGNALED);
        pair.client.sends.destination(
                pair.client.domain.createAddressHandle(new AddressVector(pair.server.device.gid(1, 0), 0, 1)),
                pair.server.queuePair.number(),
                QKEY);
        pair.client.post(0, 300);
        expect(pair.client, "1:SUCCESS");
        expect(pair.server, "7:SUCCESS");
        assertEquals(340, pair.server.batch.byteLength(0));
        assertEquals(pair.client.queuePair.number(), pair.server.batch.sourceQueuePair(0));
    }

    @Test
    void shouldSendUnreliableMessages() {
        connect(UC);
        fill(pair.client, 3000);
        pair.client.sends().rdmaWrite(1, SIGNALED, pair.server.address, pair.server.region.rkey());
        pair.client.post(0, 3000);
        expect(pair.client, "1:SUCCESS");
        await(() -> UnsafeApi.getByte(pair.server.address + 2999) == UnsafeApi.getByte(pair.client.address + 2999));
        pair.server.buffer.assertHolds(5, 0, 0, 3000);
    }

    @Test
    void shouldDropPacketsOfOtherHosts() throws IOException {
        connect(RC);
        pair.server.receive(7, 0, 10);
        final WireCounters counters = counters(pair.server);
        final byte[] packet = packet(20, 4, pair.server.queuePair.number());
        sendTo(pair.server, UdpAddresses.address(3), packet);
        await(() -> counters.strange == 1);
        sendTo(pair.server, UdpAddresses.address(1), packet);
        await(() -> counters.corrupt == 1);
        packet[7] ^= 1;
        sendTo(pair.server, UdpAddresses.address(1), packet);
        await(() -> counters.toNobody == 1);
        packet[1] = 1;
        sendTo(pair.server, UdpAddresses.address(1), packet);
        await(() -> counters.malformed == 1);
        assertEquals(List.of(), pair.server.completions());
    }

    /**
     * Like soft-RoCE, the device does not mark packets as capable of congestion control, so no switch sends it
     * notifications.
     */
    @Test
    void shouldIgnoreCongestionNotifications() throws IOException {
        connect(RC);
        pair.server.receive(7, 0, 10);
        sendTo(pair.client, UdpAddresses.address(2), packet(32, 0x81, pair.client.queuePair.number()));
        await(() -> counters(pair.client).malformed == 1);
        pair.client.send(1, 0, 10);
        expect(pair.client, "1:SUCCESS");
    }

    /**
     * Linux 6.1's soft-RoCE supports neither flush (28) nor atomic write (29). It drops packets with an unknown opcode
     * and does not answer them. Opcode 30 is unknown to this device.
     */
    @Test
    void shouldDropARequestWithAnUnknownOpcode() throws IOException {
        connect(RC);
        pair.server.receive(7, 0, 10);
        final byte[] unknown = packet(36, 30, pair.server.queuePair.number());
        unknown[8] = (byte) 0x80;
        final WireCounters counters = counters(pair.server);
        final long answered = counters.sent;
        sendTo(pair.server, UdpAddresses.address(1), unknown);
        await(() -> counters.malformed == 1);
        assertEquals(answered, counters.sent);
        pair.client.send(1, 0, 10);
        expect(pair.client, "1:SUCCESS");
        expect(pair.server, "7:SUCCESS");
    }

    /** A peer that does not support these opcodes, such as Linux 6.1's soft-RoCE, drops the requests. */
    @ParameterizedTest
    @EnumSource(names = {"FLUSH", "ATOMIC_WRITE"})
    void shouldFailARequestWithAnOpcodeUnknownToThePeerAndContinueAfterReset(final PacketKind kind) {
        newPair(RC).timeout = 8;
        pair.connect();
        for (int nth = 1; nth <= 1 + RETRIES; nth++) {
            pair.client.device.faults().lose(PacketFilter.of(kind), nth);
        }
        final ExtendedSendRequests sends = pair.client.sends();
        if (kind == PacketKind.FLUSH) {
            sends.flush(1, SIGNALED, pair.server.address, 8, pair.server.region.rkey(), FLUSH_GLOBAL, false);
        } else {
            sends.atomicWrite(1, SIGNALED, pair.server.address, pair.server.region.rkey(), 5);
        }
        pair.client.post();
        expect(pair.client, "1:RETRY_EXC_ERR");
        assertEquals(0, pair.client.device.faults().armed(), "as often as it may be sent again");
        pair.reconnect();
        pair.server.receive(7, 0, 10);
        pair.client.send(2, 0, 10);
        expect(pair.client, "2:SUCCESS");
        expect(pair.server, "7:SUCCESS");
    }

    private static WireCounters counters(final Side side) {
        return Inside.of(side.device, UdpLink.class).wireCounters();
    }

    /**
     * Returns a packet that is addressed to a queue pair. It contains the default partition and the number of the
     * peer's first queue pair.
     */
    private byte[] packet(final int length, final int opcode, final int queuePair) {
        return ByteBuffer.allocate(length)
                .putShort((short) (opcode << 8))
                .putShort((short) -1)
                .putInt(queuePair)
                .putInt(pair.psn)
                .array();
    }

    private static void sendTo(final Side to, final String from, final byte[] bytes) throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getByName(from))) {
            final InetSocketAddress address = new InetSocketAddress(to.device.ipAddress(), UdpNetwork.PORT);
            socket.send(new DatagramPacket(bytes, bytes.length, address));
        }
    }

    @Test
    void shouldCarryManagementDatagrams() {
        connect(RC);
        final UnsafeBuffer datagram = new UnsafeBuffer(new byte[256]);
        for (int i = 0; i < 256; i++) {
            datagram.putByte(i, (byte) i);
        }
        final List<Gid> sources = new ArrayList<>();
        Inside.of(pair.server.device, UdpLink.class).attachManagement((source, taken) -> {
            assertEquals(datagram, new UnsafeBuffer(taken, 0, 256));
            sources.add(source);
        });
        Inside.of(pair.client.device, UdpLink.class).sendManagement(pair.server.device.gid(1, 0), datagram);
        await(() -> !sources.isEmpty());
        assertEquals(List.of(pair.client.device.gid(1, 0)), sources);
    }

    @Test
    void shouldRejectAnAddressInUse() {
        connect(RC);
        final String taken = pair.client.device.ipAddress();
        final VerbsException refused = assertThrows(VerbsException.class, () -> network.attach("udp3", taken));
        assertEquals(Errno.EADDRINUSE, refused.errno());
        assertTrue(refused.getMessage().contains(taken), refused.getMessage());
    }

    @Test
    void shouldSurviveEverythingThatHappensToPackets() {
        connectWithSmallPackets();
        disturb();
        final List<TorturePeer> peers = TorturePeer.of(pair, new SeededRandom(Seed.get()));
        await(() -> {
            peers.forEach(peer -> peer.poll(0));
            return peers.get(0).act(REQUESTS) & peers.get(1).act(REQUESTS);
        });
        pass(10 * SLICE);
        peers.forEach(peer -> peer.poll(0));
        peers.forEach(TorturePeer::assertEnd);
        assertTrue(pair.client.device.faults().statistics().lost() > 0);
    }
}
