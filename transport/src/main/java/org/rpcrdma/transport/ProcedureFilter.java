// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** Chooses procedures of ONC RPC programs. */
@FunctionalInterface
public interface ProcedureFilter {
    /**
     * Returns true if a procedure is one of those that are chosen. Called for each call.
     *
     * @param program   the program's number.
     * @param version   its version.
     * @param procedure the procedure's number.
     * @return true if it is chosen.
     */
    boolean has(int program, int version, int procedure);
}
