// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/** Records what a reader reports, with one line per report. */
final class Recorder extends EveryMessage {
    final List<String> lines = new ArrayList<>();
    private final boolean withPlace;

    /**
     * Creates a recorder.
     *
     * @param withPlace true to also record addresses and times, which may differ between variants of a capture.
     */
    Recorder(final boolean withPlace) {
        this.withPlace = withPlace;
    }

    @Override
    void add(final String kind, final CapturedMessage message) {
        final byte[] bytes = new byte[message.length()];
        message.buffer().getBytes(message.offset(), bytes);
        final CRC32 sum = new CRC32();
        sum.update(bytes);
        final String place =
                withPlace ? message.source() + ">" + message.destination() + " " + message.timestampNanos() + " " : "";
        lines.add(place + kind + " frame=" + message.frameNumber() + " connection=" + message.connection() + " client="
                + message.fromClient() + " opcode=" + message.opcode() + " qp=" + message.destinationQueuePair()
                + " key="
                + message.rkey() + " address=" + message.address() + " length=" + message.length() + " again="
                + message.retransmitted() + " crc=" + sum.getValue());
    }
}
