// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import org.rpcrdma.bench.console.TextOutput;
import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Prints each message as a line of text.
 *
 * <pre>
 *  frame   seconds  from -> to  xid  call|reply  program procedure  procedure of the transport, credits, chunks, marks
 * </pre>
 *
 * <p>A segment is written {@code key:address+length}; the segments of a Read chunk follow its position, {@code
 * @112}.
 */
public record LineFormat(TextOutput output) implements MessageFormat {
    private static final int FRAME_WIDTH = 7;
    private static final int SECONDS_WIDTH = 13;
    private static final int NAME_WIDTH = 18;
    static final String[] PROCEDURES = {"MSG", "NOMSG", "MSGP", "DONE", "ERROR"};

    @Override
    public void message(final DecodedMessage message) {
        final RpcRdmaHeader header = message.header();
        frame(message.send());
        output.text("  ").hex(header.xid(), 8).text("  ");
        output.padded(typeOf(message), 5).character(' ');
        program(message);
        output.text("  ").padded(PROCEDURES[header.procedure()], 5);
        output.text(" credits ").decimal(header.credits());
        reads(header);
        writes(header);
        reply(header);
        error(header);
        if (message.send().invalidates()) {
            output.text(" invalidates ").hex(message.send().rkey(), 8);
        }
        if (message.isFailed()) {
            output.text(" ").text(message.failure());
        }
        mark(message.send());
        output.character('\n');
    }

    @Override
    public void refused(final DecodedMessage message, final int status) {
        frame(message.send());
        output.text("  refused: ").text(HeaderStatus.nameOf(status));
        output.text(" length=").decimal(message.send().length());
        mark(message.send());
        output.character('\n');
    }

    private void frame(final CapturedMessage send) {
        output.decimal(send.frameNumber(), FRAME_WIDTH);
        output.seconds(send.relativeNanos(), SECONDS_WIDTH);
        output.text("  ").text(send.source()).text(" -> ").text(send.destination());
    }

    private void mark(final CapturedMessage send) {
        if (send.retransmitted()) {
            output.text(" retransmitted");
        }
        if (send.isCut()) {
            output.text(" cut");
        }
    }

    private static String typeOf(final DecodedMessage message) {
        return switch (message.type()) {
            case RpcMessage.CALL -> "call";
            case RpcMessage.REPLY -> "reply";
            default -> "-";
        };
    }

    private void program(final DecodedMessage message) {
        if (!message.isProgramKnown()) {
            output.padded("-", NAME_WIDTH);
            return;
        }
        final String program = message.programName();
        output.text(program).character(' ').padded(message.procedureName(), NAME_WIDTH - 1 - program.length());
    }

    private void reads(final RpcRdmaHeader header) {
        if (header.readSegmentCount() == 0) {
            return;
        }
        output.text(" reads[");
        for (int i = 0; i < header.readSegmentCount(); i++) {
            output.text(i > 0 ? " " : "");
            if (i == 0 || header.readPosition(i) != header.readPosition(i - 1)) {
                output.character('@').decimal(header.readPosition(i)).character(' ');
            }
            segment(header.readHandle(i), header.readOffset(i), header.readLength(i));
        }
        output.character(']');
    }

    private void writes(final RpcRdmaHeader header) {
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            output.text(" write[");
            for (int i = 0; i < header.writeSegmentCount(chunk); i++) {
                output.text(i > 0 ? " " : "");
                segment(header.writeHandle(chunk, i), header.writeOffset(chunk, i), header.writeLength(chunk, i));
            }
            output.character(']');
        }
    }

    private void reply(final RpcRdmaHeader header) {
        if (!header.hasReplyChunk()) {
            return;
        }
        output.text(" reply[");
        for (int i = 0; i < header.replySegmentCount(); i++) {
            output.text(i > 0 ? " " : "");
            segment(header.replyHandle(i), header.replyOffset(i), header.replyLength(i));
        }
        output.character(']');
    }

    private void segment(final int handle, final long offset, final long length) {
        output.hex(handle, 8).character(':').hex(offset, 16).character('+').decimal(length);
    }

    private void error(final RpcRdmaHeader header) {
        if (header.procedure() != RpcRdmaHeader.RDMA_ERROR) {
            return;
        }
        if (header.errorCode() == RpcRdmaHeader.ERR_CHUNK) {
            output.text(" ERR_CHUNK");
        } else {
            output.text(" ERR_VERS versions ").decimal(header.lowestVersion());
            output.text(" to ").decimal(header.highestVersion());
        }
    }
}
