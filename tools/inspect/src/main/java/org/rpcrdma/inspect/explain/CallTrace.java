// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.inspect.decode.DecodedMessage;
import org.rpcrdma.inspect.lint.RefusedRequests.Refused;
import org.rpcrdma.wire.RpcRdmaHeader;

/** A captured call: its messages, the chunks that it offers, and the transfers that use the chunks. */
final class CallTrace {
    /** The maximum number of transfers to keep per call. Further transfers are only counted. */
    static final int MOST_TRANSFERS = 1024;

    private static final int MOST_NOTES = 64;

    final int connection;
    final int xid;
    final boolean isReverse;
    final Message call;
    final List<Chunk> chunks = new ArrayList<>();
    final List<Transfer> transfers = new ArrayList<>();
    final List<Note> notes = new ArrayList<>();
    /** The names of the program and the procedure, or this text if they were not captured. */
    String name = "call of an unknown procedure";

    /** The reply; null while the call is outstanding or if the reply was not captured. */
    Message reply;
    /** True if the filter selects any of the call's messages. */
    boolean isSelected;

    long leftOut;

    /**
     * A Send.
     *
     * @param source      the sender's address.
     * @param destination the receiver's address.
     * @param nanos       the time, in nanoseconds since the first frame.
     * @param frame       the frame number, from 1.
     * @param form        the procedure in the header, such as RDMA_MSG or RDMA_NOMSG.
     * @param bytes       the length, in bytes, of the RPC message in the Send.
     * @param invalidated the key that the Send invalidates, as text; empty if the Send invalidates no key.
     */
    record Message(
            String source, String destination, long nanos, long frame, String form, long bytes, String invalidated) {
        static Message of(final DecodedMessage message) {
            final CapturedMessage send = message.send();
            final RpcRdmaHeader header = message.header();
            return new Message(
                    send.source(),
                    send.destination(),
                    send.relativeNanos(),
                    send.frameNumber(),
                    form(header),
                    send.wireLength() - header.headerLength(),
                    send.invalidates() ? String.format(Locale.ROOT, "%08x", send.rkey()) : "");
        }

        private static String form(final RpcRdmaHeader header) {
            return switch (header.procedure()) {
                case RpcRdmaHeader.RDMA_MSG -> "RDMA_MSG";
                case RpcRdmaHeader.RDMA_NOMSG -> "RDMA_NOMSG";
                case RpcRdmaHeader.RDMA_ERROR -> "RDMA_ERROR";
                default -> "RDMA_MSGP";
            };
        }
    }

    /** The kinds of chunks. */
    enum ChunkKind {
        READ("Read chunk"),
        POSITION_ZERO("Position-Zero Read chunk"),
        WRITE("Write chunk"),
        REPLY("Reply chunk");

        private final String words;

        ChunkKind(final String words) {
            this.words = words;
        }

        boolean isRead() {
            return this == READ || this == POSITION_ZERO;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** A chunk that the call offers. */
    static final class Chunk {
        final ChunkKind kind;
        /** The position of a Read chunk's data within the message; 0 for other kinds. */
        final long position;

        int segments;
        long offered;
        /** The number of bytes that the reply returns in this chunk; 0 before the reply, and for Read chunks. */
        long used;

        Chunk(final ChunkKind kind, final long position) {
            this.kind = kind;
            this.position = position;
        }

        /** Returns true if the captured calls and replies show that the chunk carried data. */
        boolean isUsed() {
            return kind.isRead() || used > 0;
        }
    }

    /** An RDMA READ or WRITE. */
    static final class Transfer {
        final Chunk chunk;
        final long address;
        /** The number of bytes to transfer. */
        final long length;

        final long nanos;
        final long frame;
        /** The number of bytes that were captured. */
        long seen;

        long latestNanos;
        long latestFrame;
        /** The number of packets that were retransmitted. */
        long again;

        Transfer(final Chunk chunk, final CapturedMessage request) {
            this.chunk = chunk;
            address = request.address();
            length = request.transferLength();
            nanos = request.relativeNanos();
            frame = request.frameNumber();
            latestNanos = nanos;
            latestFrame = frame;
        }

        boolean holds(final CapturedMessage packet) {
            return Long.compareUnsigned(packet.address(), address) >= 0
                    && packet.address() - address + packet.wireLength() <= length;
        }

        void take(final CapturedMessage packet) {
            if (packet.retransmitted()) {
                again++;
                return;
            }
            seen += packet.wireLength();
            latestNanos = packet.relativeNanos();
            latestFrame = packet.frameNumber();
        }

        boolean isWhole() {
            return seen >= length;
        }
    }

    /** Another event during the call. */
    record Note(Kind kind, long nanos, boolean isOfCall, Refused refused) {
        enum Kind {
            /** The receiver of the call or the reply was not ready. */
            REFUSED,
            /** The call or the reply was retransmitted. */
            AGAIN,
            /** Packets were not captured. */
            MISSING
        }
    }

    CallTrace(final DecodedMessage message) {
        final CapturedMessage send = message.send();
        connection = send.connection();
        xid = message.header().xid();
        isReverse = !send.fromClient();
        call = Message.of(message);
    }

    /** Adds a note. Replaces an earlier note on the same refused request. */
    void note(final Note note) {
        if (note.refused != null) {
            notes.removeIf(
                    other -> other.refused != null && other.refused.first().equals(note.refused.first()));
        }
        if (notes.size() < MOST_NOTES) {
            notes.add(note);
        }
    }

    void answered(final DecodedMessage message) {
        reply = Message.of(message);
        final RpcRdmaHeader header = message.header();
        int writeChunk = 0;
        for (final Chunk chunk : chunks) {
            if (chunk.kind == ChunkKind.REPLY) {
                for (int i = 0; i < header.replySegmentCount(); i++) {
                    chunk.used += header.replyLength(i);
                }
            } else if (chunk.kind == ChunkKind.WRITE) {
                for (int i = 0;
                        writeChunk < header.writeChunkCount() && i < header.writeSegmentCount(writeChunk);
                        i++) {
                    chunk.used += header.writeLength(writeChunk, i);
                }
                writeChunk++;
            }
        }
    }

    /** Returns the time from the call to the reply, in nanoseconds; negative if unknown. */
    long serviceNanos() {
        return reply == null ? Latency.UNKNOWN : reply.nanos - call.nanos;
    }

    /** Returns true if the call was captured completely. */
    boolean isWhole() {
        return serviceNanos() >= 0
                && leftOut == 0
                && transfers.stream().allMatch(Transfer::isWhole)
                && notes.stream().noneMatch(note -> note.kind == Note.Kind.MISSING);
    }
}
