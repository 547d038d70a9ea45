// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.net.InetAddress;
import org.agrona.concurrent.UnsafeBuffer;

/** An entry of a {@link ReplyCache}, which represents a call in progress or its answer. Entries are reused. */
final class CachedReply {
    /** The value of {@link #answer} while the call is in progress. */
    static final int NONE = Integer.MIN_VALUE;

    final AnswerKeeper cache;

    /** The buffer that contains the reply message. */
    final UnsafeBuffer reply;

    int xid;
    int program;
    int version;
    int procedure;
    int length;
    long checksum;
    InetAddress caller;

    /** The length of the reply message, or {@link CallDispatcher#REFUSE}; {@link #NONE} until the call is answered. */
    int answer;

    /** The time at which the call was answered, in ns. */
    long answeredNanos;

    /** The call that is in progress or whose reply is being sent; otherwise null. */
    Call call;

    /** The first call in the list of calls that wait for this answer. */
    Call waiting;

    /** The next entry in the same hash chain. */
    CachedReply next;

    /**
     * The previous entry in the list of answers. The next field is the following entry. Both are null if the entry is
     * in no list.
     */
    CachedReply before;

    CachedReply behind;

    CachedReply(final AnswerKeeper cache, final UnsafeBuffer reply) {
        this.cache = cache;
        this.reply = reply;
    }

    boolean isAnswered() {
        return answer != NONE;
    }

    /** Returns a hash of the attributes that identify a repeated call. */
    int hash() {
        final long mixed = (checksum ^ xid * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        return (int) (mixed >>> Integer.SIZE) ^ caller.hashCode();
    }

    /** Returns true if this entry has the same key as the given entry. */
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
