// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rpcrdma.capture.CaptureListener;
import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/** Builds registrations from calls with chunks and their replies. */
final class RegistrationTraceBuilder implements CaptureListener {
    private static final int OFFSET_IN_PAGE = 4095;
    private static final int READ_BY_PEER = Access.REMOTE_READ;
    private static final int WRITTEN_BY_PEER = Access.LOCAL_WRITE | Access.REMOTE_WRITE;
    private static final long NO_END = -1;

    private final RpcRdmaHeader header = new RpcRdmaHeader();
    private final RpcMessage message = new RpcMessage();
    /**
     * The registrations of each call without a captured reply, as positions in the trace, by connection and xid. A peer
     * may choose colliding xids, but HashMap converts long bins to trees.
     */
    private final Map<Integer, Map<Integer, int[]>> open = new HashMap<>();

    private final List<CapturedRegistration> registrations = new ArrayList<>();
    private final List<CapturedRegistration> callRegistrations = new ArrayList<>();
    private long bytesOfCall;
    private long now;
    private int messages;
    private int leftOut;

    @Override
    public void onSend(final CapturedMessage send) {
        if (header.wrap(send.buffer(), send.offset(), send.length()) != HeaderStatus.VALID) {
            return;
        }
        now = messages == 0 ? send.relativeNanos() : Math.max(now, send.relativeNanos());
        messages++;
        if (send.retransmitted()) {
            return;
        }
        final Map<Integer, int[]> calls = open.computeIfAbsent(send.connection(), id -> new HashMap<>());
        if (!send.fromClient()) {
            onReply(send, calls);
        } else if (!calls.containsKey(header.xid())) {
            onCall(calls);
        }
    }

    private void onCall(final Map<Integer, int[]> calls) {
        callRegistrations.clear();
        bytesOfCall = 0;
        if (!takeSegments()) {
            leftOut++;
        } else if (!callRegistrations.isEmpty()) {
            final int[] places = new int[callRegistrations.size()];
            for (int i = 0; i < places.length; i++) {
                places[i] = registrations.size();
                registrations.add(callRegistrations.get(i));
            }
            calls.put(header.xid(), places);
        }
    }

    private boolean takeSegments() {
        for (int i = 0; i < header.readSegmentCount(); i++) {
            if (!take(header.readHandle(i), header.readOffset(i), header.readLength(i), READ_BY_PEER)) {
                return false;
            }
        }
        for (int c = 0; c < header.writeChunkCount(); c++) {
            for (int i = 0; i < header.writeSegmentCount(c); i++) {
                if (!take(
                        header.writeHandle(c, i),
                        header.writeOffset(c, i),
                        header.writeLength(c, i),
                        WRITTEN_BY_PEER)) {
                    return false;
                }
            }
        }
        for (int i = 0; i < header.replySegmentCount(); i++) {
            if (!take(header.replyHandle(i), header.replyOffset(i), header.replyLength(i), WRITTEN_BY_PEER)) {
                return false;
            }
        }
        return true;
    }

    private boolean take(final int key, final long address, final long length, final int access) {
        bytesOfCall += length;
        if (length < 1 || bytesOfCall > CapturedCall.MAX_CHUNK_BYTES) {
            return false;
        }
        callRegistrations.add(
                new CapturedRegistration(now, NO_END, (int) address & OFFSET_IN_PAGE, (int) length, access, key));
        return true;
    }

    private void onReply(final CapturedMessage send, final Map<Integer, int[]> calls) {
        final int offset = send.offset() + header.headerLength();
        final boolean isBackwardCall = header.procedure() == RpcRdmaHeader.RDMA_MSG
                && message.wrap(send.buffer(), offset, send.length() - header.headerLength()) == HeaderStatus.VALID
                && message.messageType() == RpcMessage.CALL;
        final int[] places = isBackwardCall ? null : calls.remove(header.xid());
        if (places != null) {
            end(places);
        }
    }

    private void end(final int[] places) {
        for (final int place : places) {
            registrations.set(place, registrations.get(place).endedAt(now));
        }
    }

    /**
     * Returns the registrations in call order, with times since the first registration. Registrations without a reply
     * end at the time of the last frame.
     */
    List<CapturedRegistration> registrations() {
        for (final Map<Integer, int[]> calls : open.values()) {
            calls.values().forEach(this::end);
            calls.clear();
        }
        final long first = registrations.isEmpty() ? 0 : registrations.get(0).beginNanos();
        return registrations.stream()
                .map(registration -> registration.shifted(first))
                .toList();
    }

    /** Returns the number of RPC-over-RDMA messages seen. */
    int messages() {
        return messages;
    }

    /** Returns the number of calls whose segments are not in the trace. */
    int leftOut() {
        return leftOut;
    }
}
