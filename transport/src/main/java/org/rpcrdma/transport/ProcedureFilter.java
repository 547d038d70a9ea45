// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** Selects procedures of ONC RPC programs. Called on a server's event loop. */
@FunctionalInterface
public interface ProcedureFilter {
    /**
     * Returns true if a procedure is selected. Called once per call.
     *
     * @param program   the program's number.
     * @param version   the program's version.
     * @param procedure the procedure's number.
     * @return true if it is selected.
     */
    boolean has(int program, int version, int procedure);
}
