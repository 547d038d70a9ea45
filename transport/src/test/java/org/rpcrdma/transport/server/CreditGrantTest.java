// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

class CreditGrantTest {
    private static final int REVERSE = 2;

    private final FakeReceives receives = new FakeReceives();
    private final CreditGrant credits = new CreditGrant(32, REVERSE, granted -> 3 * granted);

    @Test
    void shouldGrantMoreCreditsWithReceivesForThem() {
        assertEquals(34, credits.receives());
        assertTrue(credits.grant(64, receives));
        assertEquals(64, credits.granted());
        assertEquals(66, receives.depth, "one Receive per credit, plus reverse calls");
        assertEquals(192, receives.reserved);
    }

    @Test
    void shouldGrantFewerCredits() {
        assertTrue(credits.grant(1, receives));
        assertEquals(1, credits.granted());
        assertEquals(3, receives.depth);
    }

    @Test
    void shouldKeepCreditsIfBuffersAreUnavailable() {
        receives.failure = new VerbsException(Errno.ENOMEM, "no buffers");
        assertFalse(credits.grant(64, receives));
        assertEquals(32, credits.granted());
        assertEquals(96, credits.reservedBuffers());
    }

    @Test
    void shouldLetOtherFailuresOut() {
        receives.failure = new IllegalStateException("a defect");
        assertThrows(IllegalStateException.class, () -> credits.grant(64, receives));
        assertEquals(32, credits.granted());
    }
}
