// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * A Send, as passed to a {@link MessageFormat}: the frame, its transport header, and the known fields of the RPC. One
 * object is reused for all messages, so do not retain it.
 */
public final class DecodedMessage {
    /** The type of an unknown RPC message. */
    static final int UNKNOWN = -1;

    private static final String[] ACCEPT_STATUS = {
        "SUCCESS", "PROG_UNAVAIL", "PROG_MISMATCH", "PROC_UNAVAIL", "GARBAGE_ARGS", "SYSTEM_ERR"
    };
    private static final String[] REJECT_STATUS = {"RPC_MISMATCH", "AUTH_ERROR"};
    /** The frame number of an unknown call. */
    static final long NO_FRAME = 0;

    final RpcRdmaHeader header = new RpcRdmaHeader();
    private CapturedMessage send;
    private int type;
    private boolean programKnown;
    private int program;
    private int programVersion;
    private int procedure;
    private int operation;
    private long callFrame;
    private long callNanos;
    private int callSegments;
    private boolean accepted;
    private int status;

    DecodedMessage() {}

    void begin(final CapturedMessage of) {
        send = of;
        type = UNKNOWN;
        programKnown = false;
        callFrame = NO_FRAME;
        accepted = true;
        status = 0;
    }

    void status(final boolean isAccepted, final int detail) {
        accepted = isAccepted;
        status = detail;
    }

    void call(final long frame, final long relativeNanos, final int segments) {
        callFrame = frame;
        callNanos = relativeNanos;
        callSegments = segments;
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

    /** Returns the Send including its bytes. */
    public CapturedMessage send() {
        return send;
    }

    /** Returns the transport header, which is wrapped around the Send. */
    public RpcRdmaHeader header() {
        return header;
    }

    /** Returns true if this message is a call, even if the call is in a Position-Zero Read chunk. */
    public boolean isCall() {
        return type == RpcMessage.CALL
                || header.procedure() == RpcRdmaHeader.RDMA_NOMSG && header.readSegmentCount() > 0;
    }

    /** Returns true if this message is a reply, possibly retransmitted, and its RPC words are known. */
    public boolean isReply() {
        return type == RpcMessage.REPLY;
    }

    /**
     * Returns true if this message is the first reply to a captured call. It may be an RDMA_ERROR. The service time is
     * known in this case.
     */
    public boolean isAnswer() {
        return callFrame != NO_FRAME;
    }

    /**
     * Returns true if this message is an inline reply that reports a failure: it rejects its call, or accepts it
     * without success (RFC 5531).
     */
    public boolean isFailed() {
        return !accepted || status != 0;
    }

    /** Returns the reason for a failure, in the terms of RFC 5531. Call it only if {@link #isFailed()} is true. */
    String failure() {
        final String[] names = accepted ? ACCEPT_STATUS : REJECT_STATUS;
        return (accepted ? "not done: " : "denied: ")
                + (status >= 0 && status < names.length ? names[status] : "status " + Integer.toUnsignedString(status));
    }

    /** Returns the frame of the call that this reply answers. */
    public long callFrame() {
        return callFrame;
    }

    /**
     * Returns the time from the call to this reply, in nanoseconds. The time is negative if the capture is not ordered
     * by time.
     */
    public long serviceNanos() {
        return send.relativeNanos() - callNanos;
    }

    /** Returns the number of segments in all chunks of the header. */
    public int segments() {
        int segments = header.readSegmentCount() + header.replySegmentCount();
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            segments += header.writeSegmentCount(chunk);
        }
        return segments;
    }

    /** Returns the number of segments offered by the call that this reply answers. */
    public int callSegments() {
        return callSegments;
    }

    /** Returns the program's name, or its number and version if it has no name. */
    public String programName() {
        final String name = ProgramNames.program(program, programVersion);
        return name == null
                ? "program " + Integer.toUnsignedString(program) + "v" + Integer.toUnsignedString(programVersion)
                : name;
    }

    /** Returns the name of the procedure or COMPOUND operation, or its number if it has no name. */
    public String procedureName() {
        final String name = CompoundNames.of(program, operation);
        final String known = name == null ? ProgramNames.procedure(program, programVersion, procedure) : name;
        return known == null ? "procedure " + Integer.toUnsignedString(procedure) : known;
    }

    /** Returns {@link RpcMessage#CALL}, {@link RpcMessage#REPLY} or UNKNOWN. */
    int type() {
        return type;
    }

    /** Returns true if program and procedure are known. A reply inherits them from its call. */
    public boolean isProgramKnown() {
        return programKnown;
    }

    public int program() {
        return program;
    }

    public int programVersion() {
        return programVersion;
    }

    public int procedure() {
        return procedure;
    }

    /** Returns the operation that represents an NFSv4 COMPOUND, or a negative number. */
    public int operation() {
        return operation;
    }
}
