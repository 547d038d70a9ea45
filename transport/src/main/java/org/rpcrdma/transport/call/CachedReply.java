// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.net.InetAddress;
import org.agrona.concurrent.UnsafeBuffer;

/** An entry of a {@link ReplyCache}: a call in progress, or its answer. Used again and again. */
final class CachedReply {
    /** The answer of a call in progress. */
    static final int NONE = Integer.MIN_VALUE;

    final AnswerKeeper cache;

    /** The place of the reply message. */
    final UnsafeBuffer reply;

    int xid;
    int program;
    int version;
    int procedure;
    int length;
    long checksum;
    InetAddress caller;

    /** The length of the reply message, or {@link CallDispatcher#REFUSE}; {@link #NONE} while there is no answer. */
    int answer;

    /** When the answer was given. */
    long answeredNanos;

    /** The call in progress, or the one whose reply is on its way; null if neither is. */
    Call call;

    /** The first of the calls that wait for the answer. */
    Call waiting;

    /** The next entry of the same hash. */
    CachedReply next;

    /** The neighbours in the list of answers; null if the entry is in none. */
    CachedReply before;

    CachedReply behind;

    CachedReply(final AnswerKeeper cache, final UnsafeBuffer reply) {
        this.cache = cache;
        this.reply = reply;
    }

    boolean isAnswered() {
        return answer != NONE;
    }

    /** Returns the hash of all that a repeated call has in common with the first. */
    int hash() {
        final long mixed = (checksum ^ xid * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        return (int) (mixed >>> Integer.SIZE) ^ caller.hashCode();
    }

    /** Returns true if a key is the same. */
    boolean isSame(final CachedReply key) {
        return xid == key.xid
                && checksum == key.checksum
                && length == key.length
                && procedure == key.procedure
                && program == key.program
                && version == key.version
                && caller.equals(key.caller);
    }

    void set(final CachedReply key) {
        xid = key.xid;
        program = key.program;
        version = key.version;
        procedure = key.procedure;
        length = key.length;
        checksum = key.checksum;
        caller = key.caller;
    }
}
