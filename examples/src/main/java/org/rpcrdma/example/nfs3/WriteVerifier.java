// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The write verifier: when it changes, clients repeat the writes that they have not committed. It differs in each
 * process that serves the export, and changes whenever the host fails to make data stable, since the host reports an
 * error to one caller only, but the lost data may be another client's.
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
