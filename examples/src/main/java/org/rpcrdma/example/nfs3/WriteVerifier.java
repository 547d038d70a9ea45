// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The number by whose change clients learn that unstable writes may be lost. It is another one for each process that
 * serves the export, and after every failure to make data stable: the host tells an error to one caller only, but the
 * data may be another client's.
 */
final class WriteVerifier {
    private final AtomicLong value = new AtomicLong();

    /** Sets the number of this process. */
    void begin(final long initial) {
        value.set(initial);
    }

    /** Returns the number; a write takes it before its bytes go to the file. */
    long value() {
        return value.get();
    }

    /** Changes the number. */
    void renew() {
        value.incrementAndGet();
    }
}
