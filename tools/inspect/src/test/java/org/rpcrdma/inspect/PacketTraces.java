// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.rnic.roce.RocePacket;
import org.rpcrdma.rnic.roce.Syndrome;

/**
 * Determines, from a complete capture, which of its packets leave a trace if they are missing.
 * <ul> <li>A request leaves a trace if the capture shows both the preceding PSN and a later PSN. The former is in an
 *   earlier request in the same direction or in the set-up, the latter in a later request or an answer. A request that
 *   the sender repeats leaves no trace. <li>A packet of a READ response leaves a trace if the capture contains the READ
 *   and a later answer, unless the packet is repeated. <li>A connection request and a connection reply leave a trace.
 *   <li>An acknowledgement leaves no trace, because it may acknowledge several requests. NAKs, the disconnection and
 *   other traffic leave no trace, either.
 * </ul>
 */
final class PacketTraces {
    private static final int IP = 14;
    private static final int UDP = IP + 20;
    private static final int DATAGRAM = UDP + 8;
    private static final int ROCE_PORT = 4791;
    /** The offset of the RPC-over-RDMA header's first word in a one-packet SEND. */
    private static final int TRANSACTION_ID = DATAGRAM + RocePacket.BTH_LENGTH;

    private final Capture capture;

    private final List<Packet> packets = new ArrayList<>();
    /** The same packets, by direction. */
    private final Map<Way, List<Packet>> packetsOf = new HashMap<>();

    private final List<SetUp> setUps = new ArrayList<>();
    /** The direction of the answers, keyed by the direction of the requests. */
    private final Map<Way, Way> answers = new HashMap<>();
    /** The set-up frames that show where each direction starts. */
    private final Map<Way, List<SetUp>> beginnings = new HashMap<>();

    /** One direction of a connection. */
    private record Way(int source, int destination, int queuePair) {}

    /** A packet. A READ uses the PSNs of its response, so its last PSN may differ from its first. */
    private record Packet(int frame, Way way, int opcode, int first, int last, boolean isRefusal) {
        boolean isRequest() {
            return !Opcodes.isResponse(opcode);
        }

        boolean isRead() {
            return opcode >= Opcodes.READ_RESPONSE_FIRST && opcode <= Opcodes.READ_RESPONSE_ONLY;
        }

        /** Returns true if the packet proves that its receiver has sent a request with this PSN. */
        boolean answers(final int psn) {
            return !isRequest() && distance(first, psn) >= (isRefusal ? 1 : 0);
        }
    }

    /** A datagram of a connection's set-up: the request or the reply. */
    private record SetUp(
            int frame, int source, int destination, int attribute, int localId, int remoteId, int queuePair) {
        boolean isSame(final SetUp other) {
            return attribute == other.attribute && localId == other.localId && remoteId == other.remoteId;
        }
    }

    PacketTraces(final Capture capture) {
        this.capture = capture;
        for (int frame = 0; frame < capture.frames().size(); frame++) {
            add(frame, capture.frames().get(frame).bytes());
        }
        for (final SetUp reply : setUps) {
            setUps.stream()
                    .filter(request -> reply.attribute == ManagementLayout.CONNECT_REPLY
                            && request.attribute == ManagementLayout.CONNECT_REQUEST
                            && request.localId == reply.remoteId
                            && request.source == reply.destination)
                    .forEach(request -> pair(request, reply));
        }
    }

    private void pair(final SetUp request, final SetUp reply) {
        final Way client = new Way(request.source, request.destination, reply.queuePair);
        final Way server = new Way(reply.source, reply.destination, request.queuePair);
        answers.put(client, server);
        answers.put(server, client);
        beginnings.put(client, List.of(request, reply));
        beginnings.put(server, List.of(request, reply));
    }

    private void add(final int frame, final byte[] bytes) {
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        if (bytes.length < DATAGRAM + RocePacket.BTH_LENGTH
                || word(bytes, 12) != 0x0800
                || bytes[IP + 9] != 17
                || word(bytes, UDP + 2) != ROCE_PORT) {
            return;
        }
        final RocePacket roce = new RocePacket();
        roce.wrap(buffer, DATAGRAM, bytes.length - DATAGRAM);
        final int source = word(bytes, IP + 12) << 16 | word(bytes, IP + 14);
        final int destination = word(bytes, IP + 16) << 16 | word(bytes, IP + 18);
        if (roce.destination() == ManagementLayout.QUEUE_PAIR) {
            setUp(frame, source, destination, buffer);
            return;
        }
        final int opcode = roce.opcode();
        final boolean hasSyndrome = Opcodes.isResponse(opcode) && opcode != Opcodes.READ_RESPONSE_MIDDLE;
        final Packet packet = new Packet(
                frame,
                new Way(source, destination, roce.destination()),
                opcode,
                roce.psn(),
                roce.psn(),
                hasSyndrome && (roce.syndrome() & Syndrome.KIND) != Syndrome.ACKNOWLEDGED);
        packets.add(packet);
        packetsOf.computeIfAbsent(packet.way, way -> new ArrayList<>()).add(packet);
    }

