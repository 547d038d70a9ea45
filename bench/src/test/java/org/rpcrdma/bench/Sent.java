// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.BufferUtil;
import org.rpcrdma.rnic.DeviceTap;
import org.rpcrdma.rnic.PacketKind;
import org.rpcrdma.rnic.PacketView;
import org.rpcrdma.rnic.config.ConnectionMessage;

/**
 * The data that endpoints send, as reported by the simulated NICs: complete Sends, and the bytes of WRITEs and READ
 * responses.
 */
final class Sent implements DeviceTap {
    /**
     * Complete Sends, in the order in which their last packets leave the NICs. Each entry consists of the host and the
     * bytes in hexadecimal.
     */
    final List<String> sends = new ArrayList<>();

    private final Map<String, StringBuilder> begun = new HashMap<>();
    long writeBytes;
    long readBytes;
    long packets;
    long messages;

    @Override
    public void onConnectionMessage(final ConnectionMessage message) {
        messages++;
    }

    @Override
    public void onPacket(final PacketView packet) {
        packets++;
        if (packet.kind() == PacketKind.WRITE) {
            writeBytes += packet.payloadLength();
        } else if (packet.kind() == PacketKind.READ_RESPONSE) {
            readBytes += packet.payloadLength();
        } else if (packet.kind() == PacketKind.SEND) {
            final int host = (int) packet.source().interfaceId();
            final String from = (host >>> 24) + "." + (host >> 16 & 255) + "." + (host >> 8 & 255) + "." + (host & 255);
            final StringBuilder bytes = begun.computeIfAbsent(from, key -> new StringBuilder());
            final ByteBuffer payload = ByteBuffer.allocateDirect(packet.payloadLength() + 1);
            packet.copyPayload(BufferUtil.address(payload));
            for (int i = 0; i < packet.payloadLength(); i++) {
                bytes.append(Integer.toHexString(payload.get(i) & 0xff | 0x100), 1, 3);
            }
            if (packet.isLast()) {
                sends.add(from + " " + bytes);
                bytes.setLength(0);
            }
        }
    }
}
