// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.trace;

import java.nio.ByteBuffer;
import java.util.Locale;
import org.rpcrdma.bench.console.TextOutput;
import org.rpcrdma.rnic.PacketKind;
import org.rpcrdma.rnic.config.ConnectionMessage;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionStatus;

/**
 * Formats each event of a trace as a line. Not thread-safe.
 *
 * <pre>
 *   seconds.nanos  host qp N        post OPCODE | post receive | OPCODE STATUS   wr_id, length
 *   seconds.nanos  host qp N -> host qp N       KIND psn, length, key, flags
 *   seconds.nanos  host -> host                 REQ ... DREP   ids
 * </pre>
 */
public final class TraceFormat {
    private static final PacketKind[] KINDS = PacketKind.values();
    private static final ConnectionMessage.Type[] MESSAGES = ConnectionMessage.Type.values();
    private static final int NANOS_WIDTH = 9;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int SECONDS_WIDTH = 5;

    private final TextOutput output;
    private final TraceStreams streams = new TraceStreams();
    private ByteBuffer buffer;
    private int recordOffset;
    private long nanos;
    private long sender;
    private long receiver;

    public TraceFormat(final TextOutput output) {
        this.output = output;
    }

    /** Processes and remembers a record that describes later events. Returns false for any other record. */
    boolean other(final ByteBuffer of, final int offset) {
        final byte type = of.get(offset + TraceLayout.TYPE);
        if (type == TraceLayout.TIME) {
            nanos = of.getLong(offset + TraceLayout.ID);
            return true;
        }
        return type == TraceLayout.STREAM
                && streams.enter(
                        of.getShort(offset + TraceLayout.STREAM_AT) & 0xffff,
                        of.getLong(offset + TraceLayout.ID),
                        of.getLong(offset + TraceLayout.LENGTH));
    }

    /** Prints an event. If the record is not an event, prints nothing and returns false. */
    boolean event(final ByteBuffer of, final int offset) {
        buffer = of;
        recordOffset = offset;
        if (buffer.get(recordOffset + TraceLayout.TYPE) == TraceLayout.RUN) {
            nanos = 0;
            run();
        } else if (!(findStream() && print(kind()))) {
            return false;
        }
        output.character('\n');
        return true;
    }

    private boolean findStream() {
        final int stream = buffer.getShort(recordOffset + TraceLayout.STREAM_AT) & 0xffff;
        if (!streams.isEntered(stream)) {
            return false;
        }
        sender = streams.sender(stream);
        receiver = streams.receiver(stream);
        nanos += word(TraceLayout.DELTA);
        return true;
    }

