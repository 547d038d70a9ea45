// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

/**
 * Thrown at the end of a step of a long call, before the call has changed anything. The service queues the call again,
 * behind other waiting calls.
 */
final class Postponed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Postponed() {
        super("the call is not yet complete", null, false, false);
    }
}
