// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.capture.CapturedMessage;
import picocli.CommandLine.Option;

/** The options that select messages: by connection, transaction id, time, program and procedure. */
public final class MessageFilter extends FrameFilter {
    private static final String NUMBER = "\\d{1,10}";

    @Option(
            names = "--program",
            paramLabel = "PROGRAM",
            description = "only calls of a program, and their replies: NFSv3, NFSv4, MOUNT, NFSACL, NFSv4-CB, or a"
                    + " number")
    private String program;

    @Option(
            names = "--procedure",
            paramLabel = "NAME",
            description =
                    "only calls of a procedure, or of an operation of NFSv4, and their replies: a name or a number")
    private String procedure;

    private long selected;

    /** Made by the command line. */
    public MessageFilter() {}

    @Override
    public void check() {
        super.check();
        if (program != null && !program.matches(NUMBER) && !ProgramNames.isProgram(program)) {
            throw new InputException("--program must be a number or one of " + String.join(", ", ProgramNames.PROGRAMS)
                    + ": " + program);
        }
        if (procedure != null && !procedure.matches(NUMBER) && !ProgramNames.isProcedure(procedure)) {
            throw new InputException("--procedure must be a number, or a name that decode prints: " + procedure);
        }
    }

    @Override
    public boolean isGiven() {
        return super.isGiven() || program != null || procedure != null;
    }

    @Override
    public boolean isByWords() {
        return super.isByWords() || program != null || procedure != null;
    }

    /** Returns true if a message is selected. */
    public boolean accepts(final DecodedMessage message) {
        final CapturedMessage send = message.send();
        return accepts(send.connection(), send.relativeNanos())
                && acceptsXid(message.header().xid())
                && (program == null && procedure == null || message.isProgramKnown() && acceptsNames(message));
    }

    /** Returns what was printed, in front of a total of messages; empty without an option. */
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

    /** Returns a format that prints the selected messages only; refused ones by connection and time. */
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
