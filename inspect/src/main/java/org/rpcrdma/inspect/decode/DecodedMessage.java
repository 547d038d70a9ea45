// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * A Send as {@link MessageFormat} prints it: the frame, its transport header, and the known fields of the RPC. One
 * object, reused.
 */
final class DecodedMessage {
    /** The type of an RPC message that is not known. */
    static final int UNKNOWN = -1;

    final RpcRdmaHeader header = new RpcRdmaHeader();
    private CapturedMessage send;
    private int type;
    private boolean programKnown;
    private int program;
    private int programVersion;
    private int procedure;
    private int operation;

    DecodedMessage() {}

    void begin(final CapturedMessage of) {
        send = of;
        type = UNKNOWN;
        programKnown = false;
    }

    void type(final int messageType) {
        type = messageType;
    }

    void program(final int number, final int version, final int procedureNumber, final int ofCompound) {
        programKnown = true;
        program = number;
        programVersion = version;
        procedure = procedureNumber;
        operation = ofCompound;
    }

    /** Returns the Send, with its bytes. */
    CapturedMessage send() {
        return send;
    }

    /** Returns the transport header, wrapped around the Send. */
    RpcRdmaHeader header() {
        return header;
    }

    /** {@link RpcMessage#CALL}, {@link RpcMessage#REPLY} or UNKNOWN. */
    int type() {
        return type;
    }

    /** Returns true if program and procedure are known: those of a reply are its call's. */
    boolean isProgramKnown() {
        return programKnown;
    }

    int program() {
        return program;
    }

    int programVersion() {
        return programVersion;
    }

    int procedure() {
        return procedure;
    }

    /** Returns the operation of a COMPOUND, or {@link CompoundNames#UNKNOWN}. */
    int operation() {
        return operation;
    }
}
