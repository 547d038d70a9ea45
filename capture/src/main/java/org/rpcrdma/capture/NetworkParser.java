// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.rpcrdma.rnic.roce.RoceLayout.GLOBAL_ROUTE_NEXT;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_DESTINATION;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_FRAGMENT;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_LENGTH;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_MAPPED;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_PROTOCOL;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_SOURCE;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_TOTAL_LENGTH;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_DESTINATION;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_LENGTH;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_NEXT_HEADER;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_PAYLOAD_LENGTH;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_SOURCE;
import static org.rpcrdma.rnic.roce.RoceLayout.PROTOCOL_UDP;
import static org.rpcrdma.rnic.roce.RoceLayout.ROCE_PORT;
import static org.rpcrdma.rnic.roce.RoceLayout.TYPE_IPV4;
import static org.rpcrdma.rnic.roce.RoceLayout.TYPE_IPV6;
import static org.rpcrdma.rnic.roce.RoceLayout.TYPE_ROCE_1;
import static org.rpcrdma.rnic.roce.RoceLayout.UDP_DESTINATION_PORT;
import static org.rpcrdma.rnic.roce.RoceLayout.UDP_LENGTH;
import static org.rpcrdma.rnic.roce.RoceLayout.UDP_LENGTH_FIELD;
import static org.rpcrdma.rnic.roce.RocePacket.BTH_LENGTH;
import static org.rpcrdma.rnic.roce.RocePacket.ICRC_LENGTH;

import org.agrona.DirectBuffer;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.rnic.roce.RocePacket;
import org.rpcrdma.rnic.roce.Syndrome;

/**
 * Reads an InfiniBand transport packet behind a header of IPv4, IPv6 and UDP, or a global route header (InfiniBand
 * Architecture Specification, volume 1, section 8.3 and annex A17).
 *
 * <p>Every length is checked against the bytes that the capture holds.
 */
abstract sealed class NetworkParser permits FrameParser {
    /** The packet is filled. */
    static final int ROCE = 0;
    /** Not a packet of RDMA, or of a transport that is not followed. */
    static final int OTHER = 1;
    /** An IP fragment. */
    static final int FRAGMENT = 2;
    /** The capture ends before the headers do. */
    static final int CUT = 3;
    /** A packet of RDMA, but its lengths contradict each other. */
    static final int MALFORMED = 4;

    private final CapturedPacket packet;
    private final RocePacket roce = new RocePacket();
    private DirectBuffer buffer;
    /** The offset of the end of the captured bytes. */
    private int limit;
    /** True if the frame on the wire was longer than that. */
    private boolean snapped;

    NetworkParser(final CapturedPacket packet) {
        this.packet = packet;
    }

    final void begin(final DirectBuffer frame, final int end, final boolean isSnapped) {
        buffer = frame;
        limit = end;
        snapped = isSnapped;
        packet.buffer = frame;
    }

    /** Returns the captured bytes from an offset on; negative behind their end. */
    final int left(final int from) {
        return limit - from;
    }

    /** Reads the packet of an Ethernet type at an offset. */
    final int network(final int type, final int start) {
        return switch (type) {
            case TYPE_IPV4 -> ipv4(start);
            case TYPE_IPV6 -> ipv6(start);
            case TYPE_ROCE_1 -> globalRoute(start);
            default -> OTHER;
        };
    }

    /** Reads a global route header, which has the form of an IPv6 header, and the packet behind it. */
    final int globalRoute(final int start) {
        if (limit - start < IPV6_LENGTH) {
            return tooShort(OTHER);
        }
        if (unsignedByte(start) >> 4 != 6 || unsignedByte(start + IPV6_NEXT_HEADER) != GLOBAL_ROUTE_NEXT) {
            return OTHER;
        }
        ipv6Addresses(start);
        final int first = start + IPV6_LENGTH;
        return transport(first, first + unsignedShort(start + IPV6_PAYLOAD_LENGTH));
    }

    private void ipv6Addresses(final int start) {
        packet.sourceHigh = buffer.getLong(start + IPV6_SOURCE, BIG_ENDIAN);
        packet.sourceLow = buffer.getLong(start + IPV6_SOURCE + Long.BYTES, BIG_ENDIAN);
        packet.destinationHigh = buffer.getLong(start + IPV6_DESTINATION, BIG_ENDIAN);
        packet.destinationLow = buffer.getLong(start + IPV6_DESTINATION + Long.BYTES, BIG_ENDIAN);
    }

    /** Reads a packet that has no more than local identifiers, up to the end of its invariant CRC. */
    final int localRoute(final int source, final int destination, final int start, final int end) {
        packet.sourceHigh = IpAddress.LOCAL_IDENTIFIER;
        packet.sourceLow = source;
        packet.destinationHigh = IpAddress.LOCAL_IDENTIFIER;
        packet.destinationLow = destination;
        return transport(start, end);
    }

