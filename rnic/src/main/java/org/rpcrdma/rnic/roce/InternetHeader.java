// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.roce;

import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_CHECKSUM;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_DESTINATION;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_DO_NOT_FRAGMENT;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_FRAGMENT;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_IDENTIFICATION;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_LENGTH;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_MAPPED;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_PROTOCOL;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_SOURCE;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_TIME_TO_LIVE;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_TOTAL_LENGTH;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_TYPE_OF_SERVICE;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_DESTINATION;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_HOP_LIMIT;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_LENGTH;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_NEXT_HEADER;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_PAYLOAD_LENGTH;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_SOURCE;
import static org.rpcrdma.rnic.roce.RoceLayout.PROTOCOL_UDP;
import static org.rpcrdma.rnic.roce.RoceLayout.UDP_CHECKSUM;
import static org.rpcrdma.rnic.roce.RoceLayout.UDP_DESTINATION_PORT;
import static org.rpcrdma.rnic.roce.RoceLayout.UDP_LENGTH;
import static org.rpcrdma.rnic.roce.RoceLayout.UDP_LENGTH_FIELD;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The IP and UDP headers of datagrams between two addresses. An IPv4 header has no options, forbids fragmentation, and
 * has identification 0 unless another value is set. Linux sends such headers from unconnected sockets. A receiver can
 * recover any other identification from the CRC ({@link CrcResidue}). An IPv6 header has no unknown fields.
 *
 * <p>The bytes are stored in the form that {@link InvariantCrc} requires: all bits of fields that routers change are
 * ones.
 *
 * <pre>
 *  8 bytes of ones | IPv4 header, 20 bytes, or IPv6 header, 40 bytes | UDP header, 8 bytes
 * </pre>
 */
public final class InternetHeader {
    private static final int IP = 8;
    private static final int VERSION_4 = 0x45;
    private static final int VERSION_6 = 0x60;
    private static final byte TIME_TO_LIVE = 64;
    private static final byte ONES = (byte) 0xff;
    private static final int LONGEST = IP + IPV6_LENGTH + UDP_LENGTH;

    private final byte[] bytes = new byte[LONGEST];
    private final ByteBuffer fields = ByteBuffer.wrap(bytes);
    private boolean isIpv4;
    private int udp;

    /** Creates headers without addresses; call {@link #route} first. */
    public InternetHeader() {}

    /**
     * Sets both addresses, each in two words. IPv4 addresses have the form ::ffff:a.b.c.d. Both addresses must use the
     * same IP version.
     */
    public InternetHeader route(
            final long sourceHigh, final long sourceLow, final long destinationHigh, final long destinationLow) {
        Arrays.fill(bytes, (byte) 0);
        Arrays.fill(bytes, 0, IP, ONES);
        isIpv4 = sourceHigh == 0 && sourceLow >>> Integer.SIZE == IPV4_MAPPED >>> Integer.SIZE;
        udp = IP + (isIpv4 ? IPV4_LENGTH : IPV6_LENGTH);
        if (isIpv4) {
            fields.put(IP, (byte) VERSION_4);
            fields.put(IP + IPV4_TYPE_OF_SERVICE, ONES);
            fields.putShort(IP + IPV4_FRAGMENT, (short) IPV4_DO_NOT_FRAGMENT);
            fields.put(IP + IPV4_TIME_TO_LIVE, ONES);
            fields.put(IP + IPV4_PROTOCOL, (byte) PROTOCOL_UDP);
            fields.putShort(IP + IPV4_CHECKSUM, (short) -1);
            fields.putInt(IP + IPV4_SOURCE, (int) sourceLow);
            fields.putInt(IP + IPV4_DESTINATION, (int) destinationLow);
        } else {
            fields.putInt(IP, VERSION_6 << 24 | 0xfff_ffff);
            fields.put(IP + IPV6_NEXT_HEADER, (byte) PROTOCOL_UDP);
            fields.put(IP + IPV6_HOP_LIMIT, ONES);
            fields.putLong(IP + IPV6_SOURCE, sourceHigh);
            fields.putLong(IP + IPV6_SOURCE + Long.BYTES, sourceLow);
            fields.putLong(IP + IPV6_DESTINATION, destinationHigh);
            fields.putLong(IP + IPV6_DESTINATION + Long.BYTES, destinationLow);
        }
        fields.putShort(udp + UDP_CHECKSUM, (short) -1);
        return this;
    }

