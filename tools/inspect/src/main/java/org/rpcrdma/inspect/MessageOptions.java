// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.inspect.decode.FrameFilter;
import org.rpcrdma.inspect.decode.MessageFilter;
import org.rpcrdma.inspect.decode.ProgramNames;
import picocli.CommandLine.Option;

/** The options that select messages by connection, transaction id, time, program and procedure. */
final class MessageOptions extends FrameOptions {
    private static final String NUMBER = "\\d{1,10}";

    @Option(
            names = "--program",
            paramLabel = "PROGRAM",
            description = "select only calls to this program, and their replies: NFSv3, NFSv4, MOUNT, NFSACL,"
                    + " NFSv4-CB, or a number")
    private String program;

    @Option(
            names = "--procedure",
            paramLabel = "NAME",
            description =
                    "select only calls to this procedure or NFSv4 operation, and their replies: a name or a number")
    private String procedure;

    /** Returns the filter. Throws an InputException if an option has an invalid value. */
    MessageFilter messages() {
        final FrameFilter frames = frames();
        if (program != null && !program.matches(NUMBER) && !ProgramNames.isProgram(program)) {
            throw new InputException("--program must be a number or one of " + String.join(", ", ProgramNames.PROGRAMS)
                    + ": " + program);
        }
        if (procedure != null && !procedure.matches(NUMBER) && !ProgramNames.isProcedure(procedure)) {
            throw new InputException("--procedure must be a number, or a name that decode prints: " + procedure);
        }
        return new MessageFilter(frames, program, procedure);
    }
}
