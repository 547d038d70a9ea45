// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import org.rpcrdma.bench.console.TextOutput;
import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Prints a header row and one tab-separated row per message, with tshark's field names and number formats.
 *
 * <p>If a field has several values, they are separated by commas and follow the order of the header: Read list, Write
 * list, Reply chunk. Missing fields are empty.
 */
public final class TsvFormat implements MessageFormat {
    private static final String COLUMNS =
            ("frame.number ip.src ip.dst infiniband.bth.opcode rpcordma.xid rpcordma.version rpcordma.flow_control"
                            + " rpcordma.msg_type rpcordma.reads_count rpcordma.writes_count rpcordma.reply_count"
                            + " rpcordma.position rpcordma.rdma_handle rpcordma.rdma_length rpcordma.rdma_offset rpc.msgtyp"
                            + " rpc.program rpc.procedure")
                    .replace(' ', '\t');

    private final TextOutput output;
    private boolean begun;

    public TsvFormat(final TextOutput output) {
        this.output = output;
    }

    @Override
    public void message(final DecodedMessage message) {
        if (!begun) {
            begun = true;
            output.text(COLUMNS).character('\n');
        }
        final CapturedMessage send = message.send();
        output.decimal(send.frameNumber()).character('\t');
        output.text(send.source()).character('\t');
        output.text(send.destination()).character('\t');
        output.decimal(send.opcode());
        header(message.header());
        tab();
        if (message.type() != DecodedMessage.UNKNOWN) {
            output.decimal(message.type());
        }
        tab();
        if (message.isProgramKnown()) {
            output.decimal(Integer.toUnsignedLong(message.program())).character('\t');
            output.decimal(Integer.toUnsignedLong(message.procedure()));
        } else {
            tab();
        }
        output.character('\n');
    }

    private void header(final RpcRdmaHeader header) {
        output.text("\t0x").hex(header.xid(), 8);
        output.character('\t').decimal(Integer.toUnsignedLong(header.version()));
        output.character('\t').decimal(header.credits());
        output.character('\t').decimal(header.procedure());
        tab();
        if (header.procedure() > RpcRdmaHeader.RDMA_MSGP) {
            output.text("\t\t\t\t\t\t");
            return;
        }
        output.decimal(header.readSegmentCount());
        output.character('\t').decimal(header.writeChunkCount());
        output.character('\t').decimal(header.hasReplyChunk() ? 1 : 0);
        tab();
        for (int i = 0; i < header.readSegmentCount(); i++) {
            comma(i > 0);
            output.decimal(header.readPosition(i));
        }
        tab();
        segments(header, (handle, length, offset) -> output.text("0x").hex(handle, 8));
        tab();
        segments(header, (handle, length, offset) -> output.decimal(length));
        tab();
        segments(header, (handle, length, offset) -> output.text("0x").hex(offset, 16));
    }

    private interface Field {
        void put(int handle, long length, long offset);
    }

    /** Prints one field of every segment in the three lists. */
    private void segments(final RpcRdmaHeader header, final Field field) {
        boolean more = false;
        for (int i = 0; i < header.readSegmentCount(); i++, more = true) {
            comma(more);
            field.put(header.readHandle(i), header.readLength(i), header.readOffset(i));
        }
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            for (int i = 0; i < header.writeSegmentCount(chunk); i++, more = true) {
                comma(more);
                field.put(header.writeHandle(chunk, i), header.writeLength(chunk, i), header.writeOffset(chunk, i));
            }
        }
        for (int i = 0; i < header.replySegmentCount(); i++, more = true) {
            comma(more);
            field.put(header.replyHandle(i), header.replyLength(i), header.replyOffset(i));
        }
    }

    private void comma(final boolean wanted) {
        if (wanted) {
            output.character(',');
        }
    }

    private void tab() {
        output.character('\t');
    }
}
