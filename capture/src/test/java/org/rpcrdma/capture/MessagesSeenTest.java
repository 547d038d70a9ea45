// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.roce.Opcodes;

class MessagesSeenTest {
    private static final int CALLS = 40_000;
    private static final int ON_THEIR_WAY = 128;

    @Test
    void shouldRememberEachCallInFlightWheneverACaptureIsRead() throws IOException {
        final CaptureFile file = new CaptureFile();
        final List<Long> order = new ArrayList<>();
        for (int i = 0; i < CALLS + ON_THEIR_WAY; i++) {
            if (i < CALLS) {
                file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, 7, i, message(i, 0)));
                order.add((long) file.frames.size());
            }
            if (i >= ON_THEIR_WAY) {
                file.add(Roce.frame(2, 1, Opcodes.SEND_ONLY, 8, i, message(i - ON_THEIR_WAY, 1)));
                order.add((long) file.frames.size());
            }
        }
        final List<Long> told = new ArrayList<>();
        CaptureFile.read(file.pcap(), message -> told.add(message.frameNumber()));
        assertEquals(order, told, "no reply waited for its call");
    }

    /** Returns an RDMA_MSG without chunks, followed by the first words of an RPC message. */
    private static byte[] message(final int xid, final int type) {
        final ByteBuffer bytes = ByteBuffer.allocate(64);
        bytes.putInt(xid).putInt(1).putInt(ON_THEIR_WAY).putInt(28, xid).putInt(32, type);
        return bytes.array();
    }
}