    private int ipv4(final int start) {
        if (limit - start < IPV4_LENGTH) {
            return tooShort(OTHER);
        }
        final int versionAndLength = unsignedByte(start);
        final int headerLength = (versionAndLength & 0xf) * 4;
        final int totalLength = unsignedShort(start + IPV4_TOTAL_LENGTH);
        if (versionAndLength >> 4 != 4 || headerLength < IPV4_LENGTH || totalLength < headerLength) {
            return OTHER;
        }
        if (unsignedByte(start + IPV4_PROTOCOL) != PROTOCOL_UDP) {
            return OTHER;
        }
        if ((unsignedShort(start + IPV4_FRAGMENT) & 0x3fff) != 0) {
            return FRAGMENT;
        }
        packet.sourceHigh = 0;
        packet.sourceLow = IPV4_MAPPED | Integer.toUnsignedLong(buffer.getInt(start + IPV4_SOURCE, BIG_ENDIAN));
        packet.destinationHigh = 0;
        packet.destinationLow =
                IPV4_MAPPED | Integer.toUnsignedLong(buffer.getInt(start + IPV4_DESTINATION, BIG_ENDIAN));
        return udp(start + headerLength, start + totalLength);
    }

    private int ipv6(final int start) {
        if (limit - start < IPV6_LENGTH) {
            return tooShort(OTHER);
        }
        if (unsignedByte(start) >> 4 != 6) {
            return OTHER;
        }
        ipv6Addresses(start);
        final int end = start + IPV6_LENGTH + unsignedShort(start + IPV6_PAYLOAD_LENGTH);
        return afterIpv6(unsignedByte(start + IPV6_NEXT_HEADER), start + IPV6_LENGTH, end);
    }

    /** Steps over extension headers; each is at least 8 bytes long, so this ends. */
    private int afterIpv6(final int firstHeader, final int start, final int end) {
        int header = firstHeader;
        int position = start;
        while (header != PROTOCOL_UDP) {
            final boolean known = header == 0 || header == 43 || header == 44 || header == 51 || header == 60;
            if (!known || end - position < 8) {
                return OTHER;
            }
            if (limit - position < 8) {
                return tooShort(OTHER);
            }
            if (header == 44 && (unsignedShort(position + 2) & 0xfff9) != 0) {
                return unsignedByte(position) == PROTOCOL_UDP ? FRAGMENT : OTHER;
            }
            final int length = extensionLength(header, unsignedByte(position + 1));
            header = unsignedByte(position);
            position += length;
        }
        return udp(position, end);
    }

    private static int extensionLength(final int header, final int lengthField) {
        return switch (header) {
            case 44 -> 8;
            case 51 -> (lengthField + 2) * 4;
            default -> (lengthField + 1) * 8;
        };
    }

    private int udp(final int start, final int ipEnd) {
        if (ipEnd - start < UDP_LENGTH) {
            return OTHER;
        }
        if (limit - start < UDP_LENGTH) {
            return tooShort(OTHER);
        }
        if (unsignedShort(start + UDP_DESTINATION_PORT) != ROCE_PORT) {
            return OTHER;
        }
        final int length = unsignedShort(start + UDP_LENGTH_FIELD);
        if (length < UDP_LENGTH || length > ipEnd - start) {
            return MALFORMED;
        }
        return transport(start + UDP_LENGTH, start + length);
    }

    private int transport(final int start, final int end) {
        if (end - start < BTH_LENGTH + ICRC_LENGTH) {
            return MALFORMED;
        }
        if (limit - start < BTH_LENGTH) {
            return tooShort(MALFORMED);
        }
        roce.wrap(buffer, start, Math.min(end, limit) - start);
        packet.opcode = roce.opcode();
        final int extension = Opcodes.extensionLength(packet.opcode);
        if (extension < 0 || (packet.opcode & Opcodes.TRANSPORT) == Opcodes.UNRELIABLE) {
            return OTHER;
        }
        packet.destinationQueuePair = roce.destination();
        packet.psn = roce.psn();
        packet.payloadOffset = start + BTH_LENGTH + extension;
        packet.payloadLength = end - packet.payloadOffset - roce.pad() - ICRC_LENGTH;
        if (packet.payloadLength < 0) {
            return MALFORMED;
        }
        if (packet.payloadOffset > limit) {
            return tooShort(MALFORMED);
        }
        packet.cut = packet.payloadLength > limit - packet.payloadOffset;
        if (packet.cut && !snapped) {
            return MALFORMED;
        }
        final boolean hasSyndrome = Opcodes.isResponse(packet.opcode) && packet.opcode != Opcodes.READ_RESPONSE_MIDDLE;
        packet.nak = hasSyndrome && (roce.syndrome() & Syndrome.KIND) != Syndrome.ACKNOWLEDGED ? roce.syndrome() : 0;
        packet.answers = Opcodes.isResponse(packet.opcode) && packet.nak == 0;
        final boolean hasReth = Opcodes.hasReth(packet.opcode);
        packet.address = hasReth ? roce.address() : 0;
        packet.dmaLength = hasReth ? Integer.toUnsignedLong(roce.dmaLength()) : 0;
        packet.rkey = hasReth ? roce.key() : Opcodes.invalidates(packet.opcode) ? roce.invalidated() : 0;
        return ROCE;
    }

    final int tooShort(final int otherwise) {
        return snapped ? CUT : otherwise;
    }

    final int unsignedByte(final int position) {
        return buffer.getByte(position) & 0xff;
    }

    final int unsignedShort(final int position) {
        return buffer.getShort(position, BIG_ENDIAN) & 0xffff;
    }
}