    /** Sets the UDP ports. */
    public InternetHeader ports(final int source, final int destination) {
        fields.putShort(udp, (short) source);
        fields.putShort(udp + UDP_DESTINATION_PORT, (short) destination);
        return this;
    }

    /** Sets the 16-bit IPv4 identification. This has no effect on IPv6. */
    public InternetHeader identification(final int value) {
        if (isIpv4) {
            fields.putShort(IP + IPV4_IDENTIFICATION, (short) value);
        }
        return this;
    }

    /** Sets the number of bytes after the UDP header, including the packet's CRC. */
    public void setPayloadLength(final int payload) {
        final int datagram = UDP_LENGTH + payload;
        if (isIpv4) {
            fields.putShort(IP + IPV4_TOTAL_LENGTH, (short) (IPV4_LENGTH + datagram));
        } else {
            fields.putShort(IP + IPV6_PAYLOAD_LENGTH, (short) datagram);
        }
        fields.putShort(udp + UDP_LENGTH_FIELD, (short) datagram);
    }

    /** Returns the number of bytes from the IPv4 identification to the end of these headers, or -1 for IPv6. */
    public int bytesFromIdentification() {
        return isIpv4 ? length() - IP - IPV4_IDENTIFICATION : -1;
    }

    /** Returns the length of the IP header in bytes. */
    public int internetLength() {
        return udp - IP;
    }

    /** Returns the number of bytes before the packet that an invariant CRC covers. */
    int length() {
        return udp + UDP_LENGTH;
    }

    void copyTo(final byte[] target) {
        System.arraycopy(bytes, 0, target, 0, length());
    }

    /**
     * Writes a complete IP packet and returns its length. The UDP checksum is set only for IPv6, which requires it.
     *
     * @param target the buffer to write to, starting at offset 0.
     * @param packet the UDP payload, starting at offset 0.
     * @param length the length of the payload, in bytes.
     */
    public int write(final MutableDirectBuffer target, final DirectBuffer packet, final int length) {
        setPayloadLength(length);
        writeInternet(target, 0);
        final int headers = length() - IP;
        final int udpAt = internetLength();
        target.putBytes(udpAt, bytes, udp, UDP_LENGTH);
        target.putBytes(headers, packet, 0, length);
        putShort(target, udpAt + UDP_CHECKSUM, 0);
        if (!isIpv4) {
            final int pseudo = PROTOCOL_UDP + UDP_LENGTH + length;
            final int checksum = checksum(target, IPV6_SOURCE, headers + length, pseudo);
            putShort(target, udpAt + UDP_CHECKSUM, checksum == 0 ? -1 : checksum);
        }
        return headers + length;
    }

    /**
     * Writes the IP header in the form in which it is sent.
     *
     * @param target the buffer to write to.
     * @param at     the offset of the header's first byte.
     */
    public void writeInternet(final MutableDirectBuffer target, final int at) {
        target.putBytes(at, bytes, IP, internetLength());
        if (isIpv4) {
            target.putByte(at + IPV4_TYPE_OF_SERVICE, (byte) 0);
            target.putByte(at + IPV4_TIME_TO_LIVE, TIME_TO_LIVE);
            putShort(target, at + IPV4_CHECKSUM, 0);
            putShort(target, at + IPV4_CHECKSUM, checksum(target, at, at + IPV4_LENGTH, 0));
        } else {
            putShort(target, at, VERSION_6 << Byte.SIZE);
            putShort(target, at + 2, 0);
            target.putByte(at + IPV6_HOP_LIMIT, TIME_TO_LIVE);
        }
    }

    private static void putShort(final MutableDirectBuffer target, final int at, final int value) {
        target.putByte(at, (byte) (value >> Byte.SIZE));
        target.putByte(at + 1, (byte) value);
    }

    /** Returns the internet checksum (RFC 1071) over a range of bytes and an additional summand. */
    private static int checksum(final DirectBuffer buffer, final int begin, final int end, final int beside) {
        int sum = beside;
        for (int at = begin; at < end; at++) {
            final int octet = buffer.getByte(at) & 0xff;
            sum += (at - begin & 1) == 0 ? octet << Byte.SIZE : octet;
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        return ~(sum + (sum >>> 16)) & 0xffff;
    }
}
