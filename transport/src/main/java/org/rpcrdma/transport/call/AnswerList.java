// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

/** A list of the answers in a {@link ReplyCache}, in order of age. */
final class AnswerList {
    /** The sentinel, which is both before the oldest and after the youngest entry. */
    private final CachedReply end = new CachedReply(null, null);

    AnswerList() {
        end.before = end;
        end.behind = end;
    }

    /** Returns the oldest answer, or null if the list is empty. */
    CachedReply oldest() {
        return end.behind == end ? null : end.behind;
    }

    void add(final CachedReply entry) {
        entry.before = end.before;
        entry.behind = end;
        end.before.behind = entry;
        end.before = entry;
    }

    /** Removes an entry from its list. */
    static void remove(final CachedReply entry) {
        entry.before.behind = entry.behind;
        entry.behind.before = entry.before;
        entry.before = null;
        entry.behind = null;
    }
}