    private boolean print(final int kind) {
        switch (buffer.get(recordOffset + TraceLayout.TYPE)) {
            case TraceLayout.SEND_POSTED -> posted(opcode(kind));
            case TraceLayout.RECEIVE_POSTED -> posted("RECV");
            case TraceLayout.COMPLETION -> completion(kind);
            case TraceLayout.PACKET -> {
                if (kind >= KINDS.length) {
                    return false;
                }
                packet(KINDS[kind]);
            }
            case TraceLayout.CONNECTION -> {
                if (kind >= MESSAGES.length) {
                    return false;
                }
                connection(MESSAGES[kind]);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void run() {
        output.text("run ");
        for (int i = 0;
                i < TraceLayout.RUN_NAME_LENGTH && buffer.get(recordOffset + TraceLayout.RUN_NAME + i) != 0;
                i++) {
            final char letter = (char) (buffer.get(recordOffset + TraceLayout.RUN_NAME + i) & 0x7f);
            output.character(letter < ' ' ? '?' : letter);
        }
    }

    private void posted(final String what) {
        begin();
        output.text("  post ").text(what);
        work();
    }

    private void completion(final int opcode) {
        begin();
        final long status = word(TraceLayout.NUMBER);
        output.text("  completion ");
        if (status == CompletionStatus.SUCCESS) {
            output.text(opcode(opcode)).character(' ');
        }
        output.text(CompletionStatus.name((int) status));
        work();
    }

    private void packet(final PacketKind kind) {
        begin();
        output.text(" -> ");
        host(receiver);
        output.text("  ").text(kind.name()).text(" psn=").decimal(word(TraceLayout.NUMBER));
        output.text(" length=").decimal(word(TraceLayout.LENGTH));
        final int flags = buffer.getInt(recordOffset + TraceLayout.FLAGS);
        if (namesMemory(kind) || (flags & TraceLayout.INVALIDATES) != 0) {
            output.text(" rkey=").hex(word(TraceLayout.KEY), 8);
        }
        if (namesMemory(kind)) {
            output.text(" address=").hex(buffer.getLong(recordOffset + TraceLayout.ID), 16);
        }
        flag(flags, TraceLayout.FIRST, " first");
        flag(flags, TraceLayout.LAST, " last");
        flag(flags, TraceLayout.ACK_REQUESTED, " ack-requested");
        flag(flags, TraceLayout.SOLICITED, " solicited");
        flag(flags, TraceLayout.INVALIDATES, " invalidates");
    }

    private static boolean namesMemory(final PacketKind kind) {
        return switch (kind) {
            case WRITE, READ_REQUEST, ATOMIC, ATOMIC_WRITE, FLUSH -> true;
            default -> false;
        };
    }

    private void flag(final int flags, final int flag, final String name) {
        if ((flags & flag) != 0) {
            output.text(name);
        }
    }

    private void connection(final ConnectionMessage.Type type) {
        time();
        address(sender);
        output.text(" -> ");
        address(receiver);
        final long ids = buffer.getLong(recordOffset + TraceLayout.ID);
        output.text("  ").text(type.name()).text(" local_id=").decimal(ids >>> 32);
        output.text(" remote_id=").decimal(ids & 0xffff_ffffL);
        if (queuePair(sender) != 0) {
            output.text(" qp=").decimal(queuePair(sender));
        }
        if (word(TraceLayout.NUMBER) != 0) {
            output.text(" port=").decimal(word(TraceLayout.NUMBER));
        }
        if (word(TraceLayout.KEY) != 0) {
            output.text(" reason=").decimal(word(TraceLayout.KEY));
        }
    }

    private void work() {
        output.text(" wr_id=").hex(buffer.getLong(recordOffset + TraceLayout.ID), 16);
        output.text(" length=").decimal(word(TraceLayout.LENGTH));
    }

    private void begin() {
        time();
        host(sender);
    }

    /** Prints the time in seconds with nine decimals. */
    private void time() {
        final long time = nanos & Long.MAX_VALUE;
        output.decimal(time / NANOS_PER_SECOND, SECONDS_WIDTH).character('.');
        long digit = NANOS_PER_SECOND / 10;
        for (int i = 0; i < NANOS_WIDTH; i++) {
            output.character((char) ('0' + time / digit % 10));
            digit /= 10;
        }
        output.text("  ");
    }

    private void host(final long end) {
        address(end);
        output.text(" qp ").decimal(queuePair(end));
    }

    private static long queuePair(final long end) {
        return end & 0xff_ffff;
    }

    private void address(final long end) {
        final int address = (int) (end >>> 32);
        output.decimal(address >>> 24).character('.').decimal(address >> 16 & 0xff);
        output.character('.').decimal(address >> 8 & 0xff).character('.').decimal(address & 0xff);
    }

    private int kind() {
        return buffer.get(recordOffset + TraceLayout.KIND) & 0xff;
    }

    private long word(final int field) {
        return Integer.toUnsignedLong(buffer.getInt(recordOffset + field));
    }

    private static String opcode(final int opcode) {
        return switch (opcode) {
            case CompletionOpcode.SEND -> "SEND";
            case CompletionOpcode.RDMA_WRITE -> "RDMA_WRITE";
            case CompletionOpcode.RDMA_READ -> "RDMA_READ";
            case CompletionOpcode.COMP_SWAP -> "COMP_SWAP";
            case CompletionOpcode.FETCH_ADD -> "FETCH_ADD";
            case CompletionOpcode.BIND_MW -> "BIND_MW";
            case CompletionOpcode.LOCAL_INV -> "LOCAL_INV";
            case CompletionOpcode.FLUSH -> "FLUSH";
            case CompletionOpcode.ATOMIC_WRITE -> "ATOMIC_WRITE";
            case CompletionOpcode.REG_MR -> "REG_MR";
            case CompletionOpcode.RECV -> "RECV";
            case CompletionOpcode.RECV_RDMA_WITH_IMM -> "RECV_RDMA_WITH_IMM";
            default -> String.format(Locale.ROOT, "OPCODE_%d", opcode);
        };
    }
}
