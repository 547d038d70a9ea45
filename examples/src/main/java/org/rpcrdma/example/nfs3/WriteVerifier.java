// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The write verifier. When it changes, clients repeat their uncommitted writes. It differs for every process that
 * serves the export. It also changes if the host fails to write data to stable storage. In this case the host reports
 * the error to only one caller, although the lost data may belong to a different client. Thread-safe.
 */
final class WriteVerifier {
    private final AtomicLong value = new AtomicLong();

    /** Sets the initial number. */
    void begin(final long initial) {
        value.set(initial);
    }

    /** Returns the current number. A write must read it before writing to the file. */
    long value() {
        return value.get();
    }

    /** Changes the number. */
    void renew() {
        value.incrementAndGet();
    }
}
