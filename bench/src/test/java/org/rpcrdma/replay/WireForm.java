// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * An RPC-over-RDMA message as it was sent, except for keys and addresses, which differ between runs. The n-th key of a
 * call is written as {@code #n}. An address is written as its distance from the start of its key's memory in the call.
 *
 * @param fixed       transaction id, version, credits and procedure.
 * @param lists       the three chunk lists. A segment is written as length, key and address; a Read segment is preceded
 *                    by its position.
 * @param invalidates the key that the Send invalidates, or empty.
 * @param message     the bytes after the header.
 */
record WireForm(String fixed, String lists, String invalidates, ByteBuffer message) {

    /** The keys of one call. */
    static final class Keys {
        private final Map<Integer, Long> beginByKey = new LinkedHashMap<>();

        private String learn(final int key, final long length, final long address) {
            beginByKey.putIfAbsent(key, address);
            return find(key, length, address);
        }

        private String find(final int key, final long length, final long address) {
            return length + name(key) + '+' + (address - beginByKey.getOrDefault(key, 0L));
        }

        private String name(final int key) {
            int place = 0;
            for (final int known : beginByKey.keySet()) {
                if (known == key) {
                    return "#" + place;
                }
                place++;
            }
            return "#unknown";
        }
    }

    static WireForm ofCall(final byte[] message, final Keys keys) {
        final RpcRdmaHeader header = header(message);
        return new WireForm(fixed(header), lists(header, keys, true), "", inline(header, message));
    }

    static WireForm ofReply(
            final byte[] message, final Keys keys, final boolean invalidates, final int invalidatedKey) {
        final RpcRdmaHeader header = header(message);
        return new WireForm(
                fixed(header),
                lists(header, keys, false),
                invalidates ? keys.name(invalidatedKey) : "",
                inline(header, message));
    }

    static RpcRdmaHeader header(final byte[] message) {
        final RpcRdmaHeader header = new RpcRdmaHeader();
        final int status = header.wrap(new UnsafeBuffer(message), 0, message.length);
        assertEquals(HeaderStatus.VALID, status, () -> "malformed header: " + HeaderStatus.nameOf(status));
        return header;
    }

    private static ByteBuffer inline(final RpcRdmaHeader header, final byte[] message) {
        return ByteBuffer.wrap(message).position(header.headerLength()).slice();
    }

    private static String fixed(final RpcRdmaHeader header) {
        return fixed(header.xid(), header.credits(), header.procedure(), header.version());
    }

    private static String fixed(final int xid, final long credits, final int procedure, final int version) {
        return "xid=" + Integer.toHexString(xid) + " version=" + version + " credits=" + credits + " procedure="
                + procedure;
    }

    private static String lists(final RpcRdmaHeader header, final Keys keys, final boolean isCall) {
        final StringJoiner lists = new StringJoiner(" ");
        for (int i = 0; i < header.readSegmentCount(); i++) {
            lists.add("read@" + header.readPosition(i) + ":"
                    + keys.learn(header.readHandle(i), header.readLength(i), header.readOffset(i)));
        }
        for (int c = 0; c < header.writeChunkCount(); c++) {
            lists.add("write");
            for (int i = 0; i < header.writeSegmentCount(c); i++) {
                final int key = header.writeHandle(c, i);
                final long length = header.writeLength(c, i);
                final long address = header.writeOffset(c, i);
                lists.add(isCall ? keys.learn(key, length, address) : keys.find(key, length, address));
            }
        }
        if (header.hasReplyChunk()) {
            lists.add("reply");
            for (int i = 0; i < header.replySegmentCount(); i++) {
                final int key = header.replyHandle(i);
                final long length = header.replyLength(i);
                final long address = header.replyOffset(i);
                lists.add(isCall ? keys.learn(key, length, address) : keys.find(key, length, address));
            }
        }
        return lists.toString();
    }

    /** Returns the call that is expected if its client registers each segment separately. */
    static WireForm expectedCall(final Exchange rpc, final int credits) {
        final Lists lists = new Lists();
        for (int i = 0; i < rpc.readData().length; i++) {
            lists.add("read@" + rpc.readPositions()[i] + ":", rpc.readData()[i].length);
        }
        for (final int[] chunk : rpc.writeSegments()) {
            lists.chunk("write", chunk, Integer.MAX_VALUE);
        }
        if (rpc.replySegments().length > 0) {
            lists.chunk("reply", rpc.replySegments(), Integer.MAX_VALUE);
        }
        final int procedure = rpc.isLongCall() ? RpcRdmaHeader.RDMA_NOMSG : RpcRdmaHeader.RDMA_MSG;
        return new WireForm(
                fixed(rpc.xid(), credits, procedure, 1), lists.text.toString(), "", ByteBuffer.wrap(rpc.call()));
    }

    /**
     * Returns the expected reply. The reply returns every chunk, filled with the available bytes. It invalidates the
     * call's key if there is only one.
     */
    static WireForm expectedReply(final Exchange rpc, final int credits, final boolean byReplyChunk) {
        final Lists lists = new Lists();
        lists.segments = rpc.readData().length;
        for (int c = 0; c < rpc.writeSegments().length; c++) {
            lists.chunk("write", rpc.writeSegments()[c], rpc.written()[c].length);
        }
        if (rpc.replySegments().length > 0) {
            lists.chunk("reply", rpc.replySegments(), byReplyChunk ? rpc.reply().length : 0);
        }
        final int procedure = byReplyChunk ? RpcRdmaHeader.RDMA_NOMSG : RpcRdmaHeader.RDMA_MSG;
        return new WireForm(
                fixed(rpc.xid(), credits, procedure, 1),
                lists.text.toString(),
                lists.segments == 1 ? "#0" : "",
                ByteBuffer.wrap(byReplyChunk ? new byte[0] : rpc.reply()));
    }

    /** Returns the length of a reply's Send in bytes if the reply does not use its Reply chunk. */
    static int inlineReplyLength(final Exchange rpc) {
        int length = RpcRdmaHeader.MIN_LENGTH + rpc.reply().length;
        for (final int[] chunk : rpc.writeSegments()) {
            length += RpcRdmaHeader.CHUNK_HEAD_LENGTH + chunk.length * RpcRdmaHeader.CHUNK_SEGMENT_LENGTH;
        }
        if (rpc.replySegments().length > 0) {
            length += Integer.BYTES + rpc.replySegments().length * RpcRdmaHeader.CHUNK_SEGMENT_LENGTH;
        }
        return length;
    }

    /** Chunk lists in which the n-th segment has the n-th key. */
    private static final class Lists {
        private final StringJoiner text = new StringJoiner(" ");
        private int segments;

        void add(final String before, final int length) {
            text.add(before + length + '#' + segments + "+0");
            segments++;
        }

        void chunk(final String name, final int[] rooms, final int bytes) {
            int left = bytes;
            text.add(name);
            for (final int room : rooms) {
                final int length = Math.min(room, left);
                left -= length;
                add("", length);
            }
        }
    }
}
