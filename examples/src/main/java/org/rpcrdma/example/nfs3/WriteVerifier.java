// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The write verifier: when it changes, clients repeat their uncommitted writes. It differs for each process that serves
 * the export. It also changes if the host fails to make data stable, because the host reports the error to only one
 * caller, and the lost data may belong to a different client. Thread-safe.
 */
final class WriteVerifier {
    private final AtomicLong value = new AtomicLong();

    /** Sets the initial number. */
    void begin(final long initial) {
        value.set(initial);
    }

    /** Returns the number; a write reads it before writing to the file. */
    long value() {
        return value.get();
    }

    /** Changes the number. */
    void renew() {
        value.incrementAndGet();
    }
}
