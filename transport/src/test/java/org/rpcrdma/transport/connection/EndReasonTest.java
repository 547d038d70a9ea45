// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EndReasonTest {
    private final EndReason reason = new EndReason();

    @Test
    void shouldPreferTheCauseToTheFlushThatWasSeenBefore() {
        reason.explain("a Receive ended with WR_FLUSH_ERR", EndReason.FLUSH);
        reason.explain("disconnected", EndReason.EVENT);
        reason.explain("a send work request ended with RETRY_EXC_ERR", EndReason.CAUSE);
        reason.explain("a Receive ended with WR_FLUSH_ERR", EndReason.FLUSH);
        assertEquals("a send work request ended with RETRY_EXC_ERR", reason.toString());
    }

    @Test
    void shouldKeepTheFirstOfEqualReasons() {
        reason.explain("first", EndReason.CAUSE);
        reason.explain("second", EndReason.CAUSE);
        assertEquals("first", reason.toString());
    }

    @Test
    void shouldFallBackOnlyIfThereIsNoReason() {
        assertNull(reason.toString());
        assertTrue(reason.isBelow(EndReason.FLUSH));
        reason.fallBackTo("the server was closed");
        reason.fallBackTo("another");
        assertEquals("the server was closed", reason.toString());
        assertFalse(reason.isBelow(EndReason.FLUSH));
    }
}
