// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.rnic.roce.ManagementLayout.IP_PORT;
import static org.rpcrdma.rnic.roce.ManagementLayout.IP_PRIVATE_DATA;
import static org.rpcrdma.rnic.roce.ManagementLayout.QUEUE_PAIR;
import static org.rpcrdma.rnic.roce.ManagementLayout.REPLY_ACK_DELAY;
import static org.rpcrdma.rnic.roce.ManagementLayout.REPLY_PRIVATE_DATA;
import static org.rpcrdma.rnic.roce.ManagementLayout.REPLY_PSN;
import static org.rpcrdma.rnic.roce.ManagementLayout.REPLY_QUEUE_PAIR;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_ACK_TIMEOUT;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_FLOW_LABEL;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_PSN;
import static org.rpcrdma.rnic.roce.ManagementLayout.TRANSACTION;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.DeviceTap;
import org.rpcrdma.rnic.PacketFilter;
import org.rpcrdma.rnic.PacketKind;
import org.rpcrdma.rnic.PacketView;
import org.rpcrdma.rnic.config.ConnectionMessage;
import org.rpcrdma.rnic.config.ConnectionMessage.Type;
import org.rpcrdma.rnic.link.Psn;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.roce.RoceLayout;
import org.rpcrdma.rnic.roce.RocePacket;
import org.rpcrdma.rnic.roce.TimerCodes;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

class FabricTapTest extends PairTest {
    private static final int MTU = CostModel.defaults().count(CostParameter.MTU);
    private static final int LENGTH = 2 * MTU + 5;

    private final Recorder tap = new Recorder(client.queuePair.query().get(QueuePairParameter.SEND_PSN));

    /** Records the events that a tap receives. */
    private static final class Recorder implements DeviceTap {
        final List<String> packets = new ArrayList<>();
        final List<String> work = new ArrayList<>();
        final List<ConnectionMessage> messages = new ArrayList<>();
        final List<UnsafeBuffer> management = new ArrayList<>();
        final List<byte[]> payloads = new ArrayList<>();
        private final int firstPsn;
        long lastDeparture;

        Recorder(final int firstPsn) {
            this.firstPsn = firstPsn;
        }

        @Override
        public void onPacket(final PacketView packet) {
            final String part = (packet.isFirst() ? "F" : "") + (packet.isLast() ? "L" : "");
            final int psn = packet.psn() - firstPsn & Psn.MASK;
            packets.add(packet.kind() + " " + psn + " " + part + (packet.isAcknowledgeRequested() ? "A" : "") + " "
                    + packet.payloadLength());
            final ByteBuffer payload = ByteBuffer.allocateDirect(packet.payloadLength() + 1);
            packet.copyPayload(BufferUtil.address(payload));
            final byte[] bytes = new byte[packet.payloadLength()];
            payload.get(bytes);
            payloads.add(bytes);
            lastDeparture = packet.departureNanos();
        }

        @Override
        public boolean takesDatagrams() {
            return true;
        }

        @Override
        public void onDatagram(final DirectBuffer packet, final int length, final long nanos) {
            final int at = RoceLayout.IPV4_LENGTH + RoceLayout.UDP_LENGTH;
            final RocePacket datagram = new RocePacket().wrap(packet, at, length - at);
            if (datagram.destination() == QUEUE_PAIR) {
                final byte[] bytes = new byte[ManagementLayout.LENGTH];
                datagram.bytes().getBytes(datagram.payloadOffset(), bytes);
                management.add(new UnsafeBuffer(bytes));
            }
        }

        @Override
        public void onConnectionMessage(final ConnectionMessage message) {
            messages.add(message);
        }

        @Override
        public void onSendPosted(
                final Gid host, final int queuePair, final long wrId, final int opcode, final int length) {
            work.add("send " + wrId + " " + opcode + " " + length);
        }

        @Override
        public void onReceivePosted(final Gid host, final int queuePair, final long wrId, final int length) {
            work.add("receive " + wrId + " " + length);
        }

        @Override
        public void onCompletion(
                final Gid host,
                final int queuePair,
                final long wrId,
                final int status,
                final int opcode,
                final int length) {
            work.add("completion " + wrId + " " + CompletionStatus.name(status) + " " + opcode + " " + length);
        }
    }

    private GuardedBuffer send() {
        final GuardedBuffer source = new GuardedBuffer(client.device, LENGTH).fill(1);
        pair.fabric.setTap(tap);
        client.post(sends -> sends.send(9, SIGNALED), source.iova, LENGTH, LKEY);
        return source;
    }

