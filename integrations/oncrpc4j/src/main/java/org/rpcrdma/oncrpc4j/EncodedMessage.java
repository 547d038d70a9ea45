// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.ByteBufferArray;
import org.glassfish.grizzly.memory.ByteBufferWrapper;
import org.rpcrdma.transport.ProcedureFilter;
import org.rpcrdma.wire.RpcMessage;

/**
 * An encoded message in the buffers that its Xdr object created or received.
 *
 * <pre>
 *   call   xid CALL 2 program version procedure | credential | verifier | arguments
 *   reply  xid REPLY ACCEPTED | verifier | status | results
 * </pre>
 */
final class EncodedMessage {
    private static final int TYPE = 4;
    private static final int PROGRAM = 12;
    private static final int VERSION = 16;
    private static final int PROCEDURE = 20;
    private static final int CREDENTIAL = 24;
    private static final int REPLY_STATE = 8;
    private static final int REPLY_VERIFIER = 12;
    private static final int AUTH_HEAD = 8;

    private final Buffer buffer;
    private final int begin;
    private final int length;

    EncodedMessage(final Buffer buffer) {
        this.buffer = buffer;
        begin = buffer.position();
        length = buffer.remaining();
    }

    static EncodedMessage of(final ByteBuffer bytes) {
        return new EncodedMessage(new ByteBufferWrapper(bytes.slice()));
    }

    int length() {
        return length;
    }

    int xid() {
        return intAt(0);
    }

    boolean isCall() {
        return intAt(TYPE) == RpcMessage.CALL;
    }

    private int intAt(final int offset) {
        return buffer.getInt(begin + offset);
    }

    /** Returns the called procedure's rule, or null if the procedure has no rule. */
    DdpRule ruleOfCall(final DdpRules rules) {
        return rules.find(intAt(PROGRAM), intAt(VERSION), intAt(PROCEDURE));
    }

    /** Returns true if the call is for one of the selected procedures. */
    boolean calls(final ProcedureFilter procedures) {
        return procedures.has(intAt(PROGRAM), intAt(VERSION), intAt(PROCEDURE));
    }

    /** Walks a call's arguments. */
    MessageWalk walkArguments(final DdpRule rule) {
        return MessageWalk.of(rule.arguments(), buffer, begin + afterAuth(afterAuth(CREDENTIAL)), begin + length);
    }

    /** Returns the offset of the first byte after a credential or verifier. */
    private int afterAuth(final int offset) {
        return offset + AUTH_HEAD + (intAt(offset + TYPE) + 3 & ~3);
    }

    /**
     * Returns a reply's items.
     *
     * @param movedLengths the lengths, in bytes, of the items that are not in the message.
     * @return the items; empty unless the reply is successful.
     */
    List<MessageWalk.Item> itemsOfReply(final DdpRule rule, final int... movedLengths) {
        if (rule == null || length < REPLY_VERIFIER + AUTH_HEAD || intAt(REPLY_STATE) != RpcMessage.ACCEPTED) {
            return List.of();
        }
        final int status = afterAuth(REPLY_VERIFIER);
        if (status > length - TYPE || intAt(status) != 0) {
            return List.of();
        }
        return MessageWalk.of(rule.results(), buffer, begin + status + TYPE, begin + length, movedLengths)
                .items();
    }

    /** Returns an item's offset in the message. */
    int offsetOf(final MessageWalk.Item item) {
        return item.offset() - begin;
    }

    /** Returns a range of bytes without copying it. */
    List<ByteBuffer> range(final int from, final int to) {
        final List<ByteBuffer> pieces = new ArrayList<>(2);
        if (from == to) {
            return pieces;
        }
        final ByteBufferArray array = buffer.toByteBufferArray(begin + from, begin + to);
        for (int i = 0; i < array.size(); i++) {
            pieces.add(array.getArray()[i].slice());
        }
        array.restore();
        array.recycle();
        return pieces;
    }

    /** Copies a range of bytes. */
    void copy(final int from, final int to, final ByteBuffer target) {
        range(from, to).forEach(target::put);
    }
}
