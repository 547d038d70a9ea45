// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

/**
 * Memory that the client of a capture had registered for one chunk segment, from the call that names it to the reply.
 *
 * @param beginNanos   when the call passed, in nanoseconds since the trace's first registration.
 * @param endNanos     when the reply passed; for a call without one, when the last frame of the trace did.
 * @param offsetInPage offset of the memory in its page of 4096 bytes.
 * @param length       bytes, at least 1.
 * @param access       {@link org.rpcrdma.verbs.Access} rights: remote read for a Read segment, remote write, with the
 *                     local write that it needs, for a segment of a Write or Reply chunk.
 * @param key          the key that the client gave the server: an index over a low byte that steps when the client
 *                     uses the index again.
 */
public record CapturedRegistration(long beginNanos, long endNanos, int offsetInPage, int length, int access, int key) {
    private static final int PAGE_SIZE = 4096;

    /**
     * Returns how many pages of 4096 bytes the memory touches.
     *
     * @return at least 1.
     */
    public int pages() {
        return (offsetInPage + length + PAGE_SIZE - 1) / PAGE_SIZE;
    }

    CapturedRegistration endedAt(final long nanos) {
        return new CapturedRegistration(beginNanos, nanos, offsetInPage, length, access, key);
    }

    CapturedRegistration shifted(final long nanos) {
        return new CapturedRegistration(beginNanos - nanos, endNanos - nanos, offsetInPage, length, access, key);
    }
}
