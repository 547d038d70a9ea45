/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import java.util.Locale;

/** One line on standard error that says how far a long job has come; nothing unless the launcher saw a terminal there. */
final class Progress implements AutoCloseable {
    private static final boolean SHOWN = Boolean.getBoolean("rpcrdma.progress");

    private final String job;
    private final long total;

    Progress(final String job, final long total) {
        this.job = job;
        this.total = total;
    }

    /** Says how much is done. */
    void at(final long done) {
        if (SHOWN) {
            System.err.printf(Locale.ROOT, "\r%s: %,d of %,d RPCs", job, done, total);
        }
    }

    /** Wipes the line. */
    @Override
    public void close() {
        if (SHOWN) {
            System.err.print("\r\033[K");
        }
    }
}
