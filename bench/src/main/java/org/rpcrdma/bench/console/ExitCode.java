// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

/** The exit codes of all commands. */
public final class ExitCode {
    /** The command succeeded. */
    public static final int DONE = 0;

    /** The command failed. */
    public static final int FAILED = 1;

    /** The arguments or the input are unusable. */
    public static final int UNUSABLE = 2;

    private ExitCode() {}
}
