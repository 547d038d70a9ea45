// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import org.rpcrdma.bench.console.TextOutput;
import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Prints each message as a JSON object on one line. Hexadecimal numbers (xid, handles, offsets) are strings. Missing
 * fields are omitted.
 */
public record JsonFormat(TextOutput output) implements MessageFormat {
    @Override
    public void message(final DecodedMessage message) {
        final RpcRdmaHeader header = message.header();
        frame(message.send());
        output.text(",\"xid\":\"").hex(header.xid(), 8).character('"');
        if (message.type() != DecodedMessage.UNKNOWN) {
            output.text(message.type() == RpcMessage.CALL ? ",\"type\":\"call\"" : ",\"type\":\"reply\"");
        }
        if (message.isProgramKnown()) {
            number("program", Integer.toUnsignedLong(message.program()));
            number("programVersion", Integer.toUnsignedLong(message.programVersion()));
            number("procedure", Integer.toUnsignedLong(message.procedure()));
            text("programName", message.programName());
            text("procedureName", message.procedureName());
        }
        if (message.isAnswer()) {
            number("callFrame", message.callFrame());
            number("serviceNanos", message.serviceNanos());
        }
        text("transport", LineFormat.PROCEDURES[header.procedure()]);
        number("credits", header.credits());
        chunks(header);
        end(message.send());
    }

    @Override
    public void refused(final DecodedMessage message, final int status) {
        frame(message.send());
        text("refused", HeaderStatus.nameOf(status));
        end(message.send());
    }

    private void frame(final CapturedMessage send) {
        output.text("{\"frame\":").decimal(send.frameNumber());
        output.text(",\"seconds\":").seconds(send.relativeNanos(), 0);
        number("connection", send.connection());
        text("source", send.source());
        text("destination", send.destination());
        number("length", send.wireLength());
    }

    private void end(final CapturedMessage send) {
        if (send.invalidates()) {
            output.text(",\"invalidates\":\"").hex(send.rkey(), 8).character('"');
        }
        output.text(send.retransmitted() ? ",\"retransmitted\":true}\n" : "}\n");
    }

    private void chunks(final RpcRdmaHeader header) {
        if (header.procedure() == RpcRdmaHeader.RDMA_ERROR) {
            text("error", header.errorCode() == RpcRdmaHeader.ERR_CHUNK ? "ERR_CHUNK" : "ERR_VERS");
        }
        if (header.procedure() > RpcRdmaHeader.RDMA_MSGP) {
            return;
        }
        for (int i = 0; i < header.readSegmentCount(); i++) {
            output.text(i == 0 ? ",\"reads\":[" : ",");
            output.text("{\"position\":").decimal(header.readPosition(i)).character(',');
            segment(header.readHandle(i), header.readLength(i), header.readOffset(i));
        }
        output.text(header.readSegmentCount() > 0 ? "]" : "");
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            output.text(chunk == 0 ? ",\"writes\":[[" : ",[");
            for (int i = 0; i < header.writeSegmentCount(chunk); i++) {
                output.text(i == 0 ? "{" : ",{");
                segment(header.writeHandle(chunk, i), header.writeLength(chunk, i), header.writeOffset(chunk, i));
            }
            output.character(']');
        }
        output.text(header.writeChunkCount() > 0 ? "]" : "");
        if (header.hasReplyChunk()) {
            output.text(",\"reply\":[");
            for (int i = 0; i < header.replySegmentCount(); i++) {
                output.text(i == 0 ? "{" : ",{");
                segment(header.replyHandle(i), header.replyLength(i), header.replyOffset(i));
            }
            output.character(']');
        }
    }

    private void segment(final int handle, final long length, final long offset) {
        output.text("\"handle\":\"").hex(handle, 8).text("\",\"length\":").decimal(length);
        output.text(",\"offset\":\"").hex(offset, 16).text("\"}");
    }

    private void number(final String name, final long value) {
        output.text(",\"").text(name).text("\":").decimal(value);
    }

    /** Writes a text that requires no escaping. */
    private void text(final String name, final String ascii) {
        output.text(",\"").text(name).text("\":\"").text(ascii).character('"');
    }
}
