// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.rpcrdma.rnic.roce.ManagementLayout.CONNECT_REJECT;
import static org.rpcrdma.rnic.roce.ManagementLayout.CONNECT_REPLY;
import static org.rpcrdma.rnic.roce.ManagementLayout.CONNECT_REQUEST;
import static org.rpcrdma.rnic.roce.ManagementLayout.DISCONNECT_QUEUE_PAIR;
import static org.rpcrdma.rnic.roce.ManagementLayout.DISCONNECT_REQUEST;
import static org.rpcrdma.rnic.roce.ManagementLayout.IP_DESTINATION;
import static org.rpcrdma.rnic.roce.ManagementLayout.IP_PORT;
import static org.rpcrdma.rnic.roce.ManagementLayout.IP_PRIVATE_DATA;
import static org.rpcrdma.rnic.roce.ManagementLayout.IP_SOURCE;
import static org.rpcrdma.rnic.roce.ManagementLayout.IP_TCP_SERVICE;
import static org.rpcrdma.rnic.roce.ManagementLayout.IP_VERSION;
import static org.rpcrdma.rnic.roce.ManagementLayout.LOCAL_ID;
import static org.rpcrdma.rnic.roce.ManagementLayout.MESSAGE_RECEIPT;
import static org.rpcrdma.rnic.roce.ManagementLayout.QUEUE_KEY;
import static org.rpcrdma.rnic.roce.ManagementLayout.QUEUE_PAIR;
import static org.rpcrdma.rnic.roce.ManagementLayout.RECEIPT_SERVICE_TIME;
import static org.rpcrdma.rnic.roce.ManagementLayout.REJECT_PRIVATE_DATA;
import static org.rpcrdma.rnic.roce.ManagementLayout.REJECT_REASON;
import static org.rpcrdma.rnic.roce.ManagementLayout.REMOTE_ID;
import static org.rpcrdma.rnic.roce.ManagementLayout.REPLY_PRIVATE_DATA;
import static org.rpcrdma.rnic.roce.ManagementLayout.REPLY_PSN;
import static org.rpcrdma.rnic.roce.ManagementLayout.REPLY_QUEUE_PAIR;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_INITIATOR_DEPTH;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_LOCAL_GID;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_LOCAL_GID_PREFIX;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_MTU;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_PSN;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_QUEUE_PAIR;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_REMOTE_GID;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_REMOTE_GID_PREFIX;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_RESPONDER_RESOURCES;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_RETRIES;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_RNR_RETRIES;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_SERVICE_ID;
import static org.rpcrdma.rnic.roce.ManagementLayout.TRANSACTION;
import static org.rpcrdma.rnic.roce.Opcodes.ACKNOWLEDGE;
import static org.rpcrdma.rnic.roce.Opcodes.ATOMIC_ACKNOWLEDGE;
import static org.rpcrdma.rnic.roce.Opcodes.ATOMIC_ETH;
import static org.rpcrdma.rnic.roce.Opcodes.ATOMIC_WRITE;
import static org.rpcrdma.rnic.roce.Opcodes.COMPARE_SWAP;
import static org.rpcrdma.rnic.roce.Opcodes.DATAGRAM;
import static org.rpcrdma.rnic.roce.Opcodes.DATAGRAM_SEND_ONLY;
import static org.rpcrdma.rnic.roce.Opcodes.DETH;
import static org.rpcrdma.rnic.roce.Opcodes.FETCH_ADD;
import static org.rpcrdma.rnic.roce.Opcodes.FETH;
import static org.rpcrdma.rnic.roce.Opcodes.FLUSH;
import static org.rpcrdma.rnic.roce.Opcodes.READ_REQUEST;
import static org.rpcrdma.rnic.roce.Opcodes.READ_RESPONSE_FIRST;
import static org.rpcrdma.rnic.roce.Opcodes.READ_RESPONSE_MIDDLE;
import static org.rpcrdma.rnic.roce.Opcodes.RELIABLE;
import static org.rpcrdma.rnic.roce.Opcodes.SEND_FIRST;
import static org.rpcrdma.rnic.roce.Opcodes.SEND_MIDDLE;
import static org.rpcrdma.rnic.roce.Opcodes.SEND_ONLY;
import static org.rpcrdma.rnic.roce.Opcodes.UNRELIABLE;
import static org.rpcrdma.rnic.roce.Opcodes.WRITE_FIRST;
import static org.rpcrdma.rnic.roce.Opcodes.WRITE_MIDDLE;
import static org.rpcrdma.rnic.roce.Opcodes.WRITE_ONLY;
import static org.rpcrdma.rnic.roce.Opcodes.WRITE_ONLY_IMMEDIATE;

import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.rnic.roce.RocePacket;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.verbs.Gid;

/**
 * Creates RoCEv2 datagrams that are almost valid. They are well-formed, but some of their header fields have been
 * changed.
 */
final class DatagramForge {
    private static final int LONGEST = 9000;
    private static final int PLAUSIBLE_PAYLOAD = 1024;
    private static final int RELIABLE_OPERATIONS = 30;
    private static final int UNRELIABLE_OPERATIONS = 12;
    private static final int MESSAGES = 10;
    private static final byte[] NOTHING = {};

