// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.rpcrdma.verbs.jvm.Fields;

/**
 * Sees to it that a call is answered once: on the event loop, or, once it was deferred, by any thread. The handle of a
 * call extends it: an object of its own would be one cache line more that each call touches first.
 *
 * <pre>
 *   ENDED --> SERVING ----------------------------> ENDED, and used for another call
 *                |       answered
 *                +--> DEFERRED <-----> ANSWERED      never reused: a thread that still holds it can do nothing
 *                                any thread, one wins; the event loop does the rest. Back if that cannot be told
 * </pre>
 */
class AnswerState {
    private static final int ENDED = 0;
    private static final int SERVING = 1;
    private static final int DEFERRED = 2;
    private static final int ANSWERED = 3;
    private static final VarHandle STATE = Fields.of(MethodHandles.lookup(), "state", int.class);

    private int state;

    /** The service gets the call. */
    final void beginServing() {
        state = SERVING;
    }

    /** Returns true if the service has the call, on the event loop, and has not answered. */
    final boolean isUnanswered() {
        return state == SERVING;
    }

    /** Returns true if the call was deferred, answered or not. */
    final boolean isDeferred() {
        return (int) STATE.getAcquire(this) >= DEFERRED;
    }

    /** Takes the call from the service, which does not answer any more. */
    final void endUnanswered() {
        state = ENDED;
    }

    /** Ends the call; returns true if this can be used for another one: no other thread has seen it. */
    final boolean end() {
        if (state >= DEFERRED) {
            return false;
        }
        state = ENDED;
        return true;
    }

    /**
     * Checks that the call is not answered yet.
     *
     * @return true if it was deferred.
     */
    final boolean checkUnanswered() {
        final int now = (int) STATE.getAcquire(this);
        if (now != SERVING && now != DEFERRED) {
            throw answeredAlready();
        }
        return now == DEFERRED;
    }

    /** Hands the call to other threads, which see all earlier writes. */
    final void deferAnswer() {
        STATE.setRelease(this, DEFERRED);
    }

    /**
     * Claims the call's one answer.
     *
     * @return true if the answer can be sent at once; false if the call was deferred and the event loop is to send it.
     */
    final boolean claimAnswer() {
        if (!checkUnanswered()) {
            state = ENDED;
            return true;
        }
        if (!STATE.compareAndSet(this, DEFERRED, ANSWERED)) {
            throw answeredAlready();
        }
        return false;
    }

    /** Lets any thread claim the answer again: the one that has claimed it cannot give it. */
    final void withdrawClaim() {
        STATE.setRelease(this, DEFERRED);
    }

    private static IllegalStateException answeredAlready() {
        return new IllegalStateException("call was answered or dropped already");
    }
}
