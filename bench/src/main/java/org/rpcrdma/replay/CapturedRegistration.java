// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

/**
 * The memory that a captured client registered for one chunk segment. The registration lasts from the call that
 * contains the segment to the reply.
 *
 * @param beginNanos   the time of the call, in nanoseconds since the trace's first registration.
 * @param endNanos     the time of the reply; for a call without a reply, the time of the trace's last frame.
 * @param offsetInPage the memory's offset within its page of 4,096 bytes.
 * @param length       the length in bytes, at least 1.
 * @param access       {@link org.rpcrdma.verbs.Access} rights: remote read for a Read segment; remote write, with the
 *                     required local write, for a segment of a Write or Reply chunk.
 * @param key          the key that the client sent to the server: an index, and a low byte that changes when the client
 *                     reuses the index.
 */
public record CapturedRegistration(long beginNanos, long endNanos, int offsetInPage, int length, int access, int key) {
    private static final int PAGE_SIZE = 4096;

    /**
     * Returns the number of 4,096-byte pages that the memory touches.
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
