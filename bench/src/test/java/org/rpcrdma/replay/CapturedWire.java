// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.rpcrdma.capture.CaptureListener;
import org.rpcrdma.capture.CaptureReader;
import org.rpcrdma.capture.CapturedMessage;

/** Reads the messages of a capture without the workload reader that replays use. */
final class CapturedWire implements CaptureListener {
    final Map<Integer, WireForm> calls = new HashMap<>();
    final Map<Integer, WireForm> replies = new HashMap<>();
    private final Map<Integer, WireForm.Keys> keys = new HashMap<>();

    static CapturedWire of(final String name) throws IOException {
        final CapturedWire wire = new CapturedWire();
        CaptureReader.read(WorkloadTest.CAPTURES.resolve(name + ".pcap.gz"), wire);
        return wire;
    }

    @Override
    public void onSend(final CapturedMessage send) {
        if (send.retransmitted()) {
            return;
        }
        final byte[] message = new byte[send.length()];
        send.buffer().getBytes(send.offset(), message);
        final int xid = WireForm.header(message).xid();
        if (send.fromClient()) {
            final WireForm.Keys named = new WireForm.Keys();
            keys.put(xid, named);
            add(calls, xid, WireForm.ofCall(message, named));
        } else {
            add(replies, xid, WireForm.ofReply(message, keys.get(xid), send.invalidates(), send.rkey()));
        }
    }

    private static void add(final Map<Integer, WireForm> forms, final int xid, final WireForm form) {
        assertNull(forms.put(xid, form), () -> "transaction id of two RPCs: xid=" + Integer.toHexString(xid));
    }
}
