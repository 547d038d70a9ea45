// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.rnic.roce.Syndrome;

class CapturedEndTest {
    private static final int QP = 0x11;

    private final CaptureFile file = new CaptureFile();
    private final List<String> told = new ArrayList<>();

    private void read() throws IOException {
        CaptureFile.read(file.pcap(), new CaptureListener() {
            @Override
            public void onSend(final CapturedMessage message) {
                // This test is concerned only with the connection's end.
            }

            @Override
            public void onEnd(final CapturedEnd end) {
                told.add(end.connection() + " frame=" + end.frameNumber() + " " + end.source() + ">" + end.destination()
                        + " client=" + end.fromClient() + " reason=" + end.reason());
            }

            @Override
            public void onNak(final CapturedMessage message, final int syndrome) {
                told.add(message.connection() + " nak=" + Integer.toHexString(syndrome) + " of " + message.source());
            }
        });
    }

    private void connect() {
        file.add(Roce.connectRequest(1, 2, 100, QP));
        file.add(Roce.connectReply(2, 1, 200, 100, QP));
        file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, QP, 5, new byte[40]));
    }

    @Test
    void shouldReportWhichEndDisconnects() throws IOException {
        connect();
        file.add(Roce.disconnect(2, 1, QP));
        file.add(Roce.disconnect(1, 2, QP));
        file.add(Roce.disconnect(1, 2, 0x99));
        read();
        assertEquals(
                List.of(
                        "0 frame=4 10.0.0.2>10.0.0.1 client=false reason=0",
                        "0 frame=5 10.0.0.1>10.0.0.2 client=true reason=0"),
                told);
    }

    @Test
    void shouldReportARejectionWithItsReason() throws IOException {
        file.add(Roce.connectRequest(1, 2, 100, QP));
        final byte[] rejection = Roce.connectReply(2, 1, 0, 100, 0);
        final int datagram = 86 - ManagementLayout.MESSAGE_AT;
        ByteBuffer.wrap(rejection).putShort(datagram + 16, (short) ManagementLayout.CONNECT_REJECT);
        ByteBuffer.wrap(rejection).putShort(86 + 10, (short) 28);
        file.add(rejection);
        read();
        assertEquals(List.of("-1 frame=2 10.0.0.2>10.0.0.1 client=false reason=28"), told);
    }

    @Test
    void shouldReportEachNakWithItsSyndrome() throws IOException {
        connect();
        for (final int syndrome :
                new int[] {Syndrome.ACK, Syndrome.NOT_READY + 3, Syndrome.SEQUENCE_ERROR, Syndrome.REMOTE_ACCESS_ERROR
                }) {
            file.add(Roce.frame(2, 1, Opcodes.ACKNOWLEDGE, QP, 5, new byte[] {(byte) syndrome, 0, 0, 1}));
        }
        read();
        assertEquals(List.of("0 nak=23 of 10.0.0.2", "0 nak=60 of 10.0.0.2", "0 nak=62 of 10.0.0.2"), told);
    }
}
