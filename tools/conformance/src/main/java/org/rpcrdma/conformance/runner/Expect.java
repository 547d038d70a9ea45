// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.util.Objects;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** Checks a row's expectations. If an expectation is not met, the row fails and reports the actual value. */
public final class Expect {
    private Expect() {}

    /**
     * Expects a condition to hold.
     *
     * @param what  the name of the condition.
     * @param holds true if the condition holds.
     */
    public static void that(final String what, final boolean holds) {
        if (!holds) {
            throw new RowFailure("is false: " + what);
        }
    }

    /**
     * Expects a value.
     *
     * @param what the name of the value.
     * @param expected the expected value.
     * @param actual the actual value.
     */
    public static void equal(final String what, final Object expected, final Object actual) {
        if (!Objects.equals(expected, actual)) {
            throw new RowFailure(what + ": expected=" + expected + " actual=" + actual);
        }
    }

    /**
     * Expects a minimum.
     *
     * @param what the name of the value.
     * @param least the minimum.
     * @param actual the number.
     */
    public static void atLeast(final String what, final long least, final long actual) {
        if (actual < least) {
            throw new RowFailure(what + ": expected at least=" + least + " actual=" + actual);
        }
    }

    /**
     * Expects a work request to complete with a status.
     *
     * @param what       the name of the work request.
     * @param status     a {@link CompletionStatus}.
     * @param completion the work request's completion.
     */
    public static void status(final String what, final int status, final Completion completion) {
        equal(what + " status", CompletionStatus.name(status), CompletionStatus.name(completion.status()));
    }

    /**
     * Expects a work request to have failed with any status.
     *
     * @param what       the name of the work request.
     * @param completion the work request's completion.
     */
    public static void anyError(final String what, final Completion completion) {
        that(what + " fails", completion.status() != CompletionStatus.SUCCESS);
    }

    /**
     * Expects a call to fail with an errno.
     *
     * @param what the name of the call.
     * @param errno the errno.
     * @param call makes the call.
     */
    public static void fails(final String what, final Errno errno, final Runnable call) {
        equal(what + " errno", errno, failureOf(what, call).errno());
    }

    /**
     * Expects a call to fail with any errno.
     *
     * @param what the name of the call.
     * @param call makes the call.
     * @return the exception.
     */
    public static VerbsException failureOf(final String what, final Runnable call) {
        try {
            call.run();
        } catch (final VerbsException e) {
            return e;
        }
        throw new RowFailure(what + ": expected an error, but the call succeeded");
    }
}
