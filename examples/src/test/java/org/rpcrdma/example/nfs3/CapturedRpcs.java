// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.capture.CaptureListener;
import org.rpcrdma.capture.CaptureReader;
import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/** Extracts the calls and replies of a capture as RPC messages, with chunk data inserted at its position. */
final class CapturedRpcs implements CaptureListener {
    /**
     * A call with its reply.
     *
     * @param procedure the NFSv3 procedure.
     * @param call      the call message.
     * @param arguments the offset of the arguments within the call.
     * @param results   the reply's results, without the data of a Write chunk.
     */
    record Rpc(int procedure, byte[] call, int arguments, byte[] results) {}

    private static final int PARTS = 1 << 16;

    private final List<Rpc> rpcs = new ArrayList<>();

    /** Calls that have no reply yet, by transaction id. */
    private final Map<Integer, byte[]> calls = new HashMap<>();

    /**
     * The position of a call's Read chunk, followed by the keys of its segments. The array contains only a position if
     * there is no Read chunk.
     */
    private final Map<Integer, int[]> reads = new HashMap<>();

    /** The data moved by RDMA, by key. */
    private final Map<Integer, ByteArrayOutputStream> moved = new HashMap<>();

    private final RpcRdmaHeader header = new RpcRdmaHeader();
    private final RpcMessage message = new RpcMessage();

    private CapturedRpcs() {}

    /** Returns the NFSv3 RPCs of a bundled capture, ordered by reply. */
    static List<Rpc> read(final String name) throws IOException {
        final CapturedRpcs listener = new CapturedRpcs();
        final String resource = "/captures/" + name + ".pcap.gz";
        try (InputStream file = CapturedRpcs.class.getResourceAsStream(resource);
                InputStream bytes = new BufferedInputStream(file, PARTS)) {
            CaptureReader.read(Path.of(name), bytes, listener);
        }
        return listener.rpcs;
    }

    @Override
    public void onRdmaWrite(final CapturedMessage part) {
        onMoved(part);
    }

    @Override
    public void onRdmaRead(final CapturedMessage part) {
        onMoved(part);
    }

    private void onMoved(final CapturedMessage part) {
        if (!part.retransmitted()) {
            final byte[] bytes = new byte[part.length()];
            part.buffer().getBytes(part.offset(), bytes);
            moved.computeIfAbsent(part.rkey(), key -> new ByteArrayOutputStream())
                    .writeBytes(bytes);
        }
    }

    @Override
    public void onSend(final CapturedMessage send) {
        final int status = header.wrap(send.buffer(), send.offset(), send.length());
        if (status != HeaderStatus.VALID || send.retransmitted()) {
            return;
        }
        final int at = send.offset() + header.headerLength();
        final byte[] inline = new byte[send.length() - header.headerLength()];
        send.buffer().getBytes(at, inline);
        if (send.fromClient()) {
            onCall(inline);
        } else {
            onReply(inline);
        }
    }

    private void onCall(final byte[] inline) {
        calls.put(header.xid(), inline);
        final int[] chunk = new int[header.readSegmentCount() + 1];
        for (int i = 0; i < header.readSegmentCount(); i++) {
            chunk[0] = (int) header.readPosition(i);
            chunk[i + 1] = header.readHandle(i);
        }
        reads.put(header.xid(), chunk);
    }

    private void onReply(final byte[] inline) {
        final byte[] call = spliced(calls.remove(header.xid()), reads.remove(header.xid()));
        final byte[] reply = header.procedure() == RpcRdmaHeader.RDMA_NOMSG ? longReply() : inline;
        message.wrap(new UnsafeBuffer(call), 0, call.length);
        if (message.program() == Nfs3.PROGRAM) {
            final int procedure = message.procedure();
            final int arguments = message.bodyOffset();
            message.wrap(new UnsafeBuffer(reply), 0, reply.length);
            final byte[] results = Arrays.copyOfRange(reply, message.bodyOffset(), reply.length);
            rpcs.add(new Rpc(procedure, call, arguments, results));
        }
        forgetKeys();
    }

    private byte[] longReply() {
        final ByteArrayOutputStream reply = new ByteArrayOutputStream();
        for (int i = 0; i < header.replySegmentCount(); i++) {
            if (header.replyLength(i) > 0) {
                reply.writeBytes(moved.remove(header.replyHandle(i)).toByteArray());
            }
        }
        return reply.toByteArray();
    }

    /** Forgets the data of Write chunks, because keys are reused. File contents are not compared. */
    private void forgetKeys() {
        for (int i = 0; i < header.writeChunkCount(); i++) {
            for (int j = 0; j < header.writeSegmentCount(i); j++) {
                moved.remove(header.writeHandle(i, j));
            }
        }
    }

    private byte[] spliced(final byte[] call, final int[] chunk) {
        final ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(call, 0, chunk.length > 1 ? chunk[0] : call.length);
        for (int i = 1; i < chunk.length; i++) {
            whole.writeBytes(moved.remove(chunk[i]).toByteArray());
        }
        if (chunk.length > 1) {
            whole.write(call, chunk[0], call.length - chunk[0]);
        }
        return whole.toByteArray();
    }
}
