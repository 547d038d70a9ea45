// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

/**
 * Ends a step of a call that takes long: the call begins again when others, which came meanwhile, have had their turn.
 * It is thrown before the call has changed anything.
 */
final class Postponed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Postponed() {
        super("the call is not done yet", null, false, false);
    }
}