    private void setUp(final int frame, final int source, final int destination, final UnsafeBuffer bytes) {
        final int at = DATAGRAM + RocePacket.BTH_LENGTH + Opcodes.DETH;
        final int attribute = ManagementLayout.ATTRIBUTE.get(bytes, at);
        final boolean isRequest = attribute == ManagementLayout.CONNECT_REQUEST;
        if (isRequest || attribute == ManagementLayout.CONNECT_REPLY) {
            setUps.add(new SetUp(
                    frame,
                    source,
                    destination,
                    attribute,
                    ManagementLayout.LOCAL_ID.get(bytes, at),
                    isRequest ? 0 : ManagementLayout.REMOTE_ID.get(bytes, at),
                    (isRequest ? ManagementLayout.REQUEST_QUEUE_PAIR : ManagementLayout.REPLY_QUEUE_PAIR)
                            .get(bytes, at)));
        }
    }

    private static int word(final byte[] bytes, final int at) {
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }

    private static int distance(final int a, final int b) {
        return (a - b << 8) >> 8;
    }

    /** Returns true if a connection lacks its request or its reply. */
    boolean isBeginningMissing(final BitSet dropped) {
        return setUps.stream()
                .anyMatch(one -> dropped.get(one.frame)
                        && setUps.stream().noneMatch(other -> !dropped.get(other.frame) && other.isSame(one)));
    }

    /** Returns true if the remaining packets of a connection show that some are missing. */
    boolean isTraced(final BitSet dropped) {
        return packets.stream().anyMatch(packet -> dropped.get(packet.frame) && isTraced(packet, dropped));
    }

    /**
     * Returns the transaction ids, in hexadecimal, of lost calls whose only trace is their reply. In this case, the
     * capture contains neither a later request in the call's direction nor an answer to such a request. Lint reports
     * the reply as unexpected.
     */
    Set<String> callsWithoutATrace(final BitSet dropped) {
        return packets.stream()
                .filter(lost -> dropped.get(lost.frame)
                        && lost.isRequest()
                        && !isTraced(lost, dropped)
                        && of(lost.way)
                                .noneMatch(other -> !dropped.get(other.frame)
                                        && other.isRequest()
                                        && distance(other.first, lost.first) >= 0))
                .map(lost -> capture.frames().get(lost.frame).bytes())
                .map(bytes -> String.format("%04x%04x", word(bytes, TRANSACTION_ID), word(bytes, TRANSACTION_ID + 2)))
                .collect(Collectors.toSet());
    }

    private boolean isTraced(final Packet lost, final BitSet dropped) {
        final Predicate<Packet> isKept = packet -> !dropped.get(packet.frame);
        if (lost.isRequest()) {
            return isRequestTraced(lost, isKept, dropped);
        }
        final Way requests = answers.get(lost.way);
        return lost.isRead()
                && of(lost.way).noneMatch(isKept.and(other -> isSame(other, lost)))
                && of(requests).anyMatch(isKept.and(other -> isReadOf(other, lost)))
                && of(lost.way)
                        .anyMatch(isKept.and(other ->
                                !other.isRequest() && distance(other.first, lost.first) > (other.isRefusal ? 1 : 0)));
    }

    /** Returns the packets of a direction; none if the capture does not show the direction. */
    private Stream<Packet> of(final Way way) {
        return packetsOf.getOrDefault(way, List.of()).stream();
    }

    /** Returns true if a packet of the same direction repeats the lost packet. */
    private static boolean isSame(final Packet packet, final Packet lost) {
        return packet.first == lost.first && (lost.isRead() ? packet.isRead() : packet.isRequest());
    }

    /** Returns true if a READ is the last request up to the PSN of an answer. */
    private boolean isReadOf(final Packet read, final Packet answer) {
        return read.opcode == Opcodes.READ_REQUEST
                && distance(answer.first, read.first) >= 0
                && of(read.way)
                        .noneMatch(other -> other.isRequest()
                                && distance(other.first, read.first) > 0
                                && distance(other.first, answer.first) <= 0);
    }

    private boolean isRequestTraced(final Packet lost, final Predicate<Packet> isKept, final BitSet dropped) {
        final List<SetUp> setUp = beginnings.get(lost.way);
        final boolean isBegun = setUp != null && setUp.stream().noneMatch(one -> dropped.get(one.frame));
        final Way back = answers.get(lost.way);
        return of(lost.way).noneMatch(isKept.and(other -> isSame(other, lost)))
                && (isBegun
                        || of(lost.way)
                                .anyMatch(isKept.and(
                                        other -> other.isRequest() && distance(other.first, lost.first) < 0)))
                && (of(lost.way)
                                .anyMatch(
                                        isKept.and(other -> other.isRequest() && distance(other.first, lost.first) > 0))
                        || of(back).anyMatch(isKept.and(other -> other.answers(lost.first))));
    }
}
