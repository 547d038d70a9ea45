// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import org.rpcrdma.capture.CapturedMessage;

/** Selects messages by connection, transaction id, time, program and procedure. */
public final class MessageFilter extends FrameFilter {
    private final String program;
    private final String procedure;
    private long selected;

    /** Creates a filter that selects everything. */
    public MessageFilter() {
        this(new FrameFilter(), null, null);
    }

    /**
     * Creates a filter. A null argument does not restrict the selection.
     *
     * @param frames    the selection by connection, transaction id and time.
     * @param program   the name of a program as decode prints it, ignoring case, or its number.
     * @param procedure the name of a procedure or operation, ignoring case, or its number.
     */
    public MessageFilter(final FrameFilter frames, final String program, final String procedure) {
        super(frames);
        this.program = program;
        this.procedure = procedure;
    }

    @Override
    public boolean isGiven() {
        return super.isGiven() || program != null || procedure != null;
    }

    @Override
    public boolean isByWords() {
        return super.isByWords() || program != null || procedure != null;
    }

    /** Returns true if the message is selected. */
    public boolean accepts(final DecodedMessage message) {
        final CapturedMessage send = message.send();
        return accepts(send.connection(), send.relativeNanos())
                && acceptsXid(message.header().xid())
                && (program == null && procedure == null || message.isProgramKnown() && acceptsNames(message));
    }

    /**
     * Returns the number of printed messages, as a prefix for the total. Returns an empty string if all messages are
     * selected.
     */
    public String ofTotal() {
        return isGiven() ? selected + " of " : "";
    }

    private boolean acceptsNames(final DecodedMessage message) {
        return is(program, message.program(), message.programName())
                && (is(procedure, message.procedure(), message.procedureName())
                        || procedure.equalsIgnoreCase(ProgramNames.procedure(
                                message.program(), message.programVersion(), message.procedure())));
    }

    private static boolean is(final String wanted, final int number, final String name) {
        return wanted == null || wanted.equals(Integer.toUnsignedString(number)) || wanted.equalsIgnoreCase(name);
    }

    /**
     * Returns a format that prints only selected messages. Messages with an invalid header are selected only by
     * connection and time.
     */
    public MessageFormat before(final MessageFormat format) {
        if (!isGiven()) {
            return format;
        }
        return new MessageFormat() {
            @Override
            public void message(final DecodedMessage message) {
                if (accepts(message)) {
                    selected++;
                    format.message(message);
                }
            }

            @Override
            public void refused(final DecodedMessage message, final int status) {
                if (!isByWords()
                        && accepts(message.send().connection(), message.send().relativeNanos())) {
                    format.refused(message, status);
                }
            }
        };
    }
}
