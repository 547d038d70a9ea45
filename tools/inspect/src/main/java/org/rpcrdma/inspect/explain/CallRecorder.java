// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.inspect.decode.DecodedMessage;
import org.rpcrdma.inspect.explain.CallTrace.Note;
import org.rpcrdma.inspect.lint.OfferedSegment;
import org.rpcrdma.inspect.lint.RefusedRequests;
import org.rpcrdma.inspect.lint.SegmentTable;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Tracks a capture's calls so that one of them can be drawn.
 *
 * <p>Memory is bounded. The recorder keeps at most {@link #MOST_OPEN} outstanding calls on all connections together,
 * and a {@link CallSample} of the completed calls.
 */
final class CallRecorder {
    private static final int MOST_OPEN = 4096;
    /**
     * The number of answered calls to keep per connection. They are needed because a reply may be refused and sent
     * again.
     */
    private static final int MOST_ANSWERED = 16;

    private static final int MOST_GAPS = 16;

    private final Map<Integer, Lane> lanes = new HashMap<>();
    private final CallSample sample = new CallSample();
    private int open;

    /** A segment that a tracked call offers. */
    private static final class FollowedSegment extends OfferedSegment {
        private final CallTrace call;
        private final CallTrace.Chunk chunk;
        private CallTrace.Transfer latest;

        FollowedSegment(
                final CallTrace call,
                final CallTrace.Chunk chunk,
                final int handle,
                final long offset,
                final long length,
                final int index) {
            super(handle, offset, length, chunk.kind.isRead(), call.call.frame(), index);
            this.call = call;
            this.chunk = chunk;
        }

        /** Returns the transfer to which a packet belongs, or null if it is unknown. */
        private CallTrace.Transfer transferOf(final CapturedMessage packet) {
            if (latest != null && latest.holds(packet)) {
                return latest;
            }
            return call.transfers.stream()
                    .filter(transfer -> transfer.chunk == chunk && transfer.holds(packet))
                    .findFirst()
                    .orElse(null);
        }

        private void begin(final CapturedMessage request) {
            if (request.retransmitted()) {
                final CallTrace.Transfer known = transferOf(request);
                if (known != null) {
                    known.again++;
                }
            } else if (call.transfers.size() < CallTrace.MOST_TRANSFERS) {
                latest = new CallTrace.Transfer(chunk, request);
                call.transfers.add(latest);
            } else {
                call.leftOut++;
            }
        }
    }

    /** The unanswered calls of one side of a connection, and the segments that these calls offer. */
    private static final class Side {
        private final Map<Integer, CallTrace> calls = new LinkedHashMap<>();
        private final Map<CallTrace, FollowedSegment[]> segments = new HashMap<>();
        private final SegmentTable table = new SegmentTable();
        private final ArrayDeque<CallTrace> answered = new ArrayDeque<>();
        /** The requests that this side refused. */
        private final RefusedRequests refused = new RefusedRequests();

        private void offer(final CallTrace call, final RpcRdmaHeader header) {
            final FollowedSegment[] offered = new Chunks(call).of(header);
            segments.put(call, offered);
            for (final FollowedSegment segment : offered) {
                table.add(segment);
            }
        }

        private void end(final CallTrace call) {
            calls.remove(call.xid);
            for (final FollowedSegment segment : segments.remove(call)) {
                table.forget(segment);
            }
        }

        /** Returns an outstanding or recently answered call, or null if it is unknown. */
        private CallTrace find(final int xid) {
            final CallTrace outstanding = calls.get(xid);
            return outstanding != null
                    ? outstanding
                    : answered.stream()
                            .filter(call -> call.xid == xid)
                            .findFirst()
                            .orElse(null);
        }
    }

    /** The tracked calls of one connection. */
    private static final class Lane {
        private final Side[] sides = {new Side(), new Side()};
        private final ArrayDeque<Long> gaps = new ArrayDeque<>();
        private long latestNanos;
    }

    /** Collects the chunks that a call offers. */
    private record Chunks(CallTrace call) {
        FollowedSegment[] of(final RpcRdmaHeader header) {
            final ArrayDeque<FollowedSegment> all = new ArrayDeque<>();
            CallTrace.Chunk chunk = null;
            for (int i = 0; i < header.readSegmentCount(); i++) {
                if (chunk == null || chunk.position != header.readPosition(i)) {
                    chunk = add(
                            header.readPosition(i) == 0 ? CallTrace.ChunkKind.POSITION_ZERO : CallTrace.ChunkKind.READ,
                            header.readPosition(i));
                }
                all.add(segment(chunk, header.readHandle(i), header.readOffset(i), header.readLength(i), all.size()));
            }
            for (int write = 0; write < header.writeChunkCount(); write++) {
                chunk = add(CallTrace.ChunkKind.WRITE, 0);
                for (int i = 0; i < header.writeSegmentCount(write); i++) {
                    all.add(segment(
                            chunk,
                            header.writeHandle(write, i),
                            header.writeOffset(write, i),
                            header.writeLength(write, i),
                            all.size()));
                }
            }
            if (header.hasReplyChunk()) {
                chunk = add(CallTrace.ChunkKind.REPLY, 0);
                for (int i = 0; i < header.replySegmentCount(); i++) {
                    all.add(segment(
                            chunk, header.replyHandle(i), header.replyOffset(i), header.replyLength(i), all.size()));
                }
            }
            return all.toArray(FollowedSegment[]::new);
        }

        private CallTrace.Chunk add(final CallTrace.ChunkKind kind, final long position) {
            final CallTrace.Chunk chunk = new CallTrace.Chunk(kind, position);
            call.chunks.add(chunk);
            return chunk;
        }

        private FollowedSegment segment(
                final CallTrace.Chunk chunk, final int handle, final long offset, final long length, final int index) {
            chunk.segments++;
            chunk.offered += length;
            return new FollowedSegment(call, chunk, handle, offset, length, index);
        }
    }

    CallRecorder() {}

    private Lane laneOf(final CapturedMessage message) {
        final Lane lane = lanes.computeIfAbsent(message.connection(), number -> new Lane());
        lane.latestNanos = message.relativeNanos();
        return lane;
    }

    /** Processes a message on a selected connection. */
    void message(final DecodedMessage message, final boolean isSelected) {
        final CapturedMessage send = message.send();
        final Lane lane = laneOf(send);
        final boolean isOfCall = message.isCall();
        final Side caller = lane.sides[isOfCall ? send.side() : 1 - send.side()];
        final CallTrace known = caller.find(message.header().xid());
        final RefusedRequests.Refused refused = lane.sides[1 - send.side()].refused.repeat(
                send,
                RefusedRequests.Kind.SEND,
                Integer.toUnsignedLong(message.header().xid()));
        if (send.retransmitted()) {
            if (known != null) {
                if (refused != null) {
                    known.note(new Note(Note.Kind.REFUSED, refused.first().nanos(), isOfCall, refused));
                }
                known.note(new Note(Note.Kind.AGAIN, send.relativeNanos(), isOfCall, null));
            }
        } else if (isOfCall) {
            call(caller, message, isSelected);
        } else if (message.isAnswer() && caller.calls.get(message.header().xid()) != null) {
            answer(lane, caller, message, isSelected);
        }
    }

    private void call(final Side caller, final DecodedMessage message, final boolean isSelected) {
        final CallTrace before = caller.calls.get(message.header().xid());
        if (before != null) {
            ended(caller, before);
        }
        if (open == MOST_OPEN) {
            return;
        }
        open++;
        final CallTrace call = new CallTrace(message);
        call.isSelected = isSelected;
        name(call, message);
        caller.calls.put(call.xid, call);
        caller.offer(call, message.header());
    }

    private static void name(final CallTrace call, final DecodedMessage message) {
        if (message.isProgramKnown()) {
            call.name = message.programName() + " " + message.procedureName();
        }
    }

    private void answer(final Lane lane, final Side caller, final DecodedMessage message, final boolean isSelected) {
        final CallTrace call = caller.calls.get(message.header().xid());
        call.answered(message);
        call.isSelected |= isSelected;
        name(call, message);
        for (final long gap : lane.gaps) {
            if (gap >= call.call.nanos()) {
                call.note(new Note(Note.Kind.MISSING, gap, true, null));
            }
        }
        ended(caller, call);
        caller.answered.addFirst(call);
        if (caller.answered.size() > MOST_ANSWERED) {
            caller.answered.removeLast();
        }
    }

    private void ended(final Side caller, final CallTrace call) {
        open--;
        caller.end(call);
        if (call.isSelected) {
            sample.add(call);
        }
    }

    /** Processes an RNR NAK. */
    void refused(final CapturedMessage nak, final int syndrome) {
        laneOf(nak).sides[nak.side()].refused.refuse(nak, syndrome, RefusedRequests.UNKNOWN, RefusedRequests.UNKNOWN);
    }

    /** Handles missing requests. */
    void gap(final int connection) {
        final Lane lane = lanes.get(connection);
        if (lane != null) {
            lane.gaps.addLast(lane.latestNanos);
            if (lane.gaps.size() > MOST_GAPS) {
                lane.gaps.removeFirst();
            }
        }
    }

    /** Processes an RDMA READ request. */
    void requested(final CapturedMessage request) {
        final FollowedSegment segment = find(laneOf(request), 1 - request.side(), request, request.transferLength());
        if (segment != null) {
            segment.begin(request);
        }
    }

    /** Processes a response packet of an RDMA READ. */
    void read(final CapturedMessage packet) {
        take(find(laneOf(packet), packet.side(), packet, packet.wireLength()), packet);
    }

    /** Processes a packet of an RDMA WRITE. */
    void written(final CapturedMessage packet) {
        final FollowedSegment segment = find(laneOf(packet), 1 - packet.side(), packet, packet.wireLength());
        if (segment != null && packet.startsTransfer() && !packet.retransmitted()) {
            segment.begin(packet);
        }
        take(segment, packet);
    }

    private static FollowedSegment find(
            final Lane lane, final int ofSide, final CapturedMessage message, final long length) {
        return (FollowedSegment) lane.sides[ofSide].table.find(message.rkey(), message.address(), length);
    }

    private static void take(final FollowedSegment segment, final CapturedMessage packet) {
        final CallTrace.Transfer transfer = segment == null ? null : segment.transferOf(packet);
        if (transfer != null) {
            transfer.take(packet);
        }
    }

    /** Handles the end of a connection. */
    void ended(final int connection) {
        final Lane lane = lanes.remove(connection);
        if (lane != null) {
            for (final Side side : lane.sides) {
                for (final CallTrace call : side.calls.values().toArray(CallTrace[]::new)) {
                    ended(side, call);
                }
            }
        }
    }

    /** Returns a selected call to draw, or null if no call was selected. */
    CallSample.Typical typical() {
        return sample.typical();
    }
}
