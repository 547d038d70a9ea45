// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** Selects procedures of ONC RPC programs. Called on a server's event loop. */
@FunctionalInterface
public interface ProcedureFilter {
    /**
     * Returns true if this filter selects a procedure. Invoked once per RPC.
     *
     * @param program   the program number.
     * @param version   the program version.
     * @param procedure the procedure number.
     * @return true if the procedure is selected.
     */
    boolean has(int program, int version, int procedure);
}
