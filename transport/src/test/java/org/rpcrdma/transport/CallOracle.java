// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Predicts how a server must treat the bytes of a call, according to RFC 8166 and svcrdma's limits. It is written from
 * the specification, independently of the code under test, and without regard to speed.
 */
final class CallOracle {
    enum Verdict {
        DROPPED,
        ERR_VERS,
        ERR_CHUNK,
        /**
         * The server answers with ERR_CHUNK and then closes the connection, because the Read list is longer than the
         * server's memory.
         */
        TOO_LONG,
        SERVED,
        /** The server serves the call, but a segment refers to memory that the peer may not access. */
        ENDED
    }

    /** A range of memory that the server can access with a key. */
    record Grant(int key, long begin, long length, boolean readable, boolean writable) {}

    private record Segment(long position, int key, long length, long offset) {}

    private final List<Grant> grants;
    private final int maxPayload;
    private final int maxSegments;
    private final int inlineThreshold;
    private final List<Segment> reads = new ArrayList<>();
    private final List<List<Segment>> chunks = new ArrayList<>();
    private ByteBuffer message;
    private int length;
    private int at;
    private boolean hasReplyChunk;

    CallOracle(final List<Grant> grants, final int maxPayload, final int maxSegments, final int inlineThreshold) {
        this.grants = grants;
        this.maxPayload = maxPayload;
        this.maxSegments = maxSegments;
        this.inlineThreshold = inlineThreshold;
    }

    /** Judges a call to a service that reads all Read chunks and fills all Write and Reply chunks. */
    Verdict judge(final byte[] bytes, final int received) {
        message = ByteBuffer.wrap(bytes);
        length = received;
        if (length < 16) {
            return Verdict.DROPPED;
        }
        final int procedure = message.getInt(12);
        if (procedure == 4) {
            return Verdict.DROPPED;
        }
        if (message.getInt(4) != 1) {
            return Verdict.ERR_VERS;
        }
        if (procedure == 3) {
            return Verdict.DROPPED;
        }
        if (procedure != 0 && procedure != 1 || !readLists() || !isServable(procedure == 0)) {
            return Verdict.ERR_CHUNK;
        }
        if (reads.stream().mapToLong(Segment::length).sum() > maxPayload) {
            return Verdict.TOO_LONG;
        }
        return reads.stream().allMatch(read -> isGranted(read, read.length, false)) && areWritable()
                ? Verdict.SERVED
                : Verdict.ENDED;
    }

    private boolean has(final int bytes) {
        return bytes <= length - at;
    }

    /** Returns the optional-data word: 1 if an item follows, 0 if no item follows, or -1 if the word is invalid. */
    private int more() {
        if (!has(4)) {
            return -1;
        }
        final int word = message.getInt(at);
        at += 4;
        return word == 0 || word == 1 ? word : -1;
    }

    private Segment segment(final long position) {
        final Segment segment = new Segment(
                position, message.getInt(at), Integer.toUnsignedLong(message.getInt(at + 4)), message.getLong(at + 8));
        at += 16;
        return segment;
    }

    private boolean readLists() {
        at = 16;
        reads.clear();
        chunks.clear();
        int more;
        while ((more = more()) == 1) {
            if (!has(20)) {
                return false;
            }
            final long position = Integer.toUnsignedLong(message.getInt(at));
            at += 4;
            reads.add(segment(position));
        }
        if (more < 0) {
            return false;
        }
        while ((more = more()) == 1) {
            if (chunks.size() == 64 || !chunk()) {
                return false;
            }
        }
        if (more < 0 || (more = more()) < 0) {
            return false;
        }
        hasReplyChunk = more == 1;
        return !hasReplyChunk || chunk();
    }

    private boolean chunk() {
        if (!has(4)) {
            return false;
        }
        final long count = Integer.toUnsignedLong(message.getInt(at));
        at += 4;
        if (count * 16 > length - at) {
            return false;
        }
        final List<Segment> chunk = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            chunk.add(segment(0));
        }
        chunks.add(chunk);
        return true;
    }

    private boolean isServable(final boolean inline) {
        final int segments = reads.size() + chunks.stream().mapToInt(List::size).sum();
        final int replyHeader = at - 24 * reads.size();
        return segments <= maxSegments
                && chunks.stream().noneMatch(List::isEmpty)
                && replyHeader <= inlineThreshold
                && havePlaces(inline)
                && (inline || reads.stream().anyMatch(read -> read.position == 0));
    }

    /** Returns true if the position of each Read chunk is within the inline bytes and the chunks at lower positions. */
    private boolean havePlaces(final boolean inline) {
        final long body = inline ? length - at : 0;
        for (final Segment read : reads) {
            final long position = read.position;
            if (position % 4 != 0 || inline && position == 0 || position > body + paddedBefore(position)) {
                return false;
            }
        }
        return true;
    }

    private long paddedBefore(final long position) {
        final SortedMap<Long, Long> chunks = new TreeMap<>();
        reads.forEach(read -> chunks.merge(read.position, read.length, Long::sum));
        return chunks.headMap(position).values().stream()
                .mapToLong(chunk -> chunk + 3 & -4)
                .sum();
    }

    private boolean areWritable() {
        for (final List<Segment> chunk : chunks) {
            long left = Math.min(
                    maxPayload, chunk.stream().mapToLong(Segment::length).sum());
            for (final Segment segment : chunk) {
                final long bytes = Math.min(left, segment.length);
                if (!isGranted(segment, bytes, true)) {
                    return false;
                }
                left -= bytes;
            }
        }
        return true;
    }

    private boolean isGranted(final Segment segment, final long bytes, final boolean write) {
        return bytes == 0
                || grants.stream()
                        .filter(grant -> grant.key == segment.key)
                        .filter(grant -> write ? grant.writable : grant.readable)
                        .anyMatch(grant ->
                                segment.offset >= grant.begin && segment.offset - grant.begin <= grant.length - bytes);
    }
}