    private final SeededRandom random;
    /** The buffer of the current datagram, without an invariant CRC. */
    final ByteBuffer bytes = ByteBuffer.allocateDirect(LONGEST);

    private final RocePacket packet = new RocePacket(bytes);
    private final UnsafeBuffer management = packet.bytes();
    /** The total length, in bytes, of the headers in which {@link #change} may modify fields. */
    private int headers;

    /** The length of the datagram in bytes, without its invariant CRC. */
    int length;

    /** The keys that most requests use. The next fields are the addresses and lengths. */
    int[] keys = {0};

    long[] addresses = {0};

    DatagramForge(final SeededRandom random) {
        this.random = random;
    }

    /** Writes a packet of a reliable connection. */
    void reliable(final int queuePair, final int psn) {
        packet(RELIABLE, random.nextInt(RELIABLE_OPERATIONS), queuePair, psn);
    }

    /** Writes a request on a reliable connection. */
    void request(final int queuePair, final int psn) {
        do {
            reliable(queuePair, psn);
        } while (Opcodes.isResponse(bytes.get(0)));
    }

    /** Writes a response on a reliable connection. */
    void answer(final int queuePair, final int psn) {
        final int first = READ_RESPONSE_FIRST;
        packet(RELIABLE, first + random.nextInt(ATOMIC_ACKNOWLEDGE + 1 - first), queuePair, psn);
    }

    /** Writes a packet of an unreliable connection. */
    void unreliable(final int queuePair, final int psn) {
        packet(UNRELIABLE, random.nextInt(UNRELIABLE_OPERATIONS), queuePair, psn);
    }

    /** Writes a datagram to a queue pair. */
    void datagram(final int queuePair, final int queueKey) {
        packet(DATAGRAM, SEND_ONLY + random.nextInt(2), queuePair, 0);
        bytes.putInt(RocePacket.BTH_LENGTH, queueKey);
    }

    private void packet(final int transport, final int operation, final int queuePair, final int psn) {
        begin(transport | operation, queuePair, psn);
        final int at = RocePacket.BTH_LENGTH;
        for (int i = at; i < at + FETH + ATOMIC_ETH; i++) {
            bytes.put(i, (byte) random.nextInt(256));
        }
        final int key = keys[random.nextInt(keys.length)];
        if (operation == COMPARE_SWAP || operation == FETCH_ADD) {
            packet.atomic(address(), key, random.nextInt(4), random.nextInt(4));
        } else if (Opcodes.hasReth(operation)) {
            packet.memory(address(), key, random.nextInt(1 << 1 + random.nextInt(20)));
        } else if (Opcodes.invalidates(operation)) {
            packet.invalidated(key);
        } else if (operation == ACKNOWLEDGE) {
            bytes.put(at, (byte) (random.nextInt(4) << 5 | random.nextInt(8)));
        }
        headers = at + Math.max(0, Opcodes.extensionLength(transport | operation));
        length = headers + payload(operation);
        if (operation == WRITE_ONLY || operation == WRITE_ONLY_IMMEDIATE) {
            packet.memory(packet.address(), key, length - headers);
        }
    }

    private void begin(final int opcode, final int queuePair, final int psn) {
        packet.begin(opcode, queuePair, psn, random.nextBoolean(), false);
    }

    private long address() {
        return addresses[random.nextInt(addresses.length)] + (random.nextInt(4) == 0 ? random.nextInt(1 << 16) : 0);
    }

    private int payload(final int operation) {
        return switch (operation) {
            case READ_REQUEST, ACKNOWLEDGE, ATOMIC_ACKNOWLEDGE, COMPARE_SWAP, FETCH_ADD, FLUSH -> 0;
            case ATOMIC_WRITE -> Long.BYTES;
            case SEND_FIRST, SEND_MIDDLE, WRITE_FIRST, WRITE_MIDDLE, READ_RESPONSE_FIRST, READ_RESPONSE_MIDDLE ->
                PLAUSIBLE_PAYLOAD;
            default -> 4 * random.nextInt(PLAUSIBLE_PAYLOAD / 4 + 1);
        };
    }

    /**
     * Writes a connection management datagram.
     *
     * @param from     the source address in the datagram.
     * @param to       the destination address.
     * @param answered the latest message from the destination, or null; most datagrams answer it.
     */
    void management(final Gid from, final Gid to, final int port, final UnsafeBuffer answered) {
        management(CONNECT_REQUEST + random.nextInt(MESSAGES), from, to, port, answered);
    }

    /** Writes a connection request that differs from all previous requests. */
    void ask(final Gid from, final Gid to, final int port) {
        management(CONNECT_REQUEST, from, to, port, null);
        LOCAL_ID.set(management, RocePacket.BTH_LENGTH + DETH, random.nextInt(Integer.MAX_VALUE));
    }

