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

/** Says on a line of its own how far a long job has come. */
final class Progress implements AutoCloseable {
    private final ProgressLine line = new ProgressLine();
    private final String job;
    private final long total;

    Progress(final String job, final long total) {
        this.job = job;
        this.total = total;
    }

    /** Says how much is done. */
    void at(final long done) {
        line.show(() -> text(job, done, total));
    }

    /** How far a job has come, in words. */
    static String text(final String job, final long done, final long total) {
        return String.format(Locale.ROOT, "%s: %,d of %,d RPCs", job, done, total);
    }

    /** Wipes the line. */
    @Override
    public void close() {
        line.close();
    }
}
