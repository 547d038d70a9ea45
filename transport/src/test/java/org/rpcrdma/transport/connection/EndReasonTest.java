// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.rpcrdma.transport.EndCause;

class EndReasonTest {
    private final EndReason reason = new EndReason();

    @Test
    void shouldPreferTheCauseToTheFlushThatWasSeenBefore() {
        reason.explain(EndCause.TRANSPORT, "a Receive ended with WR_FLUSH_ERR", EndReason.FLUSH);
        reason.explain(EndCause.DISCONNECTED, "disconnected", EndReason.EVENT);
        reason.explain(EndCause.TRANSPORT, "a send work request ended with RETRY_EXC_ERR", EndReason.CAUSE);
        reason.explain(EndCause.TRANSPORT, "a Receive ended with WR_FLUSH_ERR", EndReason.FLUSH);
        assertEquals("a send work request ended with RETRY_EXC_ERR", reason.toString());
        assertEquals(EndCause.TRANSPORT, reason.cause());
    }

    @Test
    void shouldKeepTheFirstOfEqualReasons() {
        reason.explain(EndCause.CLOSED, "first", EndReason.CAUSE);
        reason.explain(EndCause.IDLE, "second", EndReason.CAUSE);
        assertEquals("first", reason.toString());
        assertEquals(EndCause.CLOSED, reason.cause());
    }

    @Test
    void shouldFallBackOnlyIfThereIsNoReason() {
        assertNull(reason.toString());
        assertTrue(reason.isBelow(EndReason.FLUSH));
        reason.fallBackTo(EndCause.CLOSED, "the server was closed");
        reason.fallBackTo(EndCause.IDLE, "another");
        assertEquals("the server was closed", reason.toString());
        assertFalse(reason.isBelow(EndReason.FLUSH));
    }
}
