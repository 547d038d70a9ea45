// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.rpcrdma.rnic.roce.RocePacket.BTH_LENGTH;
import static org.rpcrdma.rnic.roce.RocePacket.ICRC_LENGTH;

import org.rpcrdma.capture.frame.Frame;
import org.rpcrdma.capture.frame.Layer;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.rnic.roce.RocePacket;
import org.rpcrdma.rnic.roce.Syndrome;

/** Parses a packet of an InfiniBand transport (InfiniBand Architecture Specification, volume 1, chapter 9). */
final class PacketParser {
    private final RocePacket roce = new RocePacket();

    /**
     * Parses the packet between two offsets of a frame.
     *
     * @return {@link Layer#DATAGRAM} if the packet was parsed; otherwise, the reason for the failure.
     */
    int parse(final Frame frame, final int start, final int end, final CapturedPacket packet) {
        final int limit = frame.limit;
        if (end - start < BTH_LENGTH + ICRC_LENGTH) {
            return Layer.MALFORMED;
        }
        if (limit - start < BTH_LENGTH) {
            return tooShort(frame);
        }
        final long head = frame.buffer.getLong(start, BIG_ENDIAN);
        packet.opcode = RocePacket.opcodeOf(head);
        final int extension = Opcodes.extensionLength(packet.opcode);
        if (extension < 0 || (packet.opcode & Opcodes.TRANSPORT) == Opcodes.UNRELIABLE) {
            return Layer.TRANSPORT;
        }
        packet.destinationQueuePair = RocePacket.destinationOf(head);
        packet.psn = frame.buffer.getInt(start + Long.BYTES, BIG_ENDIAN) & RocePacket.MASK_24;
        packet.buffer = frame.buffer;
        packet.payloadOffset = start + BTH_LENGTH + extension;
        packet.payloadLength = end - packet.payloadOffset - RocePacket.padOf(head) - ICRC_LENGTH;
        if (packet.payloadLength < 0) {
            return Layer.MALFORMED;
        }
        if (packet.payloadOffset > limit) {
            return tooShort(frame);
        }
        packet.captured = Math.min(packet.payloadLength, limit - packet.payloadOffset);
        packet.cut = packet.captured < packet.payloadLength;
        if (packet.cut && !frame.snapped) {
            return Layer.MALFORMED;
        }
        fill(packet, start, Math.min(end, limit) - start);
        packet.wasRefused = false;
        packet.path = frame.path;
        packet.identification = frame.identification;
        packet.sourceHigh = frame.sourceHigh;
        packet.sourceLow = frame.sourceLow;
        packet.destinationHigh = frame.destinationHigh;
        packet.destinationLow = frame.destinationLow;
        return Layer.DATAGRAM;
    }

    private void fill(final CapturedPacket packet, final int start, final int length) {
        final boolean isResponse = Opcodes.isResponse(packet.opcode);
        final boolean hasSyndrome = isResponse && packet.opcode != Opcodes.READ_RESPONSE_MIDDLE;
        packet.syndrome = hasSyndrome ? packet.buffer.getByte(start + BTH_LENGTH) & 0xff : 0;
        packet.nak = hasSyndrome && (packet.syndrome & Syndrome.KIND) != Syndrome.ACKNOWLEDGED ? packet.syndrome : 0;
        packet.answers = isResponse && packet.nak == 0;
        final boolean hasReth = Opcodes.hasReth(packet.opcode);
        if (hasReth || Opcodes.invalidates(packet.opcode)) {
            roce.wrap(packet.buffer, start, length);
        }
        packet.address = hasReth ? roce.address() : 0;
        packet.dmaLength = hasReth ? Integer.toUnsignedLong(roce.dmaLength()) : 0;
        packet.rkey = hasReth ? roce.key() : Opcodes.invalidates(packet.opcode) ? roce.invalidated() : 0;
    }

    private static int tooShort(final Frame frame) {
        return frame.snapped ? Layer.CUT : Layer.MALFORMED;
    }
}
