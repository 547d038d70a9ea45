// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** Chooses procedures of ONC RPC programs. */
@FunctionalInterface
public interface CachedProcedures {
    /**
     * Returns true if replies of a procedure are kept in a server's reply cache. Called for each call, on the server's
     * event loop.
     *
     * @param program   the program's number.
     * @param version   its version.
     * @param procedure the procedure's number.
     * @return true if the procedure must not be carried out twice.
     */
    boolean has(int program, int version, int procedure);
}
