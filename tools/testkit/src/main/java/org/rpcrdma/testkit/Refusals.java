// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.VerbsException;

/** Asserts that calls fail with a given error. */
public final class Refusals {
    private Refusals() {}

    /**
     * Asserts that a verb fails with a given errno.
     *
     * @param errno the errno in the exception.
     * @param call  the call.
     */
    public static void assertErrno(final Errno errno, final Executable call) {
        assertErrno(VerbsException.class, errno, call);
    }

    /**
     * Asserts that a verb fails with an exception of a given type and with a given errno.
     *
     * @param type the exception's type.
     * @param errno the error in the exception.
     * @param call the call.
     */
    public static void assertErrno(
            final Class<? extends VerbsException> type, final Errno errno, final Executable call) {
        assertEquals(errno, assertThrows(type, call).errno());
    }

    /**
     * Asserts that posting work requests fails.
     *
     * @param errno    the errno.
     * @param badIndex the index of the first rejected request.
     * @param call     the call.
     */
    public static void assertRefused(final Errno errno, final int badIndex, final Executable call) {
        final PostException refused = assertThrows(PostException.class, call);
        assertEquals(errno, refused.errno());
        assertEquals(badIndex, refused.badIndex());
    }

    /**
     * Asserts that a verb fails with a given message.
     *
     * @param message the whole message, which begins with the errno's name.
     * @param call    the call.
     */
    public static void assertMessage(final String message, final Executable call) {
        assertMessage(VerbsException.class, message, call);
    }

    /**
     * Asserts that a call fails with an exception of a given type and with a given message.
     *
     * @param type    the exception's type.
     * @param message the exception's whole message.
     * @param call    the call.
     */
    public static void assertMessage(
            final Class<? extends Throwable> type, final String message, final Executable call) {
        assertEquals(message, assertThrows(type, call).getMessage());
    }

    /**
     * Asserts that a call fails with an exception of a given type whose message contains given words.
     *
     * @param type  the exception's type.
     * @param words a part of the exception's message.
     * @param call  the call.
     */
    public static void assertSays(final Class<? extends Throwable> type, final String words, final Executable call) {
        final String message = assertThrows(type, call).getMessage();
        assertTrue(message.contains(words), message);
    }
}
