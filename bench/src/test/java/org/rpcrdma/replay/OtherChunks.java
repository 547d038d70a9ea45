// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Other chunk lists for the same RPC. RFC 8166 allows them, but Linux's client did not use them in the captures. */
enum OtherChunks implements UnaryOperator<Exchange> {
    /** Every chunk is split into several segments if it has enough bytes. */
    SMALL_SEGMENTS {
        @Override
        public Exchange apply(final Exchange rpc) {
            final List<Integer> positions = new ArrayList<>();
            final List<byte[]> reads = new ArrayList<>();
            for (int i = 0; i < rpc.readData().length; i++) {
                for (final byte[] part : parts(rpc.readData()[i])) {
                    positions.add(rpc.readPositions()[i]);
                    reads.add(part);
                }
            }
            return with(
                    rpc,
                    rpc.call(),
                    positions.stream().mapToInt(position -> position).toArray(),
                    reads.toArray(byte[][]::new),
                    Arrays.stream(rpc.writeSegments()).map(OtherChunks::cut).toArray(int[][]::new),
                    cut(rpc.replySegments()),
                    rpc.written());
        }
    },

    /**
     * Every call message is sent in a Position-Zero Read chunk of two segments, with separate chunks for its arguments.
     */
    LONG_CALLS {
        @Override
        public Exchange apply(final Exchange rpc) {
            final int half = rpc.call().length / 2;
            final List<byte[]> reads = new ArrayList<>(
                    List.of(Arrays.copyOf(rpc.call(), half), Arrays.copyOfRange(rpc.call(), half, rpc.call().length)));
            reads.addAll(List.of(rpc.readData()));
            return with(
                    rpc,
                    new byte[0],
                    IntStream.concat(IntStream.of(0, 0), IntStream.of(rpc.readPositions()))
                            .toArray(),
                    reads.toArray(byte[][]::new),
                    rpc.writeSegments(),
                    rpc.replySegments(),
                    rpc.written());
        }
    },

    /** The last words of each call without a Read chunk are sent in two chunks, with an inline word between them. */
    SEVERAL_READ_CHUNKS {
        @Override
        public Exchange apply(final Exchange rpc) {
            if (rpc.readData().length > 0) {
                return rpc;
            }
            final int cut = rpc.call().length - 24;
            final byte[] first = Arrays.copyOfRange(rpc.call(), cut, cut + 8);
            final byte[] second = Arrays.copyOfRange(rpc.call(), cut + 12, rpc.call().length);
            final byte[] left = Arrays.copyOf(rpc.call(), cut + 4);
            System.arraycopy(rpc.call(), cut + 8, left, cut, 4);
            return with(
                    rpc,
                    left,
                    new int[] {cut, cut + 12},
                    new byte[][] {first, second},
                    rpc.writeSegments(),
                    rpc.replySegments(),
                    rpc.written());
        }
    },

    /**
     * Every result is returned in two Write chunks, with an empty chunk between them and an unused chunk after them.
     */
    SEVERAL_WRITE_CHUNKS {
        @Override
        public Exchange apply(final Exchange rpc) {
            final List<int[]> rooms = new ArrayList<>();
            final List<byte[]> written = new ArrayList<>();
            for (int c = 0; c < rpc.written().length; c++) {
                final byte[] data = rpc.written()[c];
                final int half = data.length / 2;
                final int room = IntStream.of(rpc.writeSegments()[c]).sum();
                rooms.add(new int[] {half + 1});
                written.add(Arrays.copyOf(data, half));
                rooms.add(new int[] {5000});
                written.add(new byte[0]);
                rooms.add(new int[] {room - half});
                written.add(Arrays.copyOfRange(data, half, data.length));
            }
            rooms.add(new int[] {100, 100});
            written.add(new byte[0]);
            return with(
                    rpc,
                    rpc.call(),
                    rpc.readPositions(),
                    rpc.readData(),
                    rooms.toArray(int[][]::new),
                    rpc.replySegments(),
                    written.toArray(byte[][]::new));
        }
    },

    /** Every call offers a Reply chunk. */
    REPLY_CHUNKS {
        @Override
        public Exchange apply(final Exchange rpc) {
            final int room = Math.max(
                    rpc.reply().length, IntStream.of(rpc.replySegments()).sum());
            return with(
                    rpc,
                    rpc.call(),
                    rpc.readPositions(),
                    rpc.readData(),
                    rpc.writeSegments(),
                    new int[] {16, room, 4},
                    rpc.written());
        }
    };

    private static final int SEGMENT_UNIT = 4096;
    private static final int MOST_PARTS = 7;

    private static Exchange with(
            final Exchange rpc,
            final byte[] call,
            final int[] positions,
            final byte[][] reads,
            final int[][] writes,
            final int[] reply,
            final byte[][] written) {
        return new Exchange(
                rpc.xid(),
                call,
                positions,
                reads,
                writes,
                reply,
                rpc.reply(),
                written,
                rpc.repliesAhead(),
                rpc.replyIndex());
    }

    /** Returns the lengths of at most seven parts. Most parts do not end on a word boundary. */
    private static int[] cut(final int length) {
        final int part =
                Math.max(3, length / MOST_PARTS / SEGMENT_UNIT * SEGMENT_UNIT + length % 5 + length / MOST_PARTS);
        final int parts = (length + part - 1) / part;
        return IntStream.range(0, parts)
                .map(i -> Math.min(part, length - i * part))
                .toArray();
    }

    private static int[] cut(final int[] segments) {
        return IntStream.of(segments)
                .flatMap(length -> IntStream.of(cut(length)))
                .toArray();
    }

    private static List<byte[]> parts(final byte[] data) {
        final List<byte[]> parts = new ArrayList<>();
        int at = 0;
        for (final int length : cut(data.length)) {
            parts.add(Arrays.copyOfRange(data, at, at + length));
            at += length;
        }
        return parts;
    }
}