    private void postReceive() {
        server.postReceive(7, new GuardedBuffer(server.device, LENGTH).iova, LENGTH, LKEY);
    }

    @Test
    void shouldShowEachPacketOfASendAndItsAcknowledgement() {
        postReceive();
        final GuardedBuffer source = send();
        pair.simulation.run();

        assertEquals(List.of("SEND 0 F " + MTU, "SEND 1  " + MTU, "SEND 2 LA 5", "ACK 2 FL 0"), tap.packets);
        final byte[] sent = new byte[LENGTH];
        source.block().buffer().get((int) (source.iova & 4095) + 4096, sent);
        assertEquals(sent[MTU], tap.payloads.get(1)[0]);
        assertEquals(sent[LENGTH - 1], tap.payloads.get(2)[4]);
        assertTrue(tap.lastDeparture <= pair.simulation.nanoTime());
    }

    @Test
    void shouldShowPostsAndCompletions() {
        send();
        postReceive();
        pair.simulation.run();

        final List<String> told = List.of(
                "send 9 " + CompletionOpcode.SEND + " " + LENGTH,
                "receive 7 " + LENGTH,
                "completion 7 SUCCESS " + CompletionOpcode.RECV + " " + LENGTH,
                "completion 9 SUCCESS " + CompletionOpcode.SEND);
        assertEquals(told.subList(0, 3), tap.work.subList(0, 3));
        assertTrue(tap.work.get(3).startsWith(told.get(3)), tap.work.get(3));
    }

    @Test
    void shouldShowARetransmittedPacketAgain() {
        postReceive();
        client.device.faults().lose(PacketFilter.of(PacketKind.SEND), 2);
        client.device.faults().duplicate(PacketFilter.of(PacketKind.SEND), 1);
        send();
        pair.simulation.run();

        assertEquals(
                1, tap.packets.stream().filter(p -> p.startsWith("SEND 0 ")).count(), "a duplicate is not sent");
        assertEquals(
                2, tap.packets.stream().filter(p -> p.startsWith("SEND 1 ")).count(), tap.packets.toString());
        assertTrue(tap.packets.contains("SEQUENCE_NAK 1 FL 0"), tap.packets.toString());
    }

    @Test
    void shouldShowNoPacketsOfALinkThatIsDown() {
        postReceive();
        client.device.faults().linkDown();
        send();
        for (int i = 0; i < 3; i++) {
            pair.simulation.step();
        }
        assertEquals(List.of(), tap.packets);
    }

    @Test
    void shouldShowTheTimerOfAnRnrNak() {
        final int[] timer = {-1};
        pair.fabric.setTap(new PacketTap(packet -> {
            if (packet.kind() == PacketKind.RNR_NAK) {
                timer[0] = packet.rnrTimer();
            }
        }));
        final GuardedBuffer source = new GuardedBuffer(client.device, 8);
        client.post(sends -> sends.send(9, SIGNALED), source.iova, 8, LKEY);
        for (int i = 0; i < 100 && timer[0] < 0; i++) {
            pair.simulation.step();
        }
        assertEquals(0, timer[0], "as Linux's connection manager sets it");
        assertEquals(CostModel.defaults().nanos(CostParameter.RNR_TIMER), TimerCodes.rnrWait(timer[0]));
    }

    @Test
    void shouldMarkTheFirstAndTheLastPacketOfARead() {
        final GuardedBuffer remote = new GuardedBuffer(server.device, LENGTH);
        final FastRegisterRegion region = server.register(remote, Access.REMOTE_READ);
        final GuardedBuffer sink = new GuardedBuffer(client.device, LENGTH);
        pair.fabric.setTap(tap);
        client.post(sends -> sends.rdmaRead(9, SIGNALED, remote.iova, region.key()), sink.iova, LENGTH, LKEY);
        pair.simulation.run();

        assertEquals(
                List.of(
                        "READ_REQUEST 0 FLA 0",
                        "READ_RESPONSE 0 F " + MTU,
                        "READ_RESPONSE 1  " + MTU,
                        "READ_RESPONSE 2 L 5"),
                tap.packets);
    }