    private void management(
            final int attribute, final Gid from, final Gid to, final int port, final UnsafeBuffer answered) {
        begin(DATAGRAM_SEND_ONLY, QUEUE_PAIR, random.nextInt(1 << 24));
        packet.datagram(QUEUE_KEY, QUEUE_PAIR);
        final int at = RocePacket.BTH_LENGTH + DETH;
        final boolean answers = answered != null && random.nextInt(4) != 0;
        ManagementLayout.begin(management, at, attribute, answers ? TRANSACTION.getLong(answered, 0) : id());
        LOCAL_ID.set(management, at, answers ? REMOTE_ID.get(answered, 0) : id());
        if (attribute == CONNECT_REQUEST) {
            request(at, from, to, port);
        } else {
            REMOTE_ID.set(management, at, answers ? LOCAL_ID.get(answered, 0) : id());
            other(at, attribute, answers ? answered : null);
        }
        headers = at + ManagementLayout.LENGTH;
        length = headers;
    }

    private int id() {
        return 1 + random.nextInt(1 << 10);
    }

    private void request(final int at, final Gid from, final Gid to, final int port) {
        REQUEST_SERVICE_ID.set(management, at, IP_TCP_SERVICE | port);
        REQUEST_QUEUE_PAIR.set(management, at, 2 + random.nextInt(1 << 8));
        REQUEST_RESPONDER_RESOURCES.set(management, at, random.nextInt(17));
        REQUEST_INITIATOR_DEPTH.set(management, at, random.nextInt(17));
        REQUEST_PSN.set(management, at, random.nextInt(1 << 24));
        REQUEST_RETRIES.set(management, at, 7);
        REQUEST_RNR_RETRIES.set(management, at, 7);
        REQUEST_MTU.set(management, at, 1 + random.nextInt(5));
        REQUEST_LOCAL_GID_PREFIX.set(management, at, from.subnetPrefix());
        REQUEST_LOCAL_GID.set(management, at, from.interfaceId());
        REQUEST_REMOTE_GID_PREFIX.set(management, at, to.subnetPrefix());
        REQUEST_REMOTE_GID.set(management, at, to.interfaceId());
        IP_VERSION.set(management, at, 4);
        IP_PORT.set(management, at, random.nextInt(1 << 16));
        IP_SOURCE.set(management, at, from.interfaceId() & 0xffff_ffffL);
        IP_DESTINATION.set(management, at, to.interfaceId() & 0xffff_ffffL);
        IP_PRIVATE_DATA.set(management, at, random.nextBoolean() ? NOTHING : noise(56));
    }

    private void other(final int at, final int attribute, final UnsafeBuffer answered) {
        switch (attribute) {
            case CONNECT_REPLY -> {
                REPLY_QUEUE_PAIR.set(management, at, 2 + random.nextInt(1 << 8));
                REPLY_PSN.set(management, at, random.nextInt(1 << 24));
                REPLY_PRIVATE_DATA.set(management, at, noise(196));
            }
            case CONNECT_REJECT -> {
                REJECT_REASON.set(management, at, random.nextInt(40));
                REJECT_PRIVATE_DATA.set(management, at, noise(148));
            }
            case DISCONNECT_REQUEST ->
                DISCONNECT_QUEUE_PAIR.set(management, at, answered == null ? id() : REPLY_QUEUE_PAIR.get(answered, 0));
            case MESSAGE_RECEIPT -> RECEIPT_SERVICE_TIME.set(management, at, random.nextInt(32));
            default -> {
                // The other messages have no fields except their numbers.
            }
        }
    }

    private byte[] noise(final int count) {
        final byte[] noise = new byte[count];
        for (int i = 0; i < count; i++) {
            noise[i] = (byte) random.nextInt(256);
        }
        return noise;
    }

    /** Writes random bytes of random length. */
    void noise() {
        length = random.nextInt(random.nextInt(8) == 0 ? LONGEST - RocePacket.ICRC_LENGTH : 400);
        headers = length;
        for (int i = 0; i < length; i++) {
            bytes.put(i, (byte) random.nextInt(256));
        }
    }

    /**
     * Changes a bit, a header field or the length. Sometimes it changes nothing, and sometimes it makes several
     * changes.
     */
    void change() {
        int changes = random.nextInt(8) == 0 ? 2 : 1;
        while (changes-- > 0 && headers > 0 && random.nextInt(8) != 0) {
            changeOne();
        }
    }

    private void changeOne() {
        final int at = random.nextInt(headers);
        switch (random.nextInt(8)) {
            case 0 -> length = random.nextInt(length + 1);
            case 1 -> length = Math.min(LONGEST - RocePacket.ICRC_LENGTH, length + random.nextInt(LONGEST));
            case 2 -> bytes.put(at, (byte) 0);
            case 3 -> bytes.put(at, (byte) -1);
            case 4 -> bytes.putInt(at & -4, random.nextBoolean() ? Integer.MAX_VALUE : Integer.MIN_VALUE);
            case 5 -> bytes.putInt(at & -4, bytes.getInt(at & -4) + random.nextInt(5) - 2);
            default -> bytes.put(at, (byte) (bytes.get(at) ^ 1 << random.nextInt(8)));
        }
    }
}
