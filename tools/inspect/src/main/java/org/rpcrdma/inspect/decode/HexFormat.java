// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.rpcrdma.inspect.decode.DecodedMessage.UNKNOWN;
import static org.rpcrdma.wire.RpcMessage.REPLY;
import static org.rpcrdma.wire.RpcRdmaHeader.ERR_VERS;
import static org.rpcrdma.wire.RpcRdmaHeader.RDMA_DONE;
import static org.rpcrdma.wire.RpcRdmaHeader.RDMA_ERROR;
import static org.rpcrdma.wire.RpcRdmaHeader.RDMA_MSGP;
import static org.rpcrdma.wire.RpcRdmaHeader.RDMA_NOMSG;

import org.agrona.DirectBuffer;
import org.rpcrdma.bench.console.TextOutput;
import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/** Prints each message as a line, followed by a hex dump that names the words. */
public final class HexFormat implements MessageFormat {
    private static final int ROW = 16;
    private static final int OFFSET_DIGITS = 4;
    private static final int BYTE_WIDTH = 3;
    private static final int DIGIT_BITS = 4;

    private final TextOutput output;
    private final LineFormat lines;
    private DirectBuffer buffer;
    private int start;
    private int position;
    private int end;

    public HexFormat(final TextOutput output) {
        this.output = output;
        lines = new LineFormat(output);
    }

    @Override
    public void message(final DecodedMessage message) {
        lines.message(message);
        begin(message.send());
        header(message.header());
        finish(message.header().procedure() == RDMA_NOMSG ? "not part of the message" : rpc(message.type()));
    }

    @Override
    public void refused(final DecodedMessage message, final int status) {
        lines.refused(message, status);
        begin(message.send());
        finish("refused");
    }

    private void begin(final CapturedMessage send) {
        buffer = send.buffer();
        start = send.offset();
        position = start;
        end = start + send.length();
    }

    /** Prints the remaining bytes. */
    private void finish(final String rest) {
        String what = rest;
        while (position < end) {
            bytes(Math.min(ROW, end - position), what);
            what = "";
        }
    }

    private void header(final RpcRdmaHeader header) {
        word("xid");
        word("version");
        word("credits");
        word("procedure");
        switch (header.procedure()) {
            case RDMA_ERROR -> error(header);
            case RDMA_DONE -> {
                // The header contains no further words.
            }
            case RDMA_MSGP -> {
                word("alignment");
                word("threshold");
                lists(header);
            }
            default -> lists(header);
        }
    }

    private void error(final RpcRdmaHeader header) {
        word("error code");
        if (header.errorCode() == ERR_VERS) {
            word("lowest version");
            word("highest version");
        }
    }

    private void lists(final RpcRdmaHeader header) {
        for (int i = 0; i < header.readSegmentCount(); i++) {
            word("read segment " + i);
            word("  position " + header.readPosition(i));
            segment();
        }
        word("end of read list");
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            word("write chunk " + chunk);
            chunk(header.writeSegmentCount(chunk));
        }
        word("end of write list");
        if (header.hasReplyChunk()) {
            word("reply chunk");
            chunk(header.replySegmentCount());
        } else {
            word("no reply chunk");
        }
    }

    private void chunk(final int segments) {
        word("  segments " + segments);
        for (int i = 0; i < segments; i++) {
            segment();
        }
    }

    private void segment() {
        word("  handle");
        word("  length " + Integer.toUnsignedString(buffer.getInt(position, BIG_ENDIAN)));
        bytes(Long.BYTES, "  offset");
    }

    /** Prints the words of an inline RPC message if its type is known. Returns the name of the bytes that follow. */
    private String rpc(final int type) {
        if (type == UNKNOWN) {
            return "not decoded";
        }
        word("rpc xid");
        if (type == REPLY) {
            word("reply");
            word("reply status");
            return "verifier, results";
        }
        word("call");
        word("rpc version");
        word("program " + Integer.toUnsignedString(buffer.getInt(position, BIG_ENDIAN)));
        word("program version");
        word("rpc procedure " + Integer.toUnsignedString(buffer.getInt(position, BIG_ENDIAN)));
        return "credential, verifier, arguments";
    }

    private void word(final String what) {
        bytes(Integer.BYTES, what);
    }

    /** Prints a row, which consists of the offset in the message, up to 16 bytes, and an optional note. */
    private void bytes(final int count, final String note) {
        final int offset = position - start;
        final int significant = (Integer.SIZE - Integer.numberOfLeadingZeros(offset) + DIGIT_BITS - 1) / DIGIT_BITS;
        output.hex(offset, Math.max(OFFSET_DIGITS, significant));
        for (int i = 0; i < count; i++) {
            output.character(' ').hex(buffer.getByte(position + i) & 0xFF, 2);
        }
        position += count;
        if (!note.isEmpty()) {
            output.spaces(BYTE_WIDTH * (ROW - count) + 1).text("# ").text(note);
        }
        output.character('\n');
    }
}