    /**
     * The SEND's data lands after the first responses to the READ have been sent, so these responses acknowledge the
     * SEND.
     */
    @Test
    void shouldAcknowledgeNothingAfterTheResponseToALaterRead() {
        final GuardedBuffer remote = new GuardedBuffer(server.device, LENGTH);
        final FastRegisterRegion region = server.register(remote, Access.REMOTE_READ);
        postReceive();
        final GuardedBuffer local = new GuardedBuffer(client.device, LENGTH);
        pair.fabric.setTap(tap);
        client.sends().send(1, SIGNALED);
        client.sge(local.iova, 100, LKEY);
        client.sends.rdmaRead(2, SIGNALED, remote.iova, region.key());
        client.sge(local.iova, LENGTH, LKEY);
        client.postSends();
        pair.simulation.run();

        assertEquals(
                List.of(
                        "SEND 0 FLA 100",
                        "READ_REQUEST 1 FLA 0",
                        "READ_RESPONSE 1 F " + MTU,
                        "READ_RESPONSE 2  " + MTU,
                        "READ_RESPONSE 3 L 5"),
                tap.packets);
        assertEquals(List.of("1:SUCCESS", "2:SUCCESS"), client.completions());
    }

    /**
     * The response to the READ is lost, so the requester sends both requests again. The SEND arrives before the READ.
     */
    @Test
    void shouldNotAcknowledgeAReadWhenAnEarlierSendIsRepeated() {
        final GuardedBuffer remote = new GuardedBuffer(server.device, LENGTH);
        final FastRegisterRegion region = server.register(remote, Access.REMOTE_READ);
        postReceive();
        final GuardedBuffer local = new GuardedBuffer(client.device, LENGTH);
        pair.fabric.setTap(tap);
        server.device.faults().lose(PacketFilter.of(PacketKind.READ_RESPONSE), 1);
        client.sends().send(1, SIGNALED);
        client.sge(local.iova, 100, LKEY);
        client.sends.rdmaRead(2, SIGNALED, remote.iova, region.key());
        client.sge(local.iova, 4, LKEY);
        client.postSends();
        pair.simulation.run();

        assertEquals(2, tap.packets.stream().filter("SEND 0 FLA 100"::equals).count(), tap.packets.toString());
        assertEquals(
                List.of(),
                tap.packets.stream()
                        .filter(packet -> packet.startsWith("ACK 1"))
                        .toList());
        assertEquals(List.of("1:SUCCESS", "2:SUCCESS"), client.completions());
    }

    @Test
    void shouldShowTheMsnOfAcknowledgements() {
        final List<Integer> counts = new ArrayList<>();
        pair.fabric.setTap(new PacketTap(packet -> {
            if (packet.kind() == PacketKind.ACK || packet.kind() == PacketKind.READ_RESPONSE) {
                counts.add(packet.messageSequence());
            }
        }));
        final GuardedBuffer remote = new GuardedBuffer(server.device, LENGTH);
        final FastRegisterRegion region = server.register(remote, Access.REMOTE_READ);
        postReceive();
        final GuardedBuffer local = new GuardedBuffer(client.device, LENGTH);
        final SendRequests sends = client.sends();
        sends.send(1, SIGNALED);
        sends.sge(local.iova, LENGTH, LKEY);
        client.postSends();
        pair.simulation.run();
        client.sends().rdmaRead(2, SIGNALED, remote.iova, region.key());
        sends.sge(local.iova, 4, LKEY);
        client.postSends();
        pair.simulation.run();
        assertEquals(List.of(1, 2), counts.stream().distinct().toList());
    }

    /** Data lands some time after its packet has been accepted. In the meantime, other packets are accepted. */
    @Test
    void shouldShowTheMsnUpToTheAcknowledgedPsn() {
        final ModifiedPair busy = new ModifiedPair(QueuePairType.RC).connect();
        final SortedMap<Integer, Integer> lastOfMessages = new TreeMap<>();
        final List<String> wrong = new ArrayList<>();
        busy.fabric.setTap(new PacketTap(packet -> {
            switch (packet.kind()) {
                case SEND -> {
                    if (packet.isLast()) {
                        lastOfMessages.put(packet.psn(), packet.psn());
                    }
                }
                case READ_REQUEST -> lastOfMessages.put(packet.psn(), packet.psn());
                case ACK, READ_RESPONSE -> {
                    final int ended = lastOfMessages.headMap(packet.psn() + 1).size();
                    if (packet.messageSequence() != ended) {
                        wrong.add(packet.kind() + " " + packet.psn() + ": " + packet.messageSequence() + " " + ended);
                    }
                }
                default -> wrong.add("unexpected: " + packet.kind());
            }
        }));
        for (int i = 0; i < 12; i++) {
            busy.server.receive(i, 32_000, 3000);
            if (i % 4 == 3) {
                busy.client.sends().rdmaRead(i, SIGNALED, busy.server.address, busy.server.region.rkey());
            } else {
                busy.client.sends().send(i, SIGNALED);
            }
            busy.client.post(0, i * 250);
        }
        busy.simulation.run();
        assertEquals(12, lastOfMessages.size());
        assertEquals(List.of(), wrong);
    }

    @Test
    void shouldShowTheMessagesThatMakeAndCloseAConnection() {
        final byte[] asked = {1, 2, 3};
        final ConnectedPair other = new ConnectedPair();
        other.fabric.setTap(tap);
        other.client.connection.disconnect();
        other.simulation.run();
        assertEquals(List.of(Type.DREQ, Type.DREP), types());
        assertEquals(other.server.queuePair.number(), tap.messages.get(0).queuePair());
        assertEquals(TRANSACTION.getLong(tap.management.get(0), 0), TRANSACTION.getLong(tap.management.get(1), 0));
        assertEquals(tap.messages.get(0).localId(), tap.messages.get(1).remoteId());
        assertTrue(tap.messages.get(0).departureNanos() < tap.messages.get(1).departureNanos());

        tap.messages.clear();
        final ConnectedPair.Side again = new ConnectedPair.Side(other.client.device, 8);
        again.connect("10.98.0.2", 99, parameters(asked));
        other.simulation.run();
        assertEquals(List.of(Type.REQ, Type.REJ), types());
        assertArrayEquals(Arrays.copyOf(asked, 56), IP_PRIVATE_DATA.get(tap.management.get(2), 0));
        assertEquals(99, tap.messages.get(0).destinationPort());
        assertEquals(again.queuePair.number(), tap.messages.get(0).queuePair());
        assertEquals(ConnectionMessage.INVALID_SERVICE_ID, tap.messages.get(1).reason());
        assertEquals(tap.messages.get(0).localId(), tap.messages.get(1).remoteId());
    }

    @Test
    void shouldShowTheThreeMessagesOfAnAcceptance() {
        final ConnectedPair.Side again = new ConnectedPair.Side(client.device, 8);
        final ConnectedPair.Side accepting = new ConnectedPair.Side(server.device, 8);
        pair.fabric.setTap(tap);
        final AutoCloseable listener =
                server.listen(99, request -> accepting.accept(request, parameters(new byte[] {9})));
        again.connect("10.98.0.2", 99, parameters(new byte[0]));
        pair.simulation.run();
        ConnectedPair.close(listener);

        assertEquals(List.of(Type.REQ, Type.REP, Type.RTU), types());
        final ConnectionMessage request = tap.messages.get(0);
        final ConnectionMessage reply = tap.messages.get(1);
        final ConnectionMessage ready = tap.messages.get(2);
        assertEquals(request.localId(), reply.remoteId());
        assertEquals(reply.localId(), ready.remoteId());
        assertEquals(accepting.queuePair.number(), reply.queuePair());
        final UnsafeBuffer asked = tap.management.get(0);
        final UnsafeBuffer granted = tap.management.get(1);
        final UnsafeBuffer confirmed = tap.management.get(2);
        assertEquals(TRANSACTION.getLong(asked, 0), TRANSACTION.getLong(confirmed, 0));
        assertEquals(accepting.queuePair.number(), REPLY_QUEUE_PAIR.get(granted, 0));
        assertEquals(9, REPLY_PRIVATE_DATA.get(granted, 0)[0]);
        assertEquals(accepting.queuePair.query().get(QueuePairParameter.SEND_PSN), REQUEST_PSN.get(asked, 0));
        assertEquals(again.queuePair.query().get(QueuePairParameter.SEND_PSN), REPLY_PSN.get(granted, 0));
        final int port = IP_PORT.get(asked, 0);
        assertEquals(port * 31 + 99 & 0xfffff, REQUEST_FLOW_LABEL.get(asked, 0));
        assertEquals(14, REQUEST_ACK_TIMEOUT.get(asked, 0), "67 ms");
        assertTrue(REPLY_ACK_DELAY.get(granted, 0) < 14, "the time-out covers the delay");
        assertTrue(request.departureNanos() < reply.departureNanos());
        assertTrue(reply.departureNanos() < ready.departureNanos());
    }

    private List<Type> types() {
        return tap.messages.stream().map(ConnectionMessage::type).toList();
    }

    private static ConnectionParameters parameters(final byte[] privateData) {
        return new ConnectionParameters(privateData, 4, 2, 7);
    }
}
